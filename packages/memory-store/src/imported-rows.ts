import { jsonLists } from './json-lists.ts'
import { passageOf } from './passage.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import type { StoredPassage } from './stored-passage.ts'

/** The live passages among archived rows, with what their documents, imported before them, lend them; null where a document is missing. */
export async function importedPassages(
  db: SqlDatabase,
  { ns, rows }: { readonly ns: number; readonly rows: readonly Row[] },
): Promise<StoredPassage[] | null> {
  const live = rows.filter((row) => row.dead_at == null)
  const names = [...new Set(live.map((row) => JSON.stringify([row.source, row.document])))]
  const lists = jsonLists(names.map((name) => JSON.parse(name)))
  const results = await readRows(
    db,
    lists.map((list) => ({ sql: LENT, values: [ns, list] })),
  )
  const lent = new Map(results.flat().map((row) => [JSON.stringify([row.source, row.id]), row]))
  const passages = live.map((row) => {
    const document = lent.get(JSON.stringify([row.source, row.document]))
    return document === undefined ? null : passageOf({ ...document, ...row })
  })
  return passages.includes(null) ? null : (passages as StoredPassage[])
}

const LENT = `SELECT d.source, d.id, d.title, d.author, d.uri, d.kind, d.tags, d.created_at, d.event_at, d.horizon_class, d.recorded_at,
    d.format
  FROM json_each(?2) n CROSS JOIN document d INDEXED BY document_live
    ON d.ns = ?1 AND d.source = n.value->>0 AND d.id = n.value->>1 AND d.dead_at IS NULL`
