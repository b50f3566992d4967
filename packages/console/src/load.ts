import { BrokenAnswer, Refused, Unreachable } from '@cairn/client'
import { useEffect, useState } from 'preact/hooks'

/** Something that is asked for: on its way, here, or refused. What was here before stays visible while the next is on its way. */
export interface Loaded<T> {
  readonly value: T | null
  readonly trouble: Trouble | null
  readonly isLoading: boolean
}

/** What went wrong, for a person. */
export interface Trouble {
  readonly code: string
  readonly detail: string
  readonly hints: readonly string[]
}

/** Asks for something whenever `keys` change; the request before is given up. `again` asks once more. */
export function useLoad<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): Loaded<T> & { readonly again: () => void } {
  const [state, setState] = useState<Loaded<T>>({ value: null, trouble: null, isLoading: true })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    ask(abort.signal).then(
      (value) => abort.signal.aborted || setState({ value, trouble: null, isLoading: false }),
      (error) =>
        abort.signal.aborted || setState({ value: null, trouble: troubleOf(error), isLoading: false }),
    )
    return () => abort.abort()
  }, [...keys, round])
  return { ...state, again: () => setRound((n) => n + 1) }
}

/** What a failed call says. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refused)
    return {
      code: error.code,
      detail: error.detail,
      hints: error.errors.map(({ pointer, message }) => `${pointer || 'the request'}: ${message}`),
    }
  if (error instanceof Unreachable)
    return { code: 'unreachable', detail: 'The service did not answer. Is it running?', hints: [] }
  if (error instanceof BrokenAnswer) return { code: 'broken_answer', detail: error.message, hints: [] }
  return { code: 'failed', detail: error instanceof Error ? error.message : String(error), hints: [] }
}
