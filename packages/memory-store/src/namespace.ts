import { type Embedder, unpackEmbedder } from './embedder.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'

/** A namespace of a tenant. Pointers outside `default` carry `number`; `ns` never leaves the store's callers. */
export interface Namespace {
  readonly ns: number
  readonly tenant: string
  readonly name: string
  /** 1, 2, ... within the tenant */
  readonly number: number
  /** changes when versions may have run backwards; two epochs are never mixed */
  readonly epoch: string
  readonly shard: number
  /** version of the last commit, 0 before the first */
  readonly head: number
  /** when that was, ms; 0 before the first */
  readonly headAt: number
  readonly documents: number
  readonly passages: number
  readonly facts: number
  /** UTF-8 bytes of live bodies and of all fact values */
  readonly bytes: number
  readonly passagesMax: number | null
  readonly bytesMax: number | null
  /** reads as of a version before this one are incomplete */
  readonly collectedThrough: number
  readonly createdAt: number
  /** what makes its vectors; null: nothing does */
  readonly embedder: Embedder | null
}

/** The namespace of that name, or null. */
export async function findNamespace(db: SqlDatabase, named: NamespaceName): Promise<Namespace | null> {
  const [rows] = await readRows(db, [selectNamespace(named)])
  return rows?.[0] ? namespaceOf(rows[0]) : null
}

/** The namespace of that name, made when absent with the next number of its tenant. `epoch` counts only when it is made. */
export async function ensureNamespace(
  db: SqlDatabase,
  { tenant, name, epoch, at }: NamespaceName & { readonly epoch: string; readonly at: number },
): Promise<Namespace> {
  const insert = {
    sql: `INSERT OR IGNORE INTO namespace (tenant, name, number, epoch, created_at)
      SELECT ?1, ?2, 1 + coalesce(max(number), 0), ?3, ?4 FROM namespace WHERE tenant = ?1`,
    values: [tenant, name, epoch, at],
  }
  const [, rows] = await readRows(db, [insert, selectNamespace({ tenant, name })])
  return namespaceOf(rows![0]!)
}

/** All namespaces of a tenant, by number. */
export async function listNamespaces(
  db: SqlDatabase,
  { tenant }: { readonly tenant: string },
): Promise<Namespace[]> {
  const sql = 'SELECT * FROM namespace WHERE tenant = ?1 ORDER BY number'
  const [rows] = await readRows(db, [{ sql, values: [tenant] }])
  return rows!.map(namespaceOf)
}

/** Sets or clears (null) the quotas of a namespace; they win over the quota a commit brings. */
export async function setQuota(
  db: SqlDatabase,
  { ns, passagesMax, bytesMax }: { readonly ns: number } & Pick<Namespace, 'passagesMax' | 'bytesMax'>,
): Promise<void> {
  const sql = 'UPDATE namespace SET passages_max = ?2, bytes_max = ?3 WHERE ns = ?1'
  await readRows(db, [{ sql, values: [ns, passagesMax, bytesMax] }])
}

/** Gives a namespace a new epoch, after a restore. */
export async function setEpoch(
  db: SqlDatabase,
  { ns, epoch }: { readonly ns: number; readonly epoch: string },
): Promise<void> {
  await readRows(db, [{ sql: 'UPDATE namespace SET epoch = ?2 WHERE ns = ?1', values: [ns, epoch] }])
}

export interface NamespaceName {
  readonly tenant: string
  readonly name: string
}

/** The row of a namespace, for a batch that needs it beside other rows. */
export function selectNamespace({ tenant, name }: NamespaceName): Statement {
  return { sql: 'SELECT * FROM namespace WHERE tenant = ?1 AND name = ?2', values: [tenant, name] }
}

/** Reads a row of `namespace`. */
export function namespaceOf(row: Row): Namespace {
  return {
    ns: row.ns as number,
    tenant: row.tenant as string,
    name: row.name as string,
    number: row.number as number,
    epoch: row.epoch as string,
    shard: row.shard as number,
    head: row.head as number,
    headAt: row.head_at as number,
    documents: row.documents as number,
    passages: row.passages as number,
    facts: row.facts as number,
    bytes: row.bytes as number,
    passagesMax: row.passages_max as number | null,
    bytesMax: row.bytes_max as number | null,
    collectedThrough: row.collected_through as number,
    createdAt: row.created_at as number,
    embedder: unpackEmbedder(row.embedder as string | null),
  }
}
