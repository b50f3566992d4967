import { Problem } from '@cairn/http-kernel/problem'
import type { SessionCondition, SessionRead } from '@cairn/memory-store/session'
import { statesNamed } from './session-etag.ts'

/**
 * What an `If-Match` asks of the stored state. `readState` is called only for a list of tags: the one that names the state now is
 * taken. Throws `precondition_failed` where no tag can match.
 */
export async function conditionOf(
  ifMatch: string | null,
  readState: () => Promise<SessionRead>,
): Promise<SessionCondition> {
  if (ifMatch === null) return { kind: 'any' }
  const named = statesNamed(ifMatch)
  if (named === '*') return { kind: 'exists' }
  if (named.length === 1) return { kind: 'match', etag: named[0]! }
  const state = named.length === 0 ? null : await readState()
  if (state?.kind !== 'live' || !named.includes(state.session.etag)) throw preconditionFailed()
  return { kind: 'match', etag: state.session.etag }
}

export function preconditionFailed(): Problem {
  return new Problem(
    'precondition_failed',
    'The state is another than `If-Match` names, or there is one and `If-None-Match: *` wants none. Read it, and send its ETag in quotes. Nothing was written.',
  )
}
