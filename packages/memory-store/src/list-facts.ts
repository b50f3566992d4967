import { firstCurrent, holds, isKnown, orderOf } from './fact-order.ts'
import { type FactInstants, factOf, instantValues, withStanding } from './fact-row.ts'
import type { FactPlace } from './read-facts.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

/** Which slugs to list: all, one, those of one entity (its keys by prefix), or of entities by prefix. */
export type SlugRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'slug'; readonly entity: string; readonly key: string }
  | { readonly kind: 'entity'; readonly entity: string; readonly keyPrefix: string }
  | { readonly kind: 'prefix'; readonly entityPrefix: string }

/** A place in a list of facts: by entity, key, then the order of the slug. */
export interface ListPlace extends FactPlace {
  readonly entity: string
  readonly key: string
}

export interface FactsListRequest extends FactInstants {
  readonly ns: number
  readonly range: SlugRange
  /** also facts that were superseded or have ended; never retracted ones */
  readonly includeSuperseded: boolean
  readonly after: ListPlace | null
  readonly limit: number
}

/** One page; it may be short while `next` says there is more. */
export interface FactsPage {
  readonly facts: readonly StoredFact[]
  readonly next: ListPlace | null
}

/** Lists facts by entity, key and order. A page costs its facts and the slugs it passes, not their histories. */
export function listFacts(db: SqlDatabase, request: FactsListRequest): Promise<FactsPage> {
  return request.includeSuperseded ? listAll(db, request) : listCurrent(db, request)
}

async function listAll(db: SqlDatabase, request: FactsListRequest): Promise<FactsPage> {
  const [rows] = await readRows(db, [{ sql: ALL, values: listValues(request) }])
  const facts = rows!.slice(0, request.limit).map(factOf)
  return { facts, next: rows!.length > request.limit ? facts.at(-1)! : null }
}

async function listCurrent(db: SqlDatabase, request: FactsListRequest): Promise<FactsPage> {
  const [rows] = await readRows(db, [{ sql: CURRENT, values: listValues(request) }])
  const kept = rows!.slice(0, request.limit)
  const isMore = rows!.length > request.limit || kept.at(-1)?.slug_n === request.limit
  return {
    facts: kept.filter((row) => row.fact_id !== null).map(factOf),
    next: isMore ? placeOf(kept.at(-1)!) : null,
  }
}

/** ?1-?4 instants, ?5-?8 the range of slugs, ?9-?14 the place after which the page starts, ?15 how many rows. */
function listValues({ ns, range, after, limit, ...instants }: FactsListRequest): (string | number | null)[] {
  const place = after === null ? ['', '', -LAST, 0, 0, 0] : [after.entity, after.key, ...orderValues(after)]
  return [ns, ...instantValues(instants), ...boundsOf(range), ...place, limit]
}

function orderValues({ effectiveAt, recordedAt, batch, ordinal }: FactPlace): number[] {
  return [effectiveAt, recordedAt, batch, ordinal]
}

/** First and last (entity, key) of a range; no slug sorts behind a run of the last code point. */
function boundsOf(range: SlugRange): [string, string, string, string] {
  switch (range.kind) {
    case 'all':
      return ['', '', BEHIND, BEHIND]
    case 'slug':
      return [range.entity, range.key, range.entity, range.key]
    case 'entity':
      return [range.entity, range.keyPrefix, range.entity, range.keyPrefix + BEHIND]
    case 'prefix':
      return [range.entityPrefix, '', range.entityPrefix + BEHIND, BEHIND]
    default:
      return range satisfies never
  }
}

const LAST = Number.MAX_SAFE_INTEGER
const BEHIND = '\u{10FFFF}'.repeat(4)

const ORDER = 'f.entity, f.key, f.effective_at, f.recorded_at, f.batch, f.ordinal'
const IN_RANGE = '(f.entity, f.key) >= (?5, ?6) AND (f.entity, f.key) <= (?7, ?8)'

/** One row more than asked for says whether there is a next page. */
const ALL = `${withStanding(`FROM fact f WHERE f.ns = ?1 AND ${IN_RANGE}
  AND (${ORDER}) > (?9, ?10, ?11, ?12, ?13, ?14) AND ${isKnown('f')} AND f.effective_at <= coalesce(?2, max(?4, f.recorded_at))
  ORDER BY ${ORDER} LIMIT ?15 + 1`)} ORDER BY ${ORDER.replaceAll('f.', 'chosen.')}`

const FIRST_SLUG = `FROM fact f WHERE f.ns = ?1 AND ${IN_RANGE} AND (${ORDER}) > (?9, ?10, ?11, ?12, ?13, ?14)
  ORDER BY ${ORDER} LIMIT 1`
const NEXT_SLUG = `FROM fact f WHERE f.ns = ?1 AND (f.entity, f.key) > (+slug.entity, +slug.key) AND (f.entity, f.key) <= (?7, ?8)
  ORDER BY f.entity, f.key LIMIT 1`

/** Steps from slug to slug by the index, at most `limit` of them, and takes the current facts of each. */
const CURRENT = `WITH RECURSIVE slug (n, entity, key) AS (
    SELECT 1, (SELECT f.entity ${FIRST_SLUG}), (SELECT f.key ${FIRST_SLUG})
    UNION ALL
    SELECT n + 1, (SELECT f.entity ${NEXT_SLUG}), (SELECT f.key ${NEXT_SLUG})
      FROM slug WHERE slug.entity IS NOT NULL AND n < ?15)
  SELECT slug.n AS slug_n, slug.entity AS slug_entity, slug.key AS slug_key, f.*, 1 AS current, NULL AS superseded_by
  FROM slug LEFT JOIN fact f ON f.ns = ?1 AND f.entity = slug.entity AND f.key = slug.key
    AND ${orderOf('f')} >= ${firstCurrent('slug.entity', 'slug.key')} AND ${holds('f')}
    AND (${ORDER}) > (?9, ?10, ?11, ?12, ?13, ?14)
  WHERE slug.entity IS NOT NULL ORDER BY slug.n, ${ORDER} LIMIT ?15 + 1`

/** The place of a row's fact; without one, behind every fact of its slug. */
function placeOf(row: Row): ListPlace {
  if (row.fact_id !== null) return factOf(row)
  const entity = row.slug_entity as string
  return {
    entity,
    key: row.slug_key as string,
    effectiveAt: LAST,
    recordedAt: LAST,
    batch: LAST,
    ordinal: LAST,
  }
}
