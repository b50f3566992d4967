import type { ResearchKind } from './research.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** How many live research documents of each kind a namespace holds, in one trip. */
export async function countResearch(
  db: SqlDatabase,
  { ns }: { readonly ns: number },
): Promise<Readonly<Record<ResearchKind, number>>> {
  const sql = `SELECT kind, count(*) AS n FROM research INDEXED BY research_made WHERE ns = ?1 AND deleted_at IS NULL GROUP BY kind`
  const [rows] = await readRows(db, [{ sql, values: [ns] }])
  const counts = Object.fromEntries(rows!.map(({ kind, n }) => [kind, n as number]))
  return { source: 0, passage: 0, citation: 0, notebook: 0, ...counts }
}
