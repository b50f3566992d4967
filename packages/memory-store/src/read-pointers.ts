import { factOf, instantValues, withStanding } from './fact-row.ts'
import { jsonLists } from './json-lists.ts'
import { PASSAGE_COLUMNS, passageOf } from './passage.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'
import type { PassageRef, StoredPassage } from './stored-passage.ts'

/** What stands behind a pointer. A retracted or superseded fact is still `fact`: its standing says so. */
export type PointerRead =
  | { readonly kind: 'passage'; readonly passage: StoredPassage }
  | { readonly kind: 'fact'; readonly fact: StoredFact }
  /** `replaced`: its document lives on with other passages */
  | { readonly kind: 'deleted'; readonly version: number; readonly replaced: boolean }
  | { readonly kind: 'unknown' }

/** Reads what pointers name, in the order asked, in one trip. Found, deleted and never written differ. */
export async function readPointers(
  db: SqlDatabase,
  { ns, refs, now }: { readonly ns: number; readonly refs: readonly PassageRef[]; readonly now: number },
): Promise<PointerRead[]> {
  const lists = jsonLists(refs.map(placed))
  const results = await readRows(db, [
    ...lists.map((list) => ({ sql: PASSAGES, values: [ns, list] })),
    ...selectFacts({ ns, refs, now }),
  ])
  const passages = results.slice(0, lists.length).flat().map(passageRead)
  const facts = results.slice(lists.length).flat().map(factRead)
  const reads = new Map<number, PointerRead>([...passages, ...facts])
  return refs.map((_, place) => reads.get(place) ?? { kind: 'unknown' })
}

/** Which facts to read by pointer, with their standing at `now`. */
export interface FactPointers {
  readonly ns: number
  readonly refs: readonly PassageRef[]
  readonly now: number
}

/** Statements that read those of the pointers that are facts, each row with its `place` among them. */
export function selectFacts({ ns, refs, now }: FactPointers): Statement[] {
  const instants = instantValues({ asOf: null, recordedAsOf: null, now })
  return jsonLists(refs.map(placed)).map((list) => ({ sql: FACTS, values: [ns, ...instants, list] }))
}

function placed({ batch, ordinal }: PassageRef, place: number): [number, number, number] {
  return [place, batch, ordinal]
}

const PASSAGES = `SELECT r.value->>0 AS place, ${PASSAGE_COLUMNS}, d.dead_at IS NULL AND d.batch IS NOT p.batch AS replaced
  FROM json_each(?2) r CROSS JOIN passage p ON p.ns = ?1 AND p.batch = r.value->>1 AND p.ordinal = r.value->>2
    LEFT JOIN document d ON d.ns = ?1 AND d.source = p.source AND d.id = p.document`

const FACTS = withStanding(`, r.value->>0 AS place FROM json_each(?5) r CROSS JOIN fact f
  ON f.ns = ?1 AND f.batch = r.value->>1 AND f.ordinal = r.value->>2`)

function passageRead(row: Row): [number, PointerRead] {
  const place = row.place as number
  if (row.dead_at === null) return [place, { kind: 'passage', passage: passageOf(row) }]
  return [place, { kind: 'deleted', version: row.dead_at as number, replaced: row.replaced === 1 }]
}

function factRead(row: Row): [number, PointerRead] {
  return [row.place as number, { kind: 'fact', fact: factOf(row) }]
}
