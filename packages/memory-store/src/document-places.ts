import { jsonLists } from './json-lists.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { DocumentName } from './stored-document.ts'

/** Where the passages of a document stand: `passages` pointers from `batch:firstOrdinal` on. */
export type DocumentPlace =
  | {
      readonly kind: 'live'
      readonly batch: number
      readonly firstOrdinal: number
      readonly passages: number
    }
  | { readonly kind: 'deleted' | 'never' }

/** The places of named documents, in the order asked, in one trip and without their text. */
export async function readDocumentPlaces(
  db: SqlDatabase,
  { ns, documents }: { readonly ns: number; readonly documents: readonly DocumentName[] },
): Promise<DocumentPlace[]> {
  const lists = jsonLists(documents.map(({ source, id }, place) => [place, source, id]))
  const results = await readRows(
    db,
    lists.map((list) => ({ sql: PLACES, values: [ns, list] })),
  )
  const places = new Map<number, DocumentPlace>()
  for (const row of results.flat())
    places.set(
      row.place as number,
      row.dead_at === null
        ? {
            kind: 'live',
            batch: row.batch as number,
            firstOrdinal: row.first_ordinal as number,
            passages: row.passages as number,
          }
        : { kind: 'deleted' },
    )
  return documents.map((_, place) => places.get(place) ?? { kind: 'never' })
}

const PLACES = `SELECT n.value->>0 AS place, d.batch, d.first_ordinal, d.passages, d.dead_at FROM json_each(?2) n
  CROSS JOIN document d ON d.ns = ?1 AND d.source = n.value->>1 AND d.id = n.value->>2`
