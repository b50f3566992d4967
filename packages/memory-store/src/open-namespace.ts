import { type Namespace, type NamespaceName, namespaceOf, selectNamespace } from './namespace.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** A namespace as a token finds it: whether the token (`jti`) was revoked, and the namespace, null before its first write. */
export interface OpenedNamespace {
  readonly revoked: boolean
  readonly namespace: Namespace | null
}

/** Looks a namespace up and the token with it, in one trip. */
export async function openNamespace(
  db: SqlDatabase,
  { jti, ...named }: NamespaceName & { readonly jti: string },
): Promise<OpenedNamespace> {
  const revocation = { sql: 'SELECT 1 FROM revocation WHERE jti = ?1', values: [jti] }
  const [revoked, rows] = await readRows(db, [revocation, selectNamespace(named)])
  return { revoked: revoked!.length > 0, namespace: rows![0] ? namespaceOf(rows![0]) : null }
}
