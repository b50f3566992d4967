import type { SaltedDocument } from './commitments.ts'
import { jsonLists } from './json-lists.ts'
import { WROTE } from './receipt.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import type { DocumentName } from './stored-document.ts'
import type { PassageRef, StoredPassage } from './stored-passage.ts'

/** What a writer saw of a document: the version that wrote it, or null when it is not live. */
export interface SeenDocument extends DocumentName {
  readonly batch: number | null
}

/** A document as it is now, for a writer: what to compare, what to bury, and what the guard `changed` will check. */
export interface DocumentState extends SeenDocument, SaltedDocument {
  /** the receipt of the commit that wrote it; null when not live, or written before there were receipts */
  readonly receipt: string | null
  /** live passages in order; a burying commit needs them to write their negative counts */
  readonly passages: readonly StoredPassage[]
}

/** The states of named documents, in the order asked, in one trip. */
export async function readDocumentStates(
  db: SqlDatabase,
  { ns, documents }: { readonly ns: number; readonly documents: readonly DocumentName[] },
): Promise<DocumentState[]> {
  const lists = jsonLists(documents.map(({ source, id }) => [source, id]))
  const results = await readRows(
    db,
    ['document', 'passage'].flatMap((table) =>
      lists.map((list) => ({ sql: table === 'document' ? HASHES : LIVE_OF_DOCUMENTS, values: [ns, list] })),
    ),
  )
  const rows = new Map(
    results
      .slice(0, lists.length)
      .flat()
      .map((row) => [nameOf(row.source, row.id), row]),
  )
  const passages = Map.groupBy(results.slice(lists.length).flat().map(passageOf), (one) =>
    nameOf(one.source, one.documentId),
  )
  return documents.map(({ source, id }) => {
    const row = rows.get(nameOf(source, id))
    const batch = (row?.batch as number | undefined) ?? null
    return {
      source,
      id,
      batch,
      hash: (row?.hash as string | undefined) ?? null,
      salt: (row?.salt as string | null | undefined) ?? null,
      receipt: (row?.receipt as string | null | undefined) ?? null,
      passages: passages.get(nameOf(source, id)) ?? [],
    }
  })
}

const HASHES = `SELECT d.source, d.id, d.batch, d.hash, d.salt, r.id AS receipt
  FROM json_each(?2) n CROSS JOIN document d INDEXED BY document_live
    ON d.ns = ?1 AND d.source = n.value->>0 AND d.id = n.value->>1 AND d.dead_at IS NULL
  LEFT JOIN receipt r ON r.ns = d.ns AND r.version = d.batch AND ${WROTE}`

/** The columns `passageOf` reads, of `passage p` joined with `document d`. */
export const PASSAGE_COLUMNS = `p.*, d.title, d.author, d.uri, d.kind, d.tags, d.created_at, d.event_at, d.horizon_class, d.recorded_at, d.format`

const LIVE_OF_DOCUMENTS = `SELECT ${PASSAGE_COLUMNS} FROM json_each(?2) n
  CROSS JOIN document d INDEXED BY document_live ON d.ns = ?1 AND d.source = n.value->>0 AND d.id = n.value->>1 AND d.dead_at IS NULL
  CROSS JOIN passage p INDEXED BY passage_live ON p.ns = ?1 AND p.source = d.source AND p.document = d.id AND p.dead_at IS NULL
  ORDER BY n.key, p.position`

/** One page of all live passages of a namespace, by pointer, to build its index from rows; `after` null starts. */
export async function readLivePassages(
  db: SqlDatabase,
  { ns, after, limit }: { readonly ns: number; readonly after: PassageRef | null; readonly limit: number },
): Promise<StoredPassage[]> {
  const sql = `SELECT ${PASSAGE_COLUMNS} FROM passage p CROSS JOIN document d ON d.ns = p.ns AND d.source = p.source AND d.id = p.document
    WHERE p.ns = ?1 AND (p.batch, p.ordinal) > (?2, ?3) AND p.dead_at IS NULL ORDER BY p.batch, p.ordinal LIMIT ?4`
  const [rows] = await readRows(db, [{ sql, values: [ns, after?.batch ?? -1, after?.ordinal ?? -1, limit] }])
  return rows!.map(passageOf)
}

/** One key for a document's name; two names never share it. */
function nameOf(source: unknown, id: unknown): string {
  return JSON.stringify([source, id])
}

/** Reads a live row of `passage` joined with its document. */
export function passageOf(row: Row): StoredPassage {
  return {
    document: `${row.source}/${row.document}`,
    source: row.source as string,
    documentId: row.document as string,
    batch: row.batch as number,
    ordinal: row.ordinal as number,
    index: row.position as number,
    title: row.title as string,
    author: row.author as string,
    uri: row.uri as string,
    kind: row.kind as string,
    tags: JSON.parse(row.tags as string) as string[],
    createdAt: row.created_at as number | null,
    eventAt: row.event_at as number | null,
    horizonClass: row.horizon_class as string | null,
    recordedAt: row.recorded_at as number,
    format: row.format as string,
    text: row.text as string,
    start: row.body_start as number,
    end: row.body_end as number,
    heading: row.heading as string,
    speaker: row.speaker as string,
    at: row.said_at as string | null,
    hash: row.hash as string,
    tokens: row.tokens as number,
    escapedTokens: row.escaped_tokens as number,
    summary: (row.summary ?? row.text) as string,
    summaryTokens: row.summary_tokens as number,
    vector: (row.vector ?? null) as string | null,
  }
}
