import { jsonBytes, jsonLists } from './json-lists.ts'
import type { Statement } from './statement.ts'
import type { NewDocument } from './stored-document.ts'
import type { NewPassage } from './stored-passage.ts'

/** A longer body is bound by itself, since its JSON could pass the bound of one list. */
const BODY_IN_LIST_MAX = 100_000

/** A document with the salt of its commitment. */
export interface InsertedDocument extends NewDocument {
  readonly salt: string
}

/** Writes documents and their passages under the version being made, and counts them. */
export function insertDocuments(ns: number, documents: readonly InsertedDocument[]): Statement[] {
  if (documents.length === 0) return []
  const placed = place(documents)
  const passages = placed.flatMap(({ document, firstOrdinal }) =>
    document.passages.map((passage, position) =>
      passageItem({ document, passage, position, ordinal: firstOrdinal + position }),
    ),
  )
  return [
    ...jsonLists(placed.map(documentItem)).map((list) => ({ sql: UPSERT_DOCUMENTS, values: [ns, list] })),
    ...placed.filter(hasLongBody).map(({ document }) => setBody(ns, document)),
    ...jsonLists(passages).map((list) => ({ sql: INSERT_PASSAGES, values: [ns, list] })),
    count(ns, placed),
  ]
}

interface PlacedDocument {
  readonly document: InsertedDocument
  readonly firstOrdinal: number
  readonly bytes: number
}

function place(documents: readonly InsertedDocument[]): PlacedDocument[] {
  let next = 0
  return documents.map((document) => {
    const firstOrdinal = next
    next += document.passages.length
    return { document, firstOrdinal, bytes: jsonBytes(document.body) }
  })
}

function hasLongBody({ document }: PlacedDocument): boolean {
  return document.body.length > BODY_IN_LIST_MAX
}

function documentItem(placed: PlacedDocument): object {
  const { document, firstOrdinal, bytes } = placed
  const { passages, body, ...fields } = document
  return {
    ...fields,
    body: hasLongBody(placed) ? null : body,
    passages: passages.length,
    firstOrdinal,
    bytes,
  }
}

const UPSERT_DOCUMENTS = `INSERT INTO document (ns, source, id, title, uri, kind, tags, author, created_at, event_at,
    horizon_class, links, format, body, bytes, hash, salt, batch, first_ordinal, passages, recorded_at,
    changed_at, dead_at)
  SELECT h.ns, v->>'source', v->>'id', v->>'title', v->>'uri', v->>'kind', v->>'tags', v->>'author', v->>'createdAt',
    v->>'eventAt', v->>'horizonClass', v->>'links', v->>'format', v->>'body', v->>'bytes', v->>'hash', v->>'salt', h.head,
    v->>'firstOrdinal', v->>'passages', h.head_at, h.head, NULL
  FROM namespace h CROSS JOIN (SELECT value AS v FROM json_each(?2)) WHERE h.ns = ?1
  ON CONFLICT (ns, source, id) DO UPDATE SET title = excluded.title, uri = excluded.uri, kind = excluded.kind,
    tags = excluded.tags, author = excluded.author, created_at = excluded.created_at, event_at = excluded.event_at,
    horizon_class = excluded.horizon_class, links = excluded.links, format = excluded.format, body = excluded.body,
    bytes = excluded.bytes, hash = excluded.hash, salt = excluded.salt, batch = excluded.batch, first_ordinal = excluded.first_ordinal,
    passages = excluded.passages, recorded_at = excluded.recorded_at, changed_at = excluded.changed_at, dead_at = NULL`

function setBody(ns: number, { source, id, body }: NewDocument): Statement {
  const sql = 'UPDATE document SET body = ?4 WHERE ns = ?1 AND source = ?2 AND id = ?3'
  return { sql, values: [ns, source, id, body] }
}

interface PlacedPassage {
  readonly document: NewDocument
  readonly passage: NewPassage
  readonly position: number
  readonly ordinal: number
}

/** Most passages are their own summary: it is stored once. */
function passageItem({ document, passage, position, ordinal }: PlacedPassage): readonly unknown[] {
  const { text, start, end, heading, speaker, at, hash, tokens, escapedTokens } = passage
  const { summary, summaryTokens, vector } = passage
  const place = [ordinal, document.source, document.id, position]
  return [
    ...place,
    text,
    start,
    end,
    heading,
    speaker,
    at,
    hash,
    tokens,
    escapedTokens,
    summary,
    summaryTokens,
    vector,
  ]
}

const INSERT_PASSAGES = `INSERT INTO passage (ns, batch, ordinal, source, document, position, text, body_start, body_end, heading,
    speaker, said_at, hash, tokens, escaped_tokens, summary, summary_tokens, vector)
  SELECT h.ns, h.head, v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>6, v->>7, v->>8, v->>9, v->>10, v->>11, v->>12, v->>13, v->>14,
    v->>15
  FROM namespace h CROSS JOIN (SELECT value AS v FROM json_each(?2)) WHERE h.ns = ?1`

function count(ns: number, placed: readonly PlacedDocument[]): Statement {
  const sql = `UPDATE namespace SET documents = documents + ?2, passages = passages + ?3, bytes = bytes + ?4 WHERE ns = ?1`
  const passages = placed.reduce((sum, { document }) => sum + document.passages.length, 0)
  const bytes = placed.reduce((sum, one) => sum + one.bytes, 0)
  return { sql, values: [ns, placed.length, passages, bytes] }
}
