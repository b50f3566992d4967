import { Unreachable } from './unreachable.ts'

/** The end of a call: when its time is over, or when its caller no longer wants it. */
export interface Deadline {
  /** Aborted at the end of the call. */
  readonly signal: AbortSignal
  /** Milliseconds left. */
  left(): number
  /** Gives the whole time again, from now. */
  restart(): void
  /** Stops counting: the caller is busy, not the service. */
  pause(): void
  /** The call is over; nothing of it stays behind. */
  close(): void
  /** Throws what ended the call: the reason of the caller's signal, or `Unreachable`; nothing when it goes on. */
  check(operation: string): void
}

/** Starts to count. `milliseconds` is the most the call may take. */
export function startDeadline(
  milliseconds: number,
  caller: AbortSignal | undefined,
  now: () => number,
): Deadline {
  const controller = new AbortController()
  const end = () => controller.abort(caller?.reason)
  let timer: ReturnType<typeof setTimeout> | null = null
  let endsAt = 0
  let isLate = false
  const pause = () => {
    if (timer !== null) clearTimeout(timer)
  }
  const restart = () => {
    pause()
    endsAt = now() + milliseconds
    timer = setTimeout(() => {
      isLate = true
      controller.abort(new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'))
    }, milliseconds)
  }
  if (caller?.aborted) end()
  else caller?.addEventListener('abort', end, { once: true })
  restart()
  return {
    signal: controller.signal,
    left: () => endsAt - now(),
    restart,
    pause,
    close() {
      pause()
      caller?.removeEventListener('abort', end)
    },
    check(operation) {
      if (!controller.signal.aborted) return
      if (!isLate) throw controller.signal.reason
      const message = `no answer within ${milliseconds} ms`
      throw new Unreachable({ operation, why: 'deadline', message, cause: controller.signal.reason })
    },
  }
}
