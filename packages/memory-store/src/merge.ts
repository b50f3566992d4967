import { insertSealed, insertSegment } from './append-segment.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import type { SealedBytes } from './sealed-bytes.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** Takes the namespace's merge lease until an instant; false when another holds it. */
export async function takeMergeLease(
  db: SqlDatabase,
  { ns, now, until }: { readonly ns: number; readonly now: number; readonly until: number },
): Promise<boolean> {
  const sql = 'UPDATE namespace SET merge_until = ?3 WHERE ns = ?1 AND merge_until <= ?2 RETURNING ns'
  const [rows] = await readRows(db, [{ sql, values: [ns, now, until] }])
  return rows!.length > 0
}

/** Gives a lease back before its time; does nothing when `until` is not the lease that stands. */
export async function releaseMergeLease(
  db: SqlDatabase,
  { ns, until }: { readonly ns: number; readonly until: number },
): Promise<void> {
  const sql = 'UPDATE namespace SET merge_until = 0 WHERE ns = ?1 AND merge_until = ?2'
  await readRows(db, [{ sql, values: [ns, until] }])
}

/** One segment in place of several. */
export interface Merge extends CommitRequest {
  /** seqs of the live segments it was made from */
  readonly inputs: readonly number[]
  /** the head the merge read: passages buried by then are not in it */
  readonly builtAt: number
  /** sealed: what an upload holds that was waited for */
  readonly segment: SegmentBytes | SealedBytes
}

/**
 * Swaps segments. `lost`: an input is no longer live, another merge came first, or the upload is gone or not yet to be named.
 * Inputs stay readable as of earlier versions until collected. A rebuild from rows is a merge of all live segments.
 */
export async function commitMerge(
  db: SqlDatabase,
  merge: Merge,
): Promise<CommitOutcome | { readonly kind: 'lost' }> {
  const { ns, inputs, builtAt, segment } = merge
  const seqs = JSON.stringify(inputs)
  const statements = [
    { sql: GUARD_INPUTS, values: [ns, seqs] },
    { sql: RETIRE_INPUTS, values: [ns, seqs] },
    ...('prefix' in segment
      ? [
          { sql: GUARD_UPLOAD, values: [ns, segment.prefix, merge.at] },
          ...insertSealed({ ns, segment, builtAt, inputs }),
        ]
      : await insertSegment({ ns, segment, builtAt, inputs })),
  ]
  const outcome = await sendCommit(db, {
    request: merge,
    operation: 'merge',
    statements,
    changes: NO_CHANGES,
  })
  if (outcome.kind !== 'refused') return outcome
  if (outcome.rule === 'merge_inputs' || outcome.rule === 'upload') return { kind: 'lost' }
  throw new Error(`no such guard: ${outcome.rule}`)
}

const GUARD_INPUTS = `INSERT INTO guard SELECT count(*) = json_array_length(?2), 'merge_inputs'
  FROM json_each(?2) i CROSS JOIN segment s ON s.ns = ?1 AND s.seq = i.value AND s.dead_at IS NULL`

/** KV caches that a key is missing: chunks are named only when that has run out everywhere. */
const GUARD_UPLOAD = `INSERT INTO guard SELECT EXISTS
  (SELECT 1 FROM upload WHERE ns = ?1 AND prefix = ?2 AND kind = 'merge' AND named_after <= ?3), 'upload'`

const RETIRE_INPUTS = `UPDATE segment SET dead_at = h.head FROM namespace h
  WHERE h.ns = ?1 AND segment.ns = ?1 AND segment.seq IN (SELECT value FROM json_each(?2))`
