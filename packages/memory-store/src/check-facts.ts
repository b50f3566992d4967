import { firstCurrent, holds, orderOf } from './fact-order.ts'
import { type FactInstants, factOf, factRef, instantValues, withStanding } from './fact-row.ts'
import { jsonLists } from './json-lists.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

/** A fact that somebody remembers: by its id, or by what it said; `value` is canonical JSON. */
export type RememberedFact =
  | { readonly factId: string }
  | { readonly entity: string; readonly key: string; readonly value: string }

/**
 * What became of a remembered fact. `stored`: the fact of that id, or the current one that says this. `other`: the slug's last
 * current fact, which says something else. `unknown`: no fact of that id, or nothing current at the slug.
 */
export type FactCheck =
  | { readonly kind: 'stored'; readonly fact: StoredFact }
  | { readonly kind: 'other'; readonly fact: StoredFact }
  | { readonly kind: 'unknown' }

/** Looks up remembered facts, in the order asked, in one trip. A look-up costs the facts it names, not the history of their slugs. */
export async function checkFacts(
  db: SqlDatabase,
  {
    ns,
    facts,
    ...instants
  }: FactInstants & { readonly ns: number; readonly facts: readonly RememberedFact[] },
): Promise<FactCheck[]> {
  const named = jsonLists(facts.flatMap(namedItem))
  const claims = jsonLists(facts.flatMap(claimItem))
  const values = (list: string) => [ns, ...instantValues(instants), list]
  const results = await readRows(db, [
    ...named.map((list) => ({ sql: NAMED, values: values(list) })),
    ...claims.map((list) => ({ sql: LAST_CURRENT, values: values(list) })),
    ...claims.map((list) => ({ sql: CLAIMED, values: values(list) })),
  ])
  const last = results.slice(named.length, named.length + claims.length).flat()
  const stored = [...results.slice(0, named.length), ...results.slice(named.length + claims.length)].flat()
  const checks = new Map<number, FactCheck>([...last.map(otherCheck), ...stored.map(storedCheck)])
  return facts.map((_, place) => checks.get(place) ?? { kind: 'unknown' })
}

function namedItem(fact: RememberedFact, place: number): unknown[] {
  const ref = 'factId' in fact ? factRef(fact.factId) : null
  return ref === null ? [] : [[place, ref.batch, ref.ordinal]]
}

function claimItem(fact: RememberedFact, place: number): unknown[] {
  return 'factId' in fact ? [] : [[place, fact.entity, fact.key, fact.value]]
}

const NAMED = withStanding(`, r.value->>0 AS place FROM json_each(?5) r CROSS JOIN fact f
  ON f.ns = ?1 AND f.batch = r.value->>1 AND f.ordinal = r.value->>2`)

const CLAIM =
  'c.value->>0 AS place, f.*, 1 AS current, NULL AS superseded_by FROM json_each(?5) c CROSS JOIN fact f'
const OF_SLUG = `f.ns = ?1 AND f.entity = c.value->>1 AND f.key = c.value->>2
  AND ${orderOf('f')} >= ${firstCurrent('c.value->>1', 'c.value->>2')} AND ${holds('f')}`

/** Of cardinality one only the first of a slug's current facts can be; those of cardinality many are found by their value. */
const CLAIMED = `SELECT ${CLAIM} INDEXED BY fact_one ON ${OF_SLUG} AND f.cardinality = 'one' AND f.value = c.value->>3
  UNION ALL SELECT ${CLAIM} INDEXED BY fact_value ON ${OF_SLUG} AND f.cardinality = 'many'
    AND substr(f.value, 1, 64) = substr(c.value->>3, 1, 64) AND f.value = c.value->>3
  ORDER BY place, effective_at, recorded_at, batch, ordinal`

const LAST_CURRENT = `SELECT c.value->>0 AS place, f.*, 1 AS current, NULL AS superseded_by
  FROM json_each(?5) c CROSS JOIN fact f ON f.ns = ?1 AND (f.batch, f.ordinal) = (
    SELECT f.batch, f.ordinal FROM fact f WHERE ${OF_SLUG}
    ORDER BY f.effective_at DESC, f.recorded_at DESC, f.batch DESC, f.ordinal DESC LIMIT 1)`

function storedCheck(row: Row): [number, FactCheck] {
  return [row.place as number, { kind: 'stored', fact: factOf(row) }]
}

function otherCheck(row: Row): [number, FactCheck] {
  return [row.place as number, { kind: 'other', fact: factOf(row) }]
}
