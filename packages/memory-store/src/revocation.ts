import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** Revokes a token for good. `expiresAt` is the token's own `exp` in ms: after it the row may be collected. */
export async function revokeToken(
  db: SqlDatabase,
  {
    jti,
    tenant,
    at,
    expiresAt,
  }: { readonly jti: string; readonly tenant: string; readonly at: number; readonly expiresAt: number },
): Promise<void> {
  const sql = 'INSERT OR IGNORE INTO revocation (jti, tenant, revoked_at, expires_at) VALUES (?1, ?2, ?3, ?4)'
  await readRows(db, [{ sql, values: [jti, tenant, at, expiresAt] }])
}

/** Whether a token is revoked; a catalogue read answers this in its own trip. */
export async function isRevoked(db: SqlDatabase, { jti }: { readonly jti: string }): Promise<boolean> {
  const [rows] = await readRows(db, [{ sql: 'SELECT 1 FROM revocation WHERE jti = ?1', values: [jti] }])
  return rows!.length > 0
}

/** Deletes revocations of tokens that have expired by themselves; answers how many. */
export async function collectRevocations(db: SqlDatabase, { at }: { readonly at: number }): Promise<number> {
  const sql = 'DELETE FROM revocation WHERE expires_at <= ?1 RETURNING jti'
  const [rows] = await readRows(db, [{ sql, values: [at] }])
  return rows!.length
}
