import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'

/** What is to be erased. */
export type ErasureTarget =
  | { readonly scope: 'document'; readonly source: string; readonly document: string }
  | { readonly scope: 'source'; readonly source: string }
  | { readonly scope: 'entity'; readonly entity: string }
  | { readonly scope: 'namespace' }

/** How much left the rows. */
export interface Removed {
  readonly documents: number
  readonly facts: number
  readonly research: number
}

/** An erasure and how far it is. */
export interface Erasure {
  readonly ns: number
  readonly id: string
  readonly requestHash: string
  readonly scope: ErasureTarget['scope']
  /** null once it is finished: nothing names any more what it was */
  readonly target: ErasureTarget | null
  /** segments up to this one may still hold bytes; null while rows do */
  readonly version: number | null
  readonly removed: Removed
  /** of the last commit that removed anything */
  readonly receipt: string | null
  /** ms */
  readonly requestedAt: number
  readonly finishedAt: number | null
}

/** Notes an erasure, or gives the one that was noted under the same id before. */
export async function beginErasure(
  db: SqlDatabase,
  {
    ns,
    id,
    requestHash,
    target,
    at,
  }: Pick<Erasure, 'ns' | 'id' | 'requestHash'> & { readonly target: ErasureTarget; readonly at: number },
): Promise<Erasure> {
  const sql = `INSERT OR IGNORE INTO erasure (ns, id, request_hash, scope, target, removed, requested_at)
    VALUES (?1, ?2, ?3, ?4, ?5, '{"documents":0,"facts":0,"research":0}', ?6)`
  const [, rows] = await readRows(db, [
    { sql, values: [ns, id, requestHash, target.scope, JSON.stringify(target), at] },
    { sql: ONE, values: [ns, id] },
  ])
  return erasureOf(rows![0]!)
}

/** The erasure of an id, or null. */
export async function getErasure(
  db: SqlDatabase,
  { ns, id }: Pick<Erasure, 'ns' | 'id'>,
): Promise<Erasure | null> {
  const [rows] = await readRows(db, [{ sql: ONE, values: [ns, id] }])
  return rows![0] === undefined ? null : erasureOf(rows![0])
}

/** The erasure of a namespace that has waited longest, or null. */
export async function runningErasure(
  db: SqlDatabase,
  { ns }: { readonly ns: number },
): Promise<Erasure | null> {
  const sql = `SELECT * FROM erasure INDEXED BY erasure_running WHERE ns = ?1 AND requested_at > 0 AND finished_at IS NULL
    ORDER BY requested_at LIMIT 1`
  const [rows] = await readRows(db, [{ sql, values: [ns] }])
  return rows![0] === undefined ? null : erasureOf(rows![0])
}

/** Notes how far an erasure is; once `finishedAt` is set its target is forgotten. */
export async function saveErasure(db: SqlDatabase, erasure: Erasure): Promise<void> {
  const { ns, id, version, removed, receipt, finishedAt } = erasure
  const sql = `UPDATE erasure SET version = ?3, removed = ?4, receipt = ?5, finished_at = ?6,
    target = CASE WHEN ?6 IS NULL THEN target ELSE NULL END WHERE ns = ?1 AND id = ?2`
  await readRows(db, [{ sql, values: [ns, id, version, JSON.stringify(removed), receipt, finishedAt] }])
}

const ONE = 'SELECT * FROM erasure WHERE ns = ?1 AND id = ?2'

function erasureOf(row: Row): Erasure {
  return {
    ns: row.ns as number,
    id: row.id as string,
    requestHash: row.request_hash as string,
    scope: row.scope as Erasure['scope'],
    target: row.target === null ? null : JSON.parse(row.target as string),
    version: row.version as number | null,
    removed: JSON.parse(row.removed as string),
    receipt: row.receipt as string | null,
    requestedAt: row.requested_at as number,
    finishedAt: row.finished_at as number | null,
  }
}
