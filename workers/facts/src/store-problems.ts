import { Problem } from '@cairn/http-kernel/problem'
import type { FactsOutcome } from '@cairn/memory-store/commit-facts'
import type { SupersedesFault } from '@cairn/memory-store/guard-facts'
import { preconditionFailed } from './facts/seen-slug.ts'

/** The ways a commit of facts can end that a client is refused for. */
export type FactsRefusal = Exclude<
  FactsOutcome,
  { readonly kind: 'committed' | 'repeated' | 'repeat' | 'repeat_within' }
>

/** The problem a refused commit of facts is. `pointerTo`: where in the body the fact of that place in the commit stands. */
export function factsProblem(refusal: FactsRefusal, pointerTo: (index: number) => string): Problem {
  switch (refusal.kind) {
    case 'conflict_id':
      return new Problem(
        'idempotency_mismatch',
        'The Idempotency-Key came with another request before. Use a new one.',
      )
    case 'over_quota':
      return overQuota()
    case 'backlog':
      return backlog()
    case 'precondition':
      return preconditionFailed()
    case 'supersedes':
      return supersedesConflict(refusal.why, pointerTo(refusal.index))
    default:
      return refusal satisfies never
  }
}

/** More waits to be merged than may. */
export function backlog(): Problem {
  return new Problem(
    'index_backlog',
    'Too much waits to be merged into the index. Send the same request again.',
  )
}

/** A namespace that holds as much as it may. */
export function overQuota(): Problem {
  return new Problem('quota_exceeded', 'The namespace holds as many bytes as its quota allows.')
}

const FAULTS: Readonly<Record<SupersedesFault, string>> = {
  unknown: 'no fact of this namespace has that id',
  foreign: 'it is a fact of another entity or key',
  itself: 'a fact does not replace itself',
  retired: 'it was retracted or replaced already',
}

function supersedesConflict(why: SupersedesFault, pointer: string): Problem {
  const message = `\`supersedes\` is refused: ${FAULTS[why]}`
  return new Problem('supersedes_conflict', `${message}. Nothing was written.`, {
    errors: [{ pointer: `${pointer}/supersedes`, rule: why, message }],
  })
}
