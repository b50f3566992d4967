import { firstCurrent, holds, orderOf } from './fact-order.ts'
import type { Statement } from './statement.ts'

/** What a writer saw of a slug and relies on: the ids of its current facts, in order. */
export interface SeenSlug {
  readonly entity: string
  readonly key: string
  readonly current: readonly string[]
  /** ms at which they were read */
  readonly now: number
}

/** Ids of a slug's current facts, in order: parameters ?1 to ?4 as in every statement about fact time, ?5 entity, ?6 key. */
const CURRENT_IDS = `SELECT f.fact_id FROM fact f WHERE f.ns = ?1 AND f.entity = ?5 AND f.key = ?6
  AND ${orderOf('f')} >= ${firstCurrent('?5', '?6')} AND ${holds('f')}
  ORDER BY f.effective_at, f.recorded_at, f.batch, f.ordinal`

/** False when other facts of the slug are current than the writer saw. Stands before what the commit writes. */
export function guardCurrent(ns: number, seen: SeenSlug | null): Statement[] {
  if (seen === null) return []
  const sql = `INSERT INTO guard SELECT (SELECT json_group_array(fact_id) FROM (${CURRENT_IDS} LIMIT ?7)) = ?8, 'precondition'`
  const { entity, key, current, now } = seen
  return [{ sql, values: [ns, null, null, now, entity, key, current.length + 1, JSON.stringify(current)] }]
}

/** A statement that reads the ids of a slug's current facts, in order, at most `limit`. */
export function selectCurrentIds(
  ns: number,
  { entity, key, now }: Omit<SeenSlug, 'current'>,
  limit: number,
): Statement {
  return { sql: `${CURRENT_IDS} LIMIT ?7`, values: [ns, null, null, now, entity, key, limit] }
}
