import type { ReceiptSigner } from './receipt-signer.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** A live segment whose stored bytes cannot be read. */
export interface DamagedSegment {
  readonly ns: number
  readonly seq: number
  /** a name that no commit has had */
  readonly commitId: string
  /** ms since 1970 */
  readonly at: number
  readonly signer: ReceiptSigner
}

/**
 * Puts the inputs of a damaged sealed segment in its place again: `reverted`, and the index is whole at the new head. When they were
 * collected, or its own bytes are in rows, the namespace is marked to be rebuilt: `rebuild`. `gone`: it is no longer live, so whoever
 * reads the catalogue again does not meet it.
 */
export async function revertMerge(
  db: SqlDatabase,
  { ns, seq, commitId, at, signer }: DamagedSegment,
): Promise<'reverted' | 'rebuild' | 'gone'> {
  const outcome = await sendCommit(db, {
    request: { ns, commitId, requestHash: '', at, answer: '', signer },
    operation: 'revert',
    changes: NO_CHANGES,
    statements: [
      { sql: GUARD_LIVE, values: [ns, seq] },
      { sql: GUARD_INPUTS, values: [ns, seq] },
      { sql: REVIVE_INPUTS, values: [ns, seq] },
      { sql: KEEP_KEYS, values: [ns, seq, at] },
      { sql: 'DELETE FROM segment WHERE ns = ?1 AND seq = ?2', values: [ns, seq] },
    ],
  })
  if (outcome.kind !== 'refused') return 'reverted'
  if (outcome.rule === 'live') return 'gone'
  await askRebuild(db, { ns })
  return 'rebuild'
}

/** Marks every segment of a namespace as to be built anew from passages and facts; the next maintenance steps do it. */
export async function askRebuild(db: SqlDatabase, { ns }: { readonly ns: number }): Promise<void> {
  await readRows(db, [{ sql: 'UPDATE namespace SET rebuild_through = head WHERE ns = ?1', values: [ns] }])
}

const GUARD_LIVE = `INSERT INTO guard SELECT EXISTS
  (SELECT 1 FROM segment WHERE ns = ?1 AND seq = ?2 AND dead_at IS NULL), 'live'`

const GUARD_INPUTS = `INSERT INTO guard SELECT s.prefix IS NOT NULL AND json_array_length(s.inputs) > 0
    AND (SELECT count(*) FROM json_each(s.inputs) i CROSS JOIN segment g ON g.ns = ?1 AND g.seq = i.value
      AND g.dead_at = s.seq) = json_array_length(s.inputs), 'inputs'
  FROM segment s WHERE s.ns = ?1 AND s.seq = ?2`

const REVIVE_INPUTS = `UPDATE segment SET dead_at = NULL WHERE ns = ?1 AND dead_at = ?2
  AND seq IN (SELECT i.value FROM segment s CROSS JOIN json_each(s.inputs) i WHERE s.ns = ?1 AND s.seq = ?2)`

/** Readers may hold the catalogue that names them: the keys go like those of an upload given up now. */
const KEEP_KEYS = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys)
  SELECT ns, prefix, ?3, 'garbage', built_at, '[]', keys FROM segment WHERE ns = ?1 AND seq = ?2`
