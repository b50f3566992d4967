import { jsonLists } from './json-lists.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'

/** The kinds of research document. */
export type ResearchKind = 'source' | 'passage' | 'citation' | 'notebook'

/** Which research document of a namespace. */
export interface ResearchName {
  readonly kind: ResearchKind
  readonly id: string
}

/** A live research document. */
export interface StoredResearch extends ResearchName {
  /** JSON text, as it was written */
  readonly document: string
  readonly etag: string
  /** of a passage: what its source was when it was taken */
  readonly mark: string | null
  /** UTF-8 bytes of the document */
  readonly bytes: number
  /** the version that made it, and its place in that commit */
  readonly made: number
  readonly place: number
}

/** A research document by name. */
export type ResearchRead =
  | { readonly kind: 'live'; readonly research: StoredResearch }
  | { readonly kind: 'deleted' | 'never' }

/** Reads research documents by name, in the order asked, in one trip. */
export async function readResearch(
  db: SqlDatabase,
  { ns, names }: { readonly ns: number; readonly names: readonly ResearchName[] },
): Promise<ResearchRead[]> {
  const lists = jsonLists(names.map(({ kind, id }, place) => [place, kind, id]))
  const sql = `SELECT n.value->>0 AS asked, r.* FROM json_each(?2) n
    CROSS JOIN research r ON r.ns = ?1 AND r.kind = n.value->>1 AND r.id = n.value->>2`
  const results = await readRows(
    db,
    lists.map((list) => ({ sql, values: [ns, list] })),
  )
  const found = new Map(results.flat().map((row) => [row.asked as number, readOf(row)]))
  return names.map((_, place) => found.get(place) ?? { kind: 'never' })
}

/** One page of the research documents of a kind, in the order they were made; `after` is the last one of the page before. */
export async function listResearch(
  db: SqlDatabase,
  { ns, kind, after, limit }: ResearchPage,
): Promise<StoredResearch[]> {
  const sql = `SELECT * FROM research INDEXED BY research_made
    WHERE ns = ?1 AND kind = ?2 AND (made, place) > (?3, ?4) AND deleted_at IS NULL ORDER BY made, place LIMIT ?5`
  const [rows] = await readRows(db, [
    { sql, values: [ns, kind, after?.made ?? -1, after?.place ?? -1, limit] },
  ])
  return rows!.map(researchOf)
}

export interface ResearchPage {
  readonly ns: number
  readonly kind: ResearchKind
  readonly after: Pick<StoredResearch, 'made' | 'place'> | null
  readonly limit: number
}

/** What stands on a research document. */
export interface Citer {
  readonly of: ResearchName
  readonly by: StoredResearch
}

/** What stands on each of the named research documents, live or not, in one trip; by name asked, kind and id. */
export async function readCiters(
  db: SqlDatabase,
  { ns, names }: { readonly ns: number; readonly names: readonly ResearchName[] },
): Promise<Citer[]> {
  const lists = jsonLists(names.map(({ kind, id }) => [kind, id]))
  const sql = `SELECT l.to_kind, l.to_id, r.* FROM json_each(?2) n
    CROSS JOIN research_link l INDEXED BY research_link_to ON l.ns = ?1 AND l.to_kind = n.value->>0 AND l.to_id = n.value->>1
    CROSS JOIN research r ON r.ns = l.ns AND r.kind = l.kind AND r.id = l.id
    WHERE r.deleted_at IS NULL ORDER BY n.key, l.kind, l.id`
  const results = await readRows(
    db,
    lists.map((list) => ({ sql, values: [ns, list] })),
  )
  return results.flat().map((row) => ({
    of: { kind: row.to_kind as ResearchKind, id: row.to_id as string },
    by: researchOf(row),
  }))
}

function readOf(row: Row): ResearchRead {
  return row.deleted_at === null ? { kind: 'live', research: researchOf(row) } : { kind: 'deleted' }
}

/** Reads a live row of `research`. */
export function researchOf(row: Row): StoredResearch {
  return {
    kind: row.kind as ResearchKind,
    id: row.id as string,
    document: row.document as string,
    etag: row.etag as string,
    mark: row.mark as string | null,
    bytes: row.bytes as number,
    made: row.made as number,
    place: row.place as number,
  }
}

/** Sources by their marks: those of stored documents and facts. */
export interface MadeFrom {
  readonly ns: number
  /** at most 100 */
  readonly marks: readonly string[]
  /** whether a mark that only begins so counts */
  readonly isPrefix: boolean
}

/** Up to 100 live sources that have one of the marks. */
export async function sourcesMadeFrom(db: SqlDatabase, { ns, marks, isPrefix }: MadeFrom): Promise<string[]> {
  const isMarked = isPrefix
    ? 'EXISTS (SELECT 1 FROM json_each(?2) m WHERE substr(mark, 1, length(m.value)) = m.value)'
    : 'mark IN (SELECT value FROM json_each(?2))'
  const sql = `SELECT id FROM research INDEXED BY research_made
    WHERE ns = ?1 AND kind = 'source' AND deleted_at IS NULL AND ${isMarked} LIMIT 100`
  const [rows] = await readRows(db, [{ sql, values: [ns, JSON.stringify(marks)] }])
  return rows!.map(({ id }) => id as string)
}
