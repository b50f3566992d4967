/**
 * The SQL of fact time. Parameters, the same in every statement that uses these: ?1 ns, ?2 as-of instant or null, ?3 recorded-as-of
 * instant or null, ?4 now. Facts of a slug are ordered by (effective_at, recorded_at, batch, ordinal).
 */
export const ORDER_COLUMNS = ['effective_at', 'recorded_at', 'batch', 'ordinal'] as const

/** The order's columns of one row, for a comparison of rows. */
export function orderOf(fact: string): string {
  return `(${ORDER_COLUMNS.map((column) => `${fact}.${column}`).join(', ')})`
}

/** The same, as bare values: without affinity, all columns of the order take part in a search of its index. */
export function placeOf(fact: string): string {
  return `(${ORDER_COLUMNS.map((column) => `+${fact}.${column}`).join(', ')})`
}

/** It had been recorded, and not yet retracted. */
export function isKnown(fact: string): string {
  return `((?3 IS NULL OR ${fact}.recorded_at <= ?3)
    AND (${fact}.retracted_at IS NULL OR (?3 IS NOT NULL AND ${fact}.retracted_at > ?3)))`
}

/** It is effective. Without an as-of instant a fact is so from its own recording on, whatever the reader's clock says. */
function hasBegun(fact: string): string {
  return `${fact}.effective_at <= coalesce(?2, max(?4, ${fact}.recorded_at))`
}

/** The facts that replace it by name. */
function edgesTo(fact: string): string {
  return `FROM fact e INDEXED BY fact_edge WHERE e.ns = ${fact}.ns AND e.supersedes = ${fact}.fact_id AND ${isKnown('e')} AND ${hasBegun('e')}`
}

/** It could be current, were it alone in its slug. */
export function holds(fact: string): string {
  return `(${isKnown(fact)} AND ${hasBegun(fact)} AND (${fact}.valid_to IS NULL OR ${fact}.valid_to > coalesce(?2, ?4))
    AND NOT EXISTS (SELECT 1 ${edgesTo(fact)}))`
}

/** Later facts of its slug that retire what comes before them. */
function laterOnes(fact: string): string {
  return `FROM fact g INDEXED BY fact_one WHERE g.ns = ${fact}.ns AND g.entity = ${fact}.entity AND g.key = ${fact}.key
    AND ${orderOf('g')} > ${placeOf(fact)} AND g.cardinality = 'one'`
}

/** It is current: it holds, and no later fact of cardinality one does. */
export function isCurrent(fact: string): string {
  return `(${holds(fact)} AND NOT EXISTS (SELECT 1 ${laterOnes(fact)} AND ${holds('g')}))`
}

/** Fact id of what came after it: the fact that replaced it by name, else the next one of cardinality one. */
export function successor(fact: string): string {
  return `coalesce((SELECT e.fact_id ${edgesTo(fact)} ORDER BY e.effective_at, e.recorded_at, e.batch, e.ordinal LIMIT 1),
    (SELECT g.fact_id ${laterOnes(fact)} AND ${isKnown('g')} AND ${hasBegun('g')}
      ORDER BY g.effective_at, g.recorded_at, g.batch, g.ordinal LIMIT 1))`
}

/**
 * The place in the order before which nothing of a slug is current: its last holding fact of cardinality one. From there on what
 * holds is current, so a read of one slug costs its current facts and not its history.
 */
export function firstCurrent(entity: string, key: string): string {
  const columns = ORDER_COLUMNS.map((column) => `b.${column}`)
  return `(SELECT * FROM (
    SELECT * FROM (SELECT ${columns.map((column) => `+${column}`).join(', ')} FROM fact b INDEXED BY fact_one
      WHERE b.ns = ?1 AND b.entity = ${entity} AND b.key = ${key} AND b.cardinality = 'one' AND ${holds('b')}
      ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')} LIMIT 1)
    UNION ALL SELECT -9007199254740991, 0, 0, 0) ORDER BY 1 DESC LIMIT 1)`
}
