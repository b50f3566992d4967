import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** An upload nobody works on or waits for any more. */
export interface Garbage {
  readonly ns: number
  readonly prefix: string
  /** chunks below this number may still be there */
  readonly keys: number
}

/** How long an upload may lie before it counts as given up, ms. */
export const UPLOAD_KEPT_MS = 60 * 60 * 1000

/** Some uploads whose keys are to be deleted, in one trip; what lay for an hour can no longer be continued. */
export async function readGarbage(
  db: SqlDatabase,
  { ns, at }: { readonly ns: number; readonly at: number },
): Promise<Garbage[]> {
  const old = at - UPLOAD_KEPT_MS
  const [, rows] = await readRows(db, [
    {
      sql: `UPDATE upload INDEXED BY upload_working SET kind = 'garbage', progress = NULL
        WHERE ns = ?1 AND kind <> 'garbage' AND at <= ?2`,
      values: [ns, old],
    },
    {
      sql: `SELECT ns, prefix, keys FROM upload WHERE ns = ?1 AND kind = 'garbage' AND at <= ?2 LIMIT ${UPLOADS_MAX}`,
      values: [ns, old],
    },
  ])
  return rows!.map((row) => ({
    ns: row.ns as number,
    prefix: row.prefix as string,
    keys: row.keys as number,
  }))
}

const UPLOADS_MAX = 100

/** Notes that chunks from `keys` on are deleted; an upload without any goes. */
export async function forgetKeys(db: SqlDatabase, { ns, prefix, keys }: Garbage): Promise<void> {
  const rest = "UPDATE upload SET keys = ?3 WHERE ns = ?1 AND prefix = ?2 AND kind = 'garbage'"
  await readRows(db, [
    { sql: rest, values: [ns, prefix, keys] },
    {
      sql: "DELETE FROM upload WHERE ns = ?1 AND prefix = ?2 AND kind = 'garbage' AND keys = 0",
      values: [ns, prefix],
    },
  ])
}
