import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/**
 * Takes away, without waiting, the replaced segments that may hold what was buried by a version, and tells how much is left that may: live
 * segments, uploads, and keys in KV that are still to be deleted. Reads as of earlier versions are no longer whole.
 */
export async function purgeSegments(
  db: SqlDatabase,
  { ns, through }: { readonly ns: number; readonly through: number },
): Promise<number> {
  const results = await readRows(db, [
    { sql: 'UPDATE namespace SET collected_through = head WHERE ns = ?1 AND ?2 > 0', values: [ns, through] },
    { sql: `DELETE FROM segment_chunk WHERE ns = ?1 AND seq IN (${DEAD})`, values: [ns, through] },
    { sql: RELEASE_KEYS, values: [ns, through] },
    { sql: `DELETE FROM segment WHERE ns = ?1 AND seq IN (${DEAD})`, values: [ns, through] },
    { sql: LIVE_LEFT, values: [ns, through] },
    { sql: UPLOADS_LEFT, values: [ns, through] },
    { sql: KEYS_LEFT, values: [ns] },
  ])
  return results.slice(-3).reduce((sum, rows) => sum + (rows[0]!.n as number), 0)
}

/** A segment lacks only what was buried by the version it was built at. */
const HOLDS = '(seq <= ?2 OR built_at < ?2)'

const DEAD = `SELECT seq FROM segment INDEXED BY segment_dead WHERE ns = ?1 AND dead_at > 0 AND ${HOLDS}`

const RELEASE_KEYS = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys)
  SELECT ns, prefix, 0, 'garbage', built_at, '[]', keys FROM segment WHERE ns = ?1 AND prefix IS NOT NULL AND seq IN (${DEAD})`

const LIVE_LEFT = `SELECT count(*) AS n FROM segment INDEXED BY segment_live WHERE ns = ?1 AND dead_at IS NULL AND ${HOLDS}`

const UPLOADS_LEFT = `SELECT count(*) AS n FROM upload INDEXED BY upload_working WHERE ns = ?1 AND kind <> 'garbage' AND built_at < ?2`

const KEYS_LEFT = `SELECT count(*) AS n FROM upload INDEXED BY upload_garbage WHERE ns = ?1 AND at >= 0 AND kind = 'garbage'`
