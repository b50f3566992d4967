import { commitmentOf, type Sha256 } from '@cairn/contract/receipts'
import { appendSegment, guardBacklog } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOpening } from './commitments.ts'
import { guardCurrent, type SeenSlug } from './guard-current.ts'
import { insertFact } from './insert-fact.ts'
import { jsonBytes } from './json-lists.ts'
import { guardQuota, type Quota } from './quota.ts'
import { freshSalt } from './receipt-signer.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { type Refused, sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { Statement } from './statement.ts'
import type { NewFact } from './stored-fact.ts'

/** One commit of 1 to 100 facts; the n-th gets ordinal n and the id `factId(version, n)`. */
export interface FactsCommit extends CommitRequest {
  readonly facts: readonly NewFact[]
  /** holds one passage a fact, in order; null: the facts are kept, and no search finds them */
  readonly segment: SegmentBytes | null
  /** what must still be current; null: anything may be */
  readonly seen: SeenSlug | null
  readonly quota: Quota
}

/**
 * Refusals, nothing written. `repeat`: the fact at `index` says what its predecessor `factId` says, it exists already.
 * `repeat_within`: it repeats the one at `of` in this commit. `supersedes`: its target cannot be superseded, and why. `precondition`:
 * other facts are current than the writer saw.
 */
export type FactsOutcome =
  | CommitOutcome
  | { readonly kind: 'repeat'; readonly index: number; readonly factId: string }
  | { readonly kind: 'repeat_within'; readonly index: number; readonly of: number }
  | { readonly kind: 'supersedes'; readonly index: number; readonly why: SupersedesFault }
  | { readonly kind: 'over_quota' | 'backlog' | 'precondition' }

/** `foreign`: a fact of another slug. `retired`: retracted, or superseded already. */
export type SupersedesFault = 'unknown' | 'foreign' | 'itself' | 'retired'

/** Writes facts in one commit; writers of one slug never wait for each other, since truth is an order and not a flag. */
export async function commitFacts(db: SqlDatabase, commit: FactsCommit): Promise<FactsOutcome> {
  const salted = commit.facts.map((fact) => ({ fact, salt: freshSalt(commit.signer) }))
  const outcome = await sendCommit(db, {
    request: commit,
    operation: 'facts',
    statements: await statementsOf(commit, salted),
    changes: { written: await Promise.all(salted.map(factCommitment)) },
  })
  return outcome.kind === 'refused' ? refusal(outcome) : outcome
}

interface SaltedFact {
  readonly fact: NewFact
  readonly salt: string
}

async function factCommitment({ fact, salt }: SaltedFact): Promise<Sha256> {
  return commitmentOf(await factOpening(fact, salt))
}

async function statementsOf(
  { ns, at, facts, segment, seen, quota }: FactsCommit,
  salted: readonly SaltedFact[],
): Promise<Statement[]> {
  const bytes = facts.reduce((sum, { value }) => sum + jsonBytes(value), 0)
  const count = 'UPDATE namespace SET facts = facts + ?2, bytes = bytes + ?3 WHERE ns = ?1'
  return [
    ...guardCurrent(ns, seen),
    ...salted.flatMap((one, ordinal) => insertFact({ ns, ...one, ordinal, at, isIndexed: segment !== null })),
    { sql: count, values: [ns, facts.length, bytes] },
    guardQuota(ns, quota),
    ...(segment === null ? [] : [guardBacklog(ns, 'small'), ...(await appendSegment(ns, segment))]),
  ]
}

function refusal({ rule }: Refused): FactsOutcome {
  const [kind, index, detail] = rule.split(':') as [string, string, string]
  switch (kind) {
    case 'repeat':
      return { kind, index: Number(index), factId: detail }
    case 'repeat_within':
      return { kind, index: Number(index), of: Number(detail) }
    case 'supersedes':
      return { kind, index: Number(index), why: detail as SupersedesFault }
    case 'over_quota':
    case 'precondition':
    case 'backlog':
      return { kind }
    default:
      throw new Error(`no such guard: ${rule}`)
  }
}
