import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { DocumentName } from './stored-document.ts'
import type { PassageRef } from './stored-passage.ts'

/** From which passages links are followed, and between which sources. */
export interface LinksAsked {
  readonly ns: number
  readonly refs: readonly PassageRef[]
  /** the sources whose documents' links count */
  readonly linking: readonly string[]
  /** the sources a link may lead to */
  readonly readable: readonly string[]
  /** the most documents that one passage leads to */
  readonly limit: number
}

/** A document that another leads to, and where its passages stand. */
export interface LinkedDocument extends DocumentName {
  readonly batch: number
  readonly firstOrdinal: number
  readonly passages: number
}

/**
 * The live documents that the document of each passage links to, in the order it names them, then those that link to it, by name: one
 * list a passage, in one trip. A link is the id of a document of the same source, `<source>/<id>`, or the address of a document. A document may
 * stand in a list twice, and in its own.
 */
export async function readLinks(
  db: SqlDatabase,
  { ns, refs, linking, readable, limit }: LinksAsked,
): Promise<LinkedDocument[][]> {
  const both = linking.filter((source) => readable.includes(source))
  const sources = [linking, readable, both].map((list) => JSON.stringify([...list].sort()))
  const results = await readRows(
    db,
    refs.map(({ batch, ordinal }) => ({ sql: LINKS, values: [ns, batch, ordinal, ...sources, limit] })),
  )
  return results.map((rows) =>
    rows.map((row) => ({
      source: row.source as string,
      id: row.id as string,
      batch: row.batch as number,
      firstOrdinal: row.first_ordinal as number,
      passages: row.passages as number,
    })),
  )
}

/** The document of the passage, under the name that plans of it are checked by. */
const HERE = `here AS (SELECT d.source, d.id, d.uri, d.links FROM passage p
  CROSS JOIN document d INDEXED BY document_live ON d.ns = ?1 AND d.source = p.source AND d.id = p.document AND d.dead_at IS NULL
  WHERE p.ns = ?1 AND p.batch = ?2 AND p.ordinal = ?3 AND p.dead_at IS NULL)`

const isAmong = (source: string, list: number) => `${source} IN (SELECT value FROM json_each(?${list}))`

/** The readings of a link are looked up by key, one row each: of the documents with one address the first is meant. */
const TO = `SELECT t.source, t.id FROM here CROSS JOIN json_each(here.links) l
    CROSS JOIN json_each(json_array(json_array(here.source, l.value),
      json_array(substr(l.value, 1, instr(l.value, '/') - 1), substr(l.value, instr(l.value, '/') + 1)),
      (SELECT json_array(a.source, a.id) FROM document a INDEXED BY document_uri
        WHERE a.ns = ?1 AND a.uri = l.value AND a.dead_at IS NULL AND a.uri <> '' ORDER BY a.source, a.id LIMIT 1))) name
    CROSS JOIN document t INDEXED BY document_live
      ON t.ns = ?1 AND t.source = name.value->>0 AND t.id = name.value->>1 AND t.dead_at IS NULL
  WHERE ${isAmong('here.source', 4)} AND ${isAmong('t.source', 5)}`

/** Every row read is a document that counts: the keys of `document_link` are those of live ones. */
const FROM = `SELECT k.source, k.document FROM here CROSS JOIN json_each(?6) s
    CROSS JOIN json_each(json_array(CASE s.value WHEN here.source THEN here.id END, here.source || '/' || here.id, nullif(here.uri, ''))) name
    CROSS JOIN document_link k ON k.ns = ?1 AND k.link = name.value AND k.source = s.value`

const LINKS = `WITH ${HERE}
  SELECT t.source, t.id, t.batch, t.first_ordinal, t.passages
  FROM (SELECT * FROM (${TO} UNION ALL ${FROM}) LIMIT ?7) AS chosen
    CROSS JOIN document t INDEXED BY document_live ON t.ns = ?1 AND t.source = chosen.source AND t.id = chosen.id AND t.dead_at IS NULL`
