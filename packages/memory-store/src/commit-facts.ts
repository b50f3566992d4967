import { commitmentOf, type Sha256 } from '@cairn/contract/receipts'
import { appendSegment, guardBacklog } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOpening } from './commitments.ts'
import { guardCurrent, type SeenSlug } from './guard-current.ts'
import { type FactRefusal, refusedFact } from './guard-facts.ts'
import { insertFacts } from './insert-facts.ts'
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

/** Refusals, nothing written. `precondition`: other facts are current than the writer saw. */
export type FactsOutcome =
  | CommitOutcome
  | FactRefusal
  | { readonly kind: 'over_quota' | 'backlog' | 'precondition' }

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
  { ns, facts, segment, seen, quota }: FactsCommit,
  salted: readonly SaltedFact[],
): Promise<Statement[]> {
  const bytes = facts.reduce((sum, { value }) => sum + jsonBytes(value), 0)
  const count = 'UPDATE namespace SET facts = facts + ?2, bytes = bytes + ?3 WHERE ns = ?1'
  const recorded = { isIndexed: segment !== null, past: null }
  return [
    ...guardCurrent(ns, seen),
    ...insertFacts(
      ns,
      salted.map((one) => ({ ...one, ...recorded })),
    ),
    { sql: count, values: [ns, facts.length, bytes] },
    guardQuota(ns, quota),
    ...(segment === null ? [] : [guardBacklog(ns, 'small'), ...(await appendSegment(ns, segment))]),
  ]
}

function refusal({ rule }: Refused): FactsOutcome {
  const refused = refusedFact(rule)
  if (refused !== null) return refused
  if (rule === 'over_quota' || rule === 'precondition' || rule === 'backlog') return { kind: rule }
  throw new Error(`no such guard: ${rule}`)
}
