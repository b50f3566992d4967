import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import type { DocumentName, DocumentRow } from './stored-document.ts'

/** A document by name. A deleted one has left no text. */
export type DocumentRead =
  | { readonly kind: 'live'; readonly document: DocumentRow; readonly body: string }
  | { readonly kind: 'deleted'; readonly version: number; readonly deletedAt: number }
  | { readonly kind: 'never' }

/** Reads one document with its body, exactly as it was sent. */
export async function getDocument(
  db: SqlDatabase,
  { ns, source, id }: DocumentName & { readonly ns: number },
): Promise<DocumentRead> {
  const sql = 'SELECT * FROM document WHERE ns = ?1 AND source = ?2 AND id = ?3'
  const row = (await readRows(db, [{ sql, values: [ns, source, id] }]))[0]?.[0]
  if (row === undefined) return { kind: 'never' }
  if (row.dead_at !== null)
    return { kind: 'deleted', version: row.dead_at as number, deletedAt: row.recorded_at as number }
  return { kind: 'live', document: documentOf(row), body: row.body as string }
}

/** One page of the live documents of a source, by id; `after` is the last id of the page before. */
export async function listDocuments(
  db: SqlDatabase,
  { ns, source, after, limit }: SourcePage & { readonly after: string | null },
): Promise<DocumentRow[]> {
  const sql = `SELECT ${FIELDS} FROM document INDEXED BY document_live
    WHERE ns = ?1 AND source = ?2 AND id > ?3 AND dead_at IS NULL ORDER BY id LIMIT ?4`
  const [rows] = await readRows(db, [{ sql, values: [ns, source, after ?? '', limit] }])
  return rows!.map(documentOf)
}

/** One document that was written or deleted since a version. */
export interface DocumentChange {
  readonly id: string
  /** the version that changed it */
  readonly version: number
  readonly change: 'written' | 'deleted'
}

/** One page of what changed in a source after a place in its history, oldest first; each document once, at its last change. */
export async function listDocumentChanges(
  db: SqlDatabase,
  {
    ns,
    source,
    since,
    limit,
  }: SourcePage & { readonly since: { readonly version: number; readonly id: string } },
): Promise<DocumentChange[]> {
  const sql = `SELECT id, changed_at, dead_at FROM document INDEXED BY document_changed
    WHERE ns = ?1 AND source = ?2 AND (changed_at, id) > (?3, ?4) ORDER BY changed_at, id LIMIT ?5`
  const [rows] = await readRows(db, [{ sql, values: [ns, source, since.version, since.id, limit] }])
  return rows!.map((row) => ({
    id: row.id as string,
    version: row.changed_at as number,
    change: row.dead_at === null ? 'written' : 'deleted',
  }))
}

interface SourcePage {
  readonly ns: number
  readonly source: string
  readonly limit: number
}

const FIELDS = `source, id, title, uri, kind, tags, author, created_at, event_at, horizon_class, links, format, hash,
  batch, first_ordinal, passages, bytes, recorded_at`

/** Reads a row of `document`. */
export function documentOf(row: Row): DocumentRow {
  return {
    source: row.source as string,
    id: row.id as string,
    title: row.title as string,
    uri: row.uri as string,
    kind: row.kind as string,
    tags: JSON.parse(row.tags as string) as string[],
    author: row.author as string,
    createdAt: row.created_at as number | null,
    eventAt: row.event_at as number | null,
    horizonClass: row.horizon_class as string | null,
    links: JSON.parse(row.links as string) as string[],
    format: row.format as string,
    hash: row.hash as string,
    batch: row.batch as number,
    firstOrdinal: row.first_ordinal as number,
    passages: row.passages as number,
    bytes: row.bytes as number,
    recordedAt: row.recorded_at as number,
  }
}
