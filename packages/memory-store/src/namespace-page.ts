import { type Namespace, namespaceOf } from './namespace.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** One page of all namespaces of all tenants, for maintenance; `after` is the last `ns` of the page before. */
export async function readNamespacePage(
  db: SqlDatabase,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Namespace[]> {
  const sql = 'SELECT * FROM namespace WHERE ns > ?1 ORDER BY ns LIMIT ?2'
  const [rows] = await readRows(db, [{ sql, values: [after, limit] }])
  return rows!.map(namespaceOf)
}

/** The largest `ns`, 0 where there is no namespace. */
export async function lastNamespace(db: SqlDatabase): Promise<number> {
  const [rows] = await readRows(db, [
    { sql: 'SELECT coalesce(max(ns), 0) AS last FROM namespace', values: [] },
  ])
  return rows![0]!.last as number
}
