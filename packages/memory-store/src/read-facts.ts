import { firstCurrent, holds, ORDER_COLUMNS, orderOf } from './fact-order.ts'
import { type FactInstants, factOf, factRef, instantValues, withStanding } from './fact-row.ts'
import { type SeenSlug, selectCurrentIds } from './guard-current.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

interface Slug {
  readonly ns: number
  readonly entity: string
  readonly key: string
}

/** A place in the order of one slug's facts. */
export interface FactPlace {
  readonly effectiveAt: number
  readonly recordedAt: number
  readonly batch: number
  readonly ordinal: number
}

/** The current facts of one slug, in order, at most `limit`; `known` says whether anything was ever recorded under it. */
export async function readSlug(
  db: SqlDatabase,
  { ns, entity, key, limit, ...instants }: Slug & FactInstants & { readonly limit: number },
): Promise<{ readonly known: boolean; readonly facts: StoredFact[] }> {
  const slug = [entity, key]
  const [facts, any] = await readRows(db, [
    { sql: CURRENT_OF_SLUG, values: [ns, ...instantValues(instants), ...slug, limit] },
    { sql: 'SELECT 1 FROM fact WHERE ns = ?1 AND entity = ?2 AND key = ?3 LIMIT 1', values: [ns, ...slug] },
  ])
  return { known: any!.length > 0, facts: facts!.map(factOf) }
}

const CURRENT_OF_SLUG = `SELECT f.*, 1 AS current, NULL AS superseded_by FROM fact f
  WHERE f.ns = ?1 AND f.entity = ?5 AND f.key = ?6 AND ${orderOf('f')} >= ${firstCurrent('?5', '?6')} AND ${holds('f')}
  ORDER BY f.effective_at, f.recorded_at, f.batch, f.ordinal LIMIT ?7`

/** One fact by its id, with its standing; null when the namespace has none of that id. */
export async function getFact(
  db: SqlDatabase,
  { ns, factId, ...instants }: FactInstants & { readonly ns: number; readonly factId: string },
): Promise<StoredFact | null> {
  const ref = factRef(factId)
  if (ref === null) return null
  const values = [ns, ...instantValues(instants), ref.batch, ref.ordinal]
  const row = (await readRows(db, [{ sql: BY_ID, values }]))[0]?.[0]
  return row === undefined ? null : factOf(row)
}

const BY_ID = withStanding('FROM fact f WHERE f.ns = ?1 AND f.batch = ?5 AND f.ordinal = ?6')

/** The ids of what is current at a slug, in order, at most `limit`. */
export async function readCurrentIds(
  db: SqlDatabase,
  request: { readonly ns: number; readonly slug: Omit<SeenSlug, 'current'>; readonly limit: number },
): Promise<string[]> {
  const { ns, slug, limit } = request
  const [ids] = await readRows(db, [selectCurrentIds(ns, slug, limit)])
  return ids!.map(({ fact_id }) => fact_id as string)
}

/** A fact with its standing, and the ids of what is current at its slug, in order and at most `limit`, in one trip. */
export async function readWritten(
  db: SqlDatabase,
  request: {
    readonly ns: number
    readonly factId: string
    readonly slug: Omit<SeenSlug, 'current'>
    readonly limit: number
  } & FactInstants,
): Promise<{ readonly fact: StoredFact | null; readonly current: string[] }> {
  const { ns, factId, slug, limit, ...instants } = request
  const ref = factRef(factId)
  const [facts, ids] = await readRows(db, [
    { sql: BY_ID, values: [ns, ...instantValues(instants), ref?.batch ?? null, ref?.ordinal ?? null] },
    selectCurrentIds(ns, slug, limit),
  ])
  const row = facts![0]
  return {
    fact: row === undefined ? null : factOf(row),
    current: ids!.map(({ fact_id }) => fact_id as string),
  }
}

/** One page of all facts of a slug, newest first, retracted and superseded ones too; `before` is the last of the page before. */
export async function factHistory(
  db: SqlDatabase,
  {
    ns,
    entity,
    key,
    before,
    limit,
    ...instants
  }: Slug & FactInstants & { readonly before: FactPlace | null; readonly limit: number },
): Promise<StoredFact[]> {
  const place =
    before === null ? [LAST, 0, 0, 0] : [before.effectiveAt, before.recordedAt, before.batch, before.ordinal]
  const values = [ns, ...instantValues(instants), entity, key, ...place, limit]
  const [rows] = await readRows(db, [{ sql: HISTORY, values }])
  return rows!.map(factOf)
}

const LAST = Number.MAX_SAFE_INTEGER

const HISTORY = `${withStanding(`FROM fact f WHERE f.ns = ?1 AND f.entity = ?5 AND f.key = ?6
  AND ${orderOf('f')} < (?7, ?8, ?9, ?10) AND (?3 IS NULL OR f.recorded_at <= ?3)
  ORDER BY ${newestFirst('f')} LIMIT ?11`)} ORDER BY ${newestFirst('chosen')}`

function newestFirst(fact: string): string {
  return ORDER_COLUMNS.map((column) => `${fact}.${column} DESC`).join(', ')
}
