import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** A bundle and its receipt as one JSON text, by the receipt's id. */
export interface StoredBundle {
  readonly ns: number
  readonly id: string
  readonly record: string
  /** ms */
  readonly at: number
}

/** Keeps a bundle, the same again without harm, and lets go of a few of the namespace that are older than `keptMs`. */
export async function keepBundle(
  db: SqlDatabase,
  { ns, id, record, at, keptMs }: StoredBundle & { readonly keptMs: number },
): Promise<void> {
  const keep = {
    sql: `INSERT INTO context_bundle (ns, id, record, at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (ns, id) DO UPDATE SET record = excluded.record, at = excluded.at`,
    values: [ns, id, record, at],
  }
  const forget = {
    sql: `DELETE FROM context_bundle WHERE ns = ?1 AND id IN
      (SELECT id FROM context_bundle INDEXED BY context_bundle_at WHERE ns = ?1 AND at < ?2 ORDER BY at LIMIT ?3)`,
    values: [ns, at - keptMs, FORGOTTEN_AT_ONCE],
  }
  await readRows(db, [keep, forget])
}

/** The JSON text of a bundle that was kept at `since` (ms) or later; null when there is none. */
export async function readBundle(
  db: SqlDatabase,
  { ns, id, since }: Pick<StoredBundle, 'ns' | 'id'> & { readonly since: number },
): Promise<string | null> {
  const sql = 'SELECT record FROM context_bundle WHERE ns = ?1 AND id = ?2 AND at >= ?3'
  const [rows] = await readRows(db, [{ sql, values: [ns, id, since] }])
  return (rows![0]?.record as string | undefined) ?? null
}

/** More than one, so that what is kept shrinks when writes slow down. */
const FORGOTTEN_AT_ONCE = 10
