import { appendSegment, guardBacklog } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { factOf } from './fact-row.ts'
import { jsonLists } from './json-lists.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

/** Facts that no segment holds and that were not retracted: those of before facts were indexed. */
export const UNINDEXED_FACTS =
  'fact INDEXED BY fact_unindexed WHERE ns = ?1 AND indexed = 0 AND retracted_at IS NULL'

/** Up to 100 facts of a namespace that are in no segment, by pointer. */
export async function readUnindexedFacts(
  db: SqlDatabase,
  { ns }: { readonly ns: number },
): Promise<StoredFact[]> {
  const sql = `SELECT *, 0 AS current, NULL AS superseded_by FROM ${UNINDEXED_FACTS}
    ORDER BY batch, ordinal LIMIT 100`
  const [rows] = await readRows(db, [{ sql, values: [ns] }])
  return rows!.map(factOf)
}

/** Stored facts that come into the index. */
export interface FactsIndexing extends CommitRequest {
  readonly facts: readonly Pick<StoredFact, 'batch' | 'ordinal'>[]
  /** holds a passage of each, at the pointer that the fact has */
  readonly segment: SegmentBytes
}

/**
 * Puts stored facts into the index. `lost`: one of them was retracted, erased or indexed meanwhile, or a rebuild reads rows, which may
 * have read past these. Like a merge it changes what things are found by, not what is stored.
 */
export async function commitFactsIndexing(
  db: SqlDatabase,
  indexing: FactsIndexing,
): Promise<CommitOutcome | { readonly kind: 'lost' | 'backlog' }> {
  const { ns, facts, segment } = indexing
  const [refs] = jsonLists(facts.map(({ batch, ordinal }) => [batch, ordinal]))
  const outcome = await sendCommit(db, {
    request: indexing,
    operation: 'merge',
    statements: [
      { sql: GUARD_UNINDEXED, values: [ns, refs!, facts.length] },
      { sql: GUARD_NO_REBUILD, values: [ns] },
      { sql: INDEX, values: [ns, refs!] },
      guardBacklog(ns, 'small'),
      ...(await appendSegment(ns, segment)),
    ],
    changes: NO_CHANGES,
  })
  if (outcome.kind !== 'refused') return outcome
  if (outcome.rule === 'lost' || outcome.rule === 'backlog') return { kind: outcome.rule }
  throw new Error(`no such guard: ${outcome.rule}`)
}

const GUARD_UNINDEXED = `INSERT INTO guard SELECT count(*) = ?3, 'lost' FROM json_each(?2) n
  CROSS JOIN fact f ON f.ns = ?1 AND f.batch = n.value->>0 AND f.ordinal = n.value->>1 WHERE f.indexed = 0 AND f.retracted_at IS NULL`

const GUARD_NO_REBUILD = `INSERT INTO guard SELECT NOT EXISTS
  (SELECT 1 FROM upload INDEXED BY upload_working WHERE ns = ?1 AND kind <> 'garbage' AND kind = 'rebuild'), 'lost'`

const INDEX = `UPDATE fact SET indexed = 1
  WHERE ns = ?1 AND (batch, ordinal) IN (SELECT value->>0, value->>1 FROM json_each(?2))`
