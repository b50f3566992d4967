import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'

/** Holds a stored state (null: none) against `If-Match` and `If-None-Match: *`. Throws `precondition_failed`. */
export function expectState(
  { ifMatch, ifAbsent }: Pick<Call<unknown>, 'ifMatch' | 'ifAbsent'>,
  etag: string | null,
): void {
  const isAsWanted =
    (ifMatch === null || (etag !== null && names(ifMatch, etag))) && !(ifAbsent && etag !== null)
  if (isAsWanted) return
  throw new Problem(
    'precondition_failed',
    'What is stored is another than `If-Match` names, or there is something and `If-None-Match: *` wants nothing. Read it, and send its ETag. Nothing was written.',
  )
}

/** Weak tags name nothing, as RFC 9110 has it. */
function names(ifMatch: string, etag: string): boolean {
  return ifMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim() === `"${etag}"`)
}
