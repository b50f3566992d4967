import { commitmentOf, type Sha256 } from '@cairn/contract/receipts'
import { appendSegment, guardBacklog } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOpening } from './commitments.ts'
import { factOf, factRef } from './fact-row.ts'
import { guardCurrent, type SeenSlug } from './guard-current.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { type Refused, sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'

/** Says of a fact that it was wrong. */
export interface Retraction extends CommitRequest {
  readonly factId: string
  /** JSON text, shown in the history */
  readonly reason: string | null
  /** buries the fact's passage: its terms as negative counts; null: it has none in the index */
  readonly segment: SegmentBytes | null
  /** what must still be current; null: anything may be */
  readonly seen: SeenSlug | null
}

/** Says of a fact that it was found to hold still. */
export interface Reverification extends CommitRequest {
  readonly factId: string
  readonly seen: SeenSlug | null
}

/** `unknown`: no such fact. `retracted`: it had been retracted before. `precondition`: other facts are current than the writer saw.
 * `indexed`: the index holds the fact and there is no segment to bury it, or the other way round; read it again. */
export type FactChangeOutcome = CommitOutcome | { readonly kind: FactChangeRefusal }

export type FactChangeRefusal = 'unknown' | 'retracted' | 'precondition' | 'backlog' | 'indexed'

/** Retracts a fact and takes it out of the index; it stays in the history. */
export async function commitRetraction(db: SqlDatabase, retraction: Retraction): Promise<FactChangeOutcome> {
  const { ns, factId, reason, segment, seen } = retraction
  const statements = [
    ...guardCurrent(ns, seen),
    ...guardLive(ns, factId),
    { sql: GUARD_INDEXED, values: [...target(ns, factId), segment === null ? 0 : 1] },
    change('retracted_at = h.head_at, retraction = ?4', [...target(ns, factId), reason]),
    ...(segment === null ? [] : await bury(ns, factId, segment)),
  ]
  const changes = { retired: await factCommitments(db, retraction) }
  return settle(await sendCommit(db, { request: retraction, operation: 'retract', statements, changes }))
}

/** Sets when a fact was last found to hold: the commit's time, never earlier than before. */
export async function commitReverification(
  db: SqlDatabase,
  reverification: Reverification,
): Promise<FactChangeOutcome> {
  const { ns, factId, seen } = reverification
  const set = change('reverified_at = max(coalesce(reverified_at, 0), h.head_at)', target(ns, factId))
  const statements = [...guardCurrent(ns, seen), ...guardLive(ns, factId), set]
  const changes = { reverified: await factCommitments(db, reverification) }
  return settle(await sendCommit(db, { request: reverification, operation: 'reverify', statements, changes }))
}

/** The commitment that the fact's own receipt gave it; none for an unknown fact, or one of before there were receipts. */
async function factCommitments(
  db: SqlDatabase,
  { ns, factId }: Pick<Retraction, 'ns' | 'factId'>,
): Promise<readonly Sha256[]> {
  const sql = 'SELECT * FROM fact WHERE ns = ?1 AND batch = ?2 AND ordinal = ?3 AND salt IS NOT NULL'
  const [rows] = await readRows(db, [{ sql, values: target(ns, factId) }])
  return Promise.all(
    rows!.map(async (row) => commitmentOf(await factOpening(factOf(row), row.salt as string))),
  )
}

async function bury(ns: number, factId: string, segment: SegmentBytes): Promise<Statement[]> {
  return [
    { sql: BURY, values: target(ns, factId) },
    guardBacklog(ns, 'small'),
    ...(await appendSegment(ns, segment)),
  ]
}

const GUARD_INDEXED = `INSERT INTO guard
  SELECT indexed = ?4, 'indexed' FROM fact WHERE ns = ?1 AND batch = ?2 AND ordinal = ?3`

const BURY = `INSERT INTO tombstone (ns, batch, ordinal, version)
  SELECT ns, ?2, ?3, head FROM namespace WHERE ns = ?1`

function guardLive(ns: number, factId: string): Statement[] {
  const fact = 'FROM fact WHERE ns = ?1 AND batch = ?2 AND ordinal = ?3'
  return [
    { sql: `INSERT INTO guard SELECT EXISTS (SELECT 1 ${fact}), 'unknown'`, values: target(ns, factId) },
    { sql: `INSERT INTO guard SELECT retracted_at IS NULL, 'retracted' ${fact}`, values: target(ns, factId) },
  ]
}

function change(set: string, values: Statement['values']): Statement {
  const sql = `UPDATE fact SET ${set} FROM namespace h WHERE h.ns = ?1 AND fact.ns = ?1 AND batch = ?2 AND ordinal = ?3`
  return { sql, values }
}

function target(ns: number, factId: string): [number, number | null, number | null] {
  const ref = factRef(factId)
  return [ns, ref?.batch ?? null, ref?.ordinal ?? null]
}

function settle(outcome: CommitOutcome | Refused): FactChangeOutcome {
  if (outcome.kind !== 'refused') return outcome
  const { rule } = outcome
  if (
    rule === 'unknown' ||
    rule === 'retracted' ||
    rule === 'precondition' ||
    rule === 'backlog' ||
    rule === 'indexed'
  )
    return { kind: rule }
  throw new Error(`no such guard: ${rule}`)
}
