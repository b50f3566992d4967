import { guardedBatch } from './guarded-batch.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** A live segment whose stored bytes cannot be read. */
export interface DamagedSegment {
  readonly ns: number
  readonly seq: number
  /** ms since 1970 */
  readonly at: number
}

/**
 * Puts the inputs of a damaged sealed segment in its place again: `reverted`, and the index is whole. It holds what it held, so this is
 * no commit and makes no version. When the inputs were collected, or its own bytes are in rows, the namespace is marked to be rebuilt:
 * `rebuild`. `gone`: it is no longer live, so whoever reads the catalogue again does not meet it.
 */
export async function revertMerge(
  db: SqlDatabase,
  { ns, seq, at }: DamagedSegment,
): Promise<'reverted' | 'rebuild' | 'gone'> {
  const rule = await guardedBatch(db, [
    { sql: GUARD_LIVE, values: [ns, seq] },
    { sql: GUARD_INPUTS, values: [ns, seq] },
    { sql: REVIVE_INPUTS, values: [ns, seq] },
    { sql: KEEP_KEYS, values: [ns, seq, at] },
    { sql: 'DELETE FROM segment WHERE ns = ?1 AND seq = ?2', values: [ns, seq] },
  ])
  if (rule === null) return 'reverted'
  if (rule === 'live') return 'gone'
  await askRebuild(db, { ns, through: seq })
  return 'rebuild'
}

/**
 * Marks the segments up to a seq as to be built anew; the next maintenance steps make one of all passages and facts in the place of
 * every live segment. `through` null: up to the newest.
 */
export async function askRebuild(
  db: SqlDatabase,
  { ns, through }: { readonly ns: number; readonly through: number | null },
): Promise<void> {
  const sql = 'UPDATE namespace SET rebuild_through = max(rebuild_through, coalesce(?2, head)) WHERE ns = ?1'
  await readRows(db, [{ sql, values: [ns, through] }])
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
