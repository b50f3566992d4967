import { commitmentOf } from '@cairn/contract/receipts'
import { appendSegment } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOpening } from './commitments.ts'
import { factOf } from './fact-row.ts'
import { jsonBytes, jsonLists } from './json-lists.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

/** A fact as an erasure sees it. */
export interface ErasableFact {
  readonly fact: StoredFact
  /** whether a segment counts it: it is to be buried */
  readonly isIndexed: boolean
  readonly salt: string | null
}

/** Up to 100 facts of an entity, retracted ones too. */
export async function readErasableFacts(
  db: SqlDatabase,
  { ns, entity }: { readonly ns: number; readonly entity: string },
): Promise<ErasableFact[]> {
  const sql = `SELECT *, 0 AS current, NULL AS superseded_by FROM fact INDEXED BY fact_order WHERE ns = ?1 AND entity = ?2
    ORDER BY key, effective_at, recorded_at, batch, ordinal LIMIT 100`
  const [rows] = await readRows(db, [{ sql, values: [ns, entity] }])
  return rows!.map((row) => ({
    fact: factOf(row),
    isIndexed: row.indexed === 1 && row.retracted_at === null,
    salt: row.salt as string | null,
  }))
}

/** Facts that leave the rows; `segment` holds the indexed ones as negative counts, null where there are none. */
export interface FactErasure extends CommitRequest {
  readonly facts: readonly ErasableFact[]
  readonly segment: SegmentBytes | null
}

/** Deletes facts from the rows, with their history and their salts. `changed`: one of them was retracted, erased or indexed meanwhile. */
export async function commitFactErasure(
  db: SqlDatabase,
  erasure: FactErasure,
): Promise<CommitOutcome | { readonly kind: 'changed' }> {
  const { ns, facts, segment } = erasure
  const refsOf = (some: readonly ErasableFact[]) =>
    jsonLists(some.map(({ fact }) => [fact.batch, fact.ordinal]))[0] ?? '[]'
  const indexed = facts.filter(({ isIndexed }) => isIndexed)
  const standing = JSON.stringify(
    facts.map(({ fact, isIndexed }) => [fact.batch, fact.ordinal, isIndexed ? 1 : 0]),
  )
  const bytes = facts.reduce((sum, { fact }) => sum + jsonBytes(fact.value), 0)
  const salted = facts.filter(({ salt }) => salt !== null)
  const outcome = await sendCommit(db, {
    request: erasure,
    operation: 'erase',
    statements: [
      { sql: GUARD_INDEXED, values: [ns, standing] },
      { sql: BURY, values: [ns, refsOf(indexed)] },
      { sql: DELETE, values: [ns, refsOf(facts)] },
      {
        sql: 'UPDATE namespace SET facts = facts - ?2, bytes = bytes - ?3 WHERE ns = ?1',
        values: [ns, facts.length, bytes],
      },
      ...(segment === null ? [] : await appendSegment(ns, segment)),
    ],
    changes: {
      retired: await Promise.all(
        salted.map(async ({ fact, salt }) => commitmentOf(await factOpening(fact, salt!))),
      ),
    },
  })
  if (outcome.kind !== 'refused') return outcome
  if (outcome.rule === 'changed') return { kind: 'changed' }
  throw new Error(`no such guard: ${outcome.rule}`)
}

/** What is buried is what a segment holds, no more and no less. */
const GUARD_INDEXED = `INSERT INTO guard SELECT NOT EXISTS (SELECT 1 FROM json_each(?2) n
  LEFT JOIN fact f ON f.ns = ?1 AND f.batch = n.value->>0 AND f.ordinal = n.value->>1
  WHERE (f.indexed = 1 AND f.retracted_at IS NULL) IS NOT n.value->>2), 'changed'`

const BURY = `INSERT INTO tombstone (ns, batch, ordinal, version)
  SELECT h.ns, n.value->>0, n.value->>1, h.head FROM namespace h CROSS JOIN json_each(?2) n WHERE h.ns = ?1`

const DELETE = `DELETE FROM fact WHERE ns = ?1 AND (batch, ordinal) IN (SELECT value->>0, value->>1 FROM json_each(?2))`
