import { jsonLists } from './json-lists.ts'
import type { Statement } from './statement.ts'
import type { DocumentName } from './stored-document.ts'

/** Which documents a commit replaces or deletes; names that are not live change nothing. */
export interface Burial {
  readonly replaced: readonly DocumentName[]
  readonly deleted: readonly DocumentName[]
}

/** Takes live documents out of the counts, names their passages in `tombstone`, and empties the text of all their rows. */
export function buryDocuments(ns: number, { replaced, deleted }: Burial): Statement[] {
  const all = jsonLists([...replaced, ...deleted].map(({ source, id }) => [source, id]))
  const gone = jsonLists(deleted.map(({ source, id }) => [source, id]))
  return [
    ...all.map((list) => ({ sql: UNCOUNT, values: [ns, list] })),
    ...all.map((list) => ({ sql: NAME_BURIED, values: [ns, list] })),
    ...(all.length === 0 ? [] : [{ sql: EMPTY_PASSAGES, values: [ns] }]),
    ...gone.map((list) => ({ sql: EMPTY_DOCUMENTS, values: [ns, list] })),
  ]
}

const UNCOUNT = `UPDATE namespace SET documents = documents - gone.n, passages = passages - gone.p, bytes = bytes - gone.b
  FROM (SELECT count(*) AS n, coalesce(sum(d.passages), 0) AS p, coalesce(sum(d.bytes), 0) AS b
    FROM json_each(?2) l CROSS JOIN document d INDEXED BY document_live
      ON d.ns = ?1 AND d.source = l.value->>0 AND d.id = l.value->>1 AND d.dead_at IS NULL) AS gone
  WHERE ns = ?1`

const NAME_BURIED = `INSERT INTO tombstone (ns, batch, ordinal, version)
  SELECT p.ns, p.batch, p.ordinal, h.head FROM namespace h CROSS JOIN json_each(?2) n
    CROSS JOIN passage p INDEXED BY passage_live
      ON p.ns = ?1 AND p.source = n.value->>0 AND p.document = n.value->>1 AND p.dead_at IS NULL
  WHERE h.ns = ?1`

const EMPTY_PASSAGES = `UPDATE passage SET dead_at = (SELECT head FROM namespace WHERE ns = ?1), text = NULL, heading = NULL,
    speaker = NULL, said_at = NULL, hash = NULL, summary = NULL, vector = NULL
  WHERE ns = ?1 AND (batch, ordinal) IN (SELECT t.batch, t.ordinal FROM tombstone t
    WHERE t.ns = ?1 AND t.version = (SELECT head FROM namespace WHERE ns = ?1))`

/** The name and the time of deletion stay, so that the document answers as deleted and not as never written. */
const EMPTY_DOCUMENTS = `UPDATE document SET dead_at = h.head, changed_at = h.head, recorded_at = h.head_at, body = NULL,
    title = '', uri = '', kind = '', tags = '[]', author = '', created_at = NULL, event_at = NULL, horizon_class = NULL,
    links = '[]', format = '', hash = '', salt = NULL, bytes = 0, passages = 0
  FROM namespace h
  WHERE h.ns = ?1 AND document.ns = ?1 AND document.dead_at IS NULL
    AND (document.source, document.id) IN (SELECT value->>0, value->>1 FROM json_each(?2))`
