import { Problem } from '@cairn/http-kernel/problem'
import type { FactsOutcome, SupersedesFault } from '@cairn/memory-store/commit-facts'

/** The ways a commit of facts can end that a client is refused for. */
export type FactsRefusal = Extract<
  FactsOutcome,
  { readonly kind: 'conflict_id' | 'supersedes' | 'over_quota' | 'backlog' }
>

/** The problem a refused commit of facts is. */
export function factsProblem(refusal: FactsRefusal): Problem {
  switch (refusal.kind) {
    case 'conflict_id':
      return new Problem(
        'idempotency_mismatch',
        'The Idempotency-Key came with another request before. Use a new one.',
      )
    case 'over_quota':
      return overQuota()
    case 'backlog':
      return new Problem(
        'index_backlog',
        'Too much waits to be merged into the index. Send the same request again.',
      )
    case 'supersedes':
      return supersedesConflict(refusal.why)
    default:
      return refusal satisfies never
  }
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

function supersedesConflict(why: SupersedesFault): Problem {
  const message = `\`supersedes\` is refused: ${FAULTS[why]}`
  return new Problem('supersedes_conflict', `${message}. Nothing was written.`, {
    errors: [{ pointer: '/supersedes', rule: why, message }],
  })
}
