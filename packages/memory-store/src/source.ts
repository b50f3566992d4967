import { causeOf } from './d1-error.ts'
import type { SqlDatabase } from './sql-database.ts'
import { bindAll, fail, type Row, readRows, type Statement } from './statement.ts'

/** A source of a namespace. `manifest` and `upstream` are JSON texts, kept as given. */
export interface StoredSource {
  readonly id: string
  readonly manifest: string
  readonly upstream: string | null
  /** What the server that answers for it is asked with; no archive holds it. */
  readonly upstreamToken: string | null
  /** ms */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A source by name. */
export type SourceRead =
  | { readonly kind: 'live'; readonly source: StoredSource }
  | { readonly kind: 'deleted'; readonly deletedAt: number }
  | { readonly kind: 'never' }

interface SourceName {
  readonly ns: number
  readonly id: string
}

/** Makes a source or replaces its manifest; a deleted one lives again. `created`: it was not live before. */
export async function putSource(
  db: SqlDatabase,
  { ns, id, manifest, at }: SourceName & { readonly manifest: string; readonly at: number },
): Promise<{ readonly created: boolean }> {
  const put = {
    sql: `INSERT INTO source (ns, id, manifest, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
      ON CONFLICT (ns, id) DO UPDATE SET manifest = excluded.manifest, updated_at = excluded.updated_at,
        created_at = CASE WHEN deleted_at IS NULL THEN created_at ELSE excluded.created_at END, deleted_at = NULL`,
    values: [ns, id, manifest, at],
  }
  const [before] = await readRows(db, [selectSource({ ns, id }), put])
  return { created: before![0] === undefined || before![0].deleted_at !== null }
}

/** Sets or clears (null) where a source's answers come from; false when there is no such source. */
export async function putUpstream(
  db: SqlDatabase,
  {
    ns,
    id,
    upstream,
    token,
    at,
  }: SourceName & {
    readonly upstream: string | null
    readonly token: string | null
    readonly at: number
  },
): Promise<boolean> {
  const sql = `UPDATE source SET upstream = ?3, upstream_token = ?4, updated_at = ?5 WHERE ns = ?1 AND id = ?2 AND deleted_at IS NULL RETURNING id`
  const [rows] = await readRows(db, [{ sql, values: [ns, id, upstream, token, at] }])
  return rows!.length > 0
}

/** Reads one source. */
export async function getSource(db: SqlDatabase, name: SourceName): Promise<SourceRead> {
  const row = (await readRows(db, [selectSource(name)]))[0]?.[0]
  if (row === undefined) return { kind: 'never' }
  if (row.deleted_at !== null) return { kind: 'deleted', deletedAt: row.deleted_at as number }
  return { kind: 'live', source: sourceOf(row) }
}

/** One page of live sources, by id; `after` is the last id of the page before. */
export async function listSources(
  db: SqlDatabase,
  { ns, after, limit }: { readonly ns: number; readonly after: string | null; readonly limit: number },
): Promise<StoredSource[]> {
  const sql = 'SELECT * FROM source WHERE ns = ?1 AND id > ?2 AND deleted_at IS NULL ORDER BY id LIMIT ?3'
  const [rows] = await readRows(db, [{ sql, values: [ns, after ?? '', limit] }])
  return rows!.map(sourceOf)
}

/**
 * Deletes a source that has no live documents. To cascade, first bury its documents page by page (`listDocuments`,
 * `commitDocuments`) until this stops answering `has_documents`; a write that comes between is either seen here or refused there.
 */
export async function deleteSource(
  db: SqlDatabase,
  { ns, id, at }: SourceName & { readonly at: number },
): Promise<{ readonly kind: 'deleted' | 'has_documents' | 'unknown' }> {
  const guard = {
    sql: `INSERT INTO guard SELECT NOT EXISTS (SELECT 1 FROM document WHERE ns = ?1 AND source = ?2 AND dead_at IS NULL), 'has_documents'`,
    values: [ns, id],
  }
  const empty = {
    sql: `UPDATE source SET manifest = NULL, upstream = NULL, upstream_token = NULL, deleted_at = ?3
      WHERE ns = ?1 AND id = ?2 AND deleted_at IS NULL RETURNING id`,
    values: [ns, id, at],
  }
  try {
    const [, deleted] = await db.batch(bindAll(db, [guard, empty]))
    return { kind: deleted!.results.length > 0 ? 'deleted' : 'unknown' }
  } catch (error) {
    const cause = causeOf(error)
    return cause.kind === 'guard' ? { kind: 'has_documents' } : fail(error)
  }
}

function selectSource({ ns, id }: SourceName): Statement {
  return { sql: 'SELECT * FROM source WHERE ns = ?1 AND id = ?2', values: [ns, id] }
}

function sourceOf(row: Row): StoredSource {
  return {
    id: row.id as string,
    manifest: row.manifest as string,
    upstream: row.upstream as string | null,
    upstreamToken: row.upstream_token as string | null,
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
  }
}
