import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { PassageRef } from './stored-passage.ts'

/** The passages buried in versions after `after` up to and including `through`, in one trip. */
export async function readTombstones(
  db: SqlDatabase,
  { ns, after, through }: { readonly ns: number; readonly after: number; readonly through: number },
): Promise<PassageRef[]> {
  const sql = 'SELECT batch, ordinal FROM tombstone WHERE ns = ?1 AND version > ?2 AND version <= ?3'
  const [rows] = await readRows(db, [{ sql, values: [ns, after, through] }])
  return rows!.map((row) => ({ batch: row.batch as number, ordinal: row.ordinal as number }))
}
