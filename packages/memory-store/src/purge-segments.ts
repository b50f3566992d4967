import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/**
 * Takes away the replaced segments up to a version without waiting, and tells what is left: `live` segments up to it, and `keys` in KV
 * that are still to be deleted. Reads as of earlier versions are no longer whole.
 */
export async function purgeSegments(
  db: SqlDatabase,
  { ns, through }: { readonly ns: number; readonly through: number },
): Promise<{ readonly live: number; readonly keys: number }> {
  const dead = 'SELECT seq FROM segment INDEXED BY segment_dead WHERE ns = ?1 AND dead_at > 0 AND seq <= ?2'
  const results = await readRows(db, [
    {
      sql: 'UPDATE namespace SET collected_through = head WHERE ns = ?1 AND ?2 > 0',
      values: [ns, through],
    },
    { sql: `DELETE FROM segment_chunk WHERE ns = ?1 AND seq IN (${dead})`, values: [ns, through] },
    {
      sql: `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys)
        SELECT ns, prefix, 0, 'garbage', built_at, '[]', keys FROM segment WHERE ns = ?1 AND prefix IS NOT NULL AND seq IN (${dead})`,
      values: [ns, through],
    },
    { sql: `DELETE FROM segment WHERE ns = ?1 AND seq IN (${dead})`, values: [ns, through] },
    {
      sql: 'SELECT count(*) AS n FROM segment INDEXED BY segment_live WHERE ns = ?1 AND seq <= ?2 AND dead_at IS NULL',
      values: [ns, through],
    },
    {
      sql: `SELECT count(*) AS n FROM upload INDEXED BY upload_garbage WHERE ns = ?1 AND at >= 0 AND kind = 'garbage'`,
      values: [ns],
    },
  ])
  return { live: results[4]![0]!.n as number, keys: results[5]![0]!.n as number }
}

/** Asks maintenance to build all segments anew from rows: those up to the head hold what is to go. */
export async function rebuildAll(db: SqlDatabase, { ns }: { readonly ns: number }): Promise<void> {
  await readRows(db, [{ sql: 'UPDATE namespace SET rebuild_through = head WHERE ns = ?1', values: [ns] }])
}
