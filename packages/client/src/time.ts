/** What waiting depends on. */
export interface Time {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the reason of the signal once it is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** A number from 0 up to 1. */
  random(): number
}

/** The time of the platform. */
export const PLATFORM_TIME: Time = { now: Date.now, wait, random: Math.random }

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
