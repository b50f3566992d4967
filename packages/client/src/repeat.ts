import { BrokenAnswer } from './broken-answer.ts'
import { Refused } from './refused.ts'
import type { Time } from './time.ts'
import { Unreachable } from './unreachable.ts'

/** What is known when a call has failed. */
export interface Attempted {
  /** How often it was sent again so far. */
  readonly repeats: number
  readonly retries: number
  /** Whether sending it again after an unknown outcome changes nothing. */
  readonly isRepeatable: boolean
  readonly time: Time
}

const PAUSE_MS_FIRST = 250
const PAUSE_MS_MAX = 10_000
/** Answers of a service, or of what stands before it, that is busy or away for a while. */
const STATUSES_PASSING = new Set<number | null>([429, 502, 503, 504])

/** Milliseconds to wait before the call is sent again; null when it should not be. */
export function pauseBeforeRepeat(failure: unknown, attempted: Attempted): number | null {
  if (attempted.repeats >= attempted.retries || !mayPass(failure, attempted.isRepeatable)) return null
  const asked = failure instanceof Refused ? failure.retryAfter : null
  const { time, repeats } = attempted
  return asked === null ? backoff(repeats, time) : asked * 1000 + time.random() * PAUSE_MS_FIRST
}

/** A pause that doubles with each repeat, up to 10 seconds, and is at least half and at most all of that. */
export function backoff(repeats: number, time: Time): number {
  const most = Math.min(PAUSE_MS_MAX, PAUSE_MS_FIRST * 2 ** repeats)
  return (most / 2) * (1 + time.random())
}

/** Too many requests are refused before anything is done, so that repeating is safe for every call. */
function mayPass(failure: unknown, isRepeatable: boolean): boolean {
  if (failure instanceof Refused && failure.status === 429) return true
  if (!isRepeatable) return false
  if (failure instanceof Refused) return STATUSES_PASSING.has(failure.status) || failure.retryAfter !== null
  if (failure instanceof BrokenAnswer)
    return failure.why === 'cut_off' || STATUSES_PASSING.has(failure.status)
  return failure instanceof Unreachable && failure.why === 'network'
}
