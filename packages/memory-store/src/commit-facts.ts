import { commitmentOf, type Sha256 } from '@cairn/contract/receipts'
import { appendSegment, guardBacklog } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOpening } from './commitments.ts'
import { insertFact, selectRepeated } from './insert-fact.ts'
import { jsonBytes } from './json-lists.ts'
import { guardQuota, type Quota } from './quota.ts'
import { freshSalt } from './receipt-signer.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { type Refused, sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'
import type { NewFact } from './stored-fact.ts'

/** One commit of 1 to 100 facts; the n-th gets ordinal n and the id `factId(version, n)`. */
export interface FactsCommit extends CommitRequest {
  readonly facts: readonly NewFact[]
  /** holds one passage a fact, in order; null: the facts are kept, and no search finds them */
  readonly segment: SegmentBytes | null
  readonly quota: Quota
}

/**
 * Refusals, nothing written. `repeat`: the fact at `index` says what its predecessor `factId` says, it exists already.
 * `repeat_within`: it repeats the one at `of` in this commit. `supersedes`: its target cannot be superseded, and why.
 */
export type FactsOutcome =
  | CommitOutcome
  | { readonly kind: 'repeat'; readonly index: number; readonly factId: string }
  | { readonly kind: 'repeat_within'; readonly index: number; readonly of: number }
  | { readonly kind: 'supersedes'; readonly index: number; readonly why: SupersedesFault }
  | { readonly kind: 'over_quota' | 'backlog' }

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

/** For each fact the id of the one it would repeat if it were sent at `at`, or null. A commit decides again for itself. */
export async function findRepeats(
  db: SqlDatabase,
  { ns, facts, at }: Pick<FactsCommit, 'ns' | 'facts' | 'at'>,
): Promise<(string | null)[]> {
  const results = await readRows(
    db,
    facts.map((fact) => selectRepeated(ns, fact, at)),
  )
  return results.map((rows) => (rows[0]?.fact_id as string | undefined) ?? null)
}

interface SaltedFact {
  readonly fact: NewFact
  readonly salt: string
}

async function factCommitment({ fact, salt }: SaltedFact): Promise<Sha256> {
  return commitmentOf(await factOpening(fact, salt))
}

async function statementsOf(
  { ns, at, facts, segment, quota }: FactsCommit,
  salted: readonly SaltedFact[],
): Promise<Statement[]> {
  const bytes = facts.reduce((sum, { value }) => sum + jsonBytes(value), 0)
  const count = 'UPDATE namespace SET facts = facts + ?2, bytes = bytes + ?3 WHERE ns = ?1'
  return [
    ...salted.flatMap((one, ordinal) => insertFact({ ns, ...one, ordinal, at })),
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
    case 'backlog':
      return { kind }
    default:
      throw new Error(`no such guard: ${rule}`)
  }
}
