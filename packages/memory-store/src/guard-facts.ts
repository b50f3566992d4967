import { orderOf, placeOf } from './fact-order.ts'
import { factRef } from './fact-row.ts'
import { jsonLists } from './json-lists.ts'
import type { Statement } from './statement.ts'

/** A fact that the commit being made has inserted: where, and as the how-manieth of it. */
export interface WrittenFact {
  /** null: the version being made */
  readonly batch: number | null
  readonly ordinal: number
  readonly index: number
  readonly supersedes: string | null
}

/** `foreign`: a fact of another slug. `retired`: retracted, or superseded already. */
export type SupersedesFault = 'unknown' | 'foreign' | 'itself' | 'retired'

/**
 * Why facts are refused. `repeat`: the one at `index` says what its predecessor `factId` says, it exists already. `repeat_within`: it
 * repeats the one at the place `of` in its commit. `supersedes`: its target could not be superseded, and why.
 */
export type FactRefusal =
  | { readonly kind: 'repeat'; readonly index: number; readonly factId: string }
  | { readonly kind: 'repeat_within'; readonly index: number; readonly of: number }
  | { readonly kind: 'supersedes'; readonly index: number; readonly why: SupersedesFault }

/** The refusal that the rule of a guard names; null for the rule of another guard. */
export function refusedFact(rule: string): FactRefusal | null {
  const [kind, index, detail] = rule.split(':') as [string, string, string]
  switch (kind) {
    case 'repeat':
      return { kind, index: Number(index), factId: detail }
    case 'repeat_within':
      return { kind, index: Number(index), of: Number(detail) }
    case 'supersedes':
      return { kind, index: Number(index), why: detail as SupersedesFault }
    default:
      return null
  }
}

/**
 * Refuses inserted facts that repeat their predecessor, or whose `supersedes` names what could not be superseded: each is judged by
 * what stood when it was recorded. A fact of the past that was retracted in the very millisecond in which another was recorded may have stood or
 * not: neither is held against the other.
 */
export function guardFacts(ns: number, facts: readonly WrittenFact[]): Statement[] {
  const naming = facts.filter(({ supersedes }) => supersedes !== null)
  const guards = (sql: string, some: readonly WrittenFact[]) =>
    jsonLists(some.map(placed)).map((list) => ({ sql, values: [ns, list] }))
  return [...guards(REPEATS, facts), ...guards(SUPERSEDES, naming)]
}

function placed({ batch, ordinal, index, supersedes }: WrittenFact): readonly unknown[] {
  const target = supersedes === null ? null : factRef(supersedes)
  return [batch, ordinal, index, target?.batch ?? null, target?.ordinal ?? null]
}

/** The facts to be judged, `f`, in the order they stand in, beside what the list says of them. */
const JUDGED = `namespace h CROSS JOIN json_each(?2) n
  CROSS JOIN fact f ON f.ns = h.ns AND f.batch = coalesce(n.value->>0, h.head) AND f.ordinal = n.value->>1`

/** It was recorded before `f`. */
const earlier = (fact: string): string => `(${fact}.batch, ${fact}.ordinal) < (f.batch, f.ordinal)`

/** It stood when `f` was recorded, whatever else happened in that millisecond. */
const stood = (fact: string): string =>
  `(${fact}.retracted_at IS NULL OR ${fact}.retracted_at > f.recorded_at)`

/** It may have stood. What this commit records is recorded after all that is there, so that only a fact of the past leaves that open. */
const mayHaveStood = (fact: string): string =>
  `(${fact}.retracted_at IS NULL OR ${fact}.retracted_at > f.recorded_at - (n.value->>0 IS NOT NULL))`

/** A fact of the same slug, recorded before `f` and before it in the order. */
const before = (
  fact: string,
): string => `${fact}.ns = f.ns AND ${fact}.entity = f.entity AND ${fact}.key = f.key
  AND ${orderOf(fact)} < ${placeOf('f')} AND ${earlier(fact)} AND ${mayHaveStood(fact)}`

const LATEST = 'ORDER BY p.effective_at DESC, p.recorded_at DESC, p.batch DESC, p.ordinal DESC LIMIT 1'

/** The fact just before it in the order. */
const BEFORE_ONE = `SELECT p.* FROM fact p INDEXED BY fact_order WHERE ${before('p')} ${LATEST}`

/** Of cardinality many: the fact of the same value just before it, unless a fact of cardinality one came between. */
const BEFORE_MANY = `SELECT p.* FROM fact p INDEXED BY fact_value
  WHERE ${before('p')} AND p.cardinality = 'many' AND substr(p.value, 1, 64) = substr(f.value, 1, 64) AND p.value = f.value
    AND NOT EXISTS (SELECT 1 FROM fact g INDEXED BY fact_one WHERE ${before('g')} AND g.cardinality = 'one'
      AND ${orderOf('g')} > ${placeOf('p')})
  ${LATEST}`

/** How a fact repeats the last one before it; null where that says something else. */
const repeated = (last: string): string => `(SELECT
    CASE last.batch WHEN f.batch THEN 'repeat_within:' || (n.value->>2) || ':' || last.ordinal
      ELSE 'repeat:' || (n.value->>2) || ':' || last.fact_id END
  FROM (${last}) AS last
  WHERE ${stood('last')} AND last.value = f.value AND last.cardinality = f.cardinality AND last.confidence IS f.confidence
    AND last.horizon_class IS f.horizon_class AND last.valid_from IS f.valid_from AND last.valid_to IS f.valid_to
    AND last.observed_at IS f.observed_at AND (f.supersedes IS NULL OR last.supersedes IS f.supersedes)
    AND NOT EXISTS (SELECT 1 FROM fact e INDEXED BY fact_edge
      WHERE e.ns = last.ns AND e.supersedes = last.fact_id AND ${earlier('e')} AND ${mayHaveStood('e')}))`

const REPEATS = `INSERT INTO guard SELECT 0, rule FROM (
  SELECT CASE f.cardinality WHEN 'one' THEN ${repeated(BEFORE_ONE)} ELSE ${repeated(BEFORE_MANY)} END AS rule
  FROM ${JUDGED} WHERE h.ns = ?1) WHERE rule IS NOT NULL`

/** Replaced by name, or followed by a fact of cardinality one that was effective by then. */
const RETIRED = `EXISTS (SELECT 1 FROM fact e INDEXED BY fact_edge
    WHERE e.ns = x.ns AND e.supersedes = x.fact_id AND ${earlier('e')} AND ${stood('e')})
  OR EXISTS (SELECT 1 FROM fact g INDEXED BY fact_one WHERE g.ns = x.ns AND g.entity = x.entity AND g.key = x.key AND g.cardinality = 'one'
    AND ${orderOf('g')} > ${placeOf('x')} AND g.effective_at <= f.recorded_at AND ${earlier('g')} AND ${stood('g')})`

/** The target must be another fact of the same slug that stood, and that nothing had retired. */
const SUPERSEDES = `INSERT INTO guard SELECT 0, 'supersedes:' || place || ':' || wrong FROM (
  SELECT n.value->>2 AS place, CASE
    WHEN x.fact_id IS NULL OR NOT ${earlier('x')} THEN 'unknown'
    WHEN x.entity <> f.entity OR x.key <> f.key THEN 'foreign'
    WHEN x.batch = f.batch OR (x.value = f.value AND x.valid_from IS f.valid_from AND x.valid_to IS f.valid_to
      AND x.observed_at IS f.observed_at) THEN 'itself'
    WHEN NOT ${mayHaveStood('x')} OR ${RETIRED} THEN 'retired'
  END AS wrong
  FROM ${JUDGED} LEFT JOIN fact x ON x.ns = f.ns AND x.batch = n.value->>3 AND x.ordinal = n.value->>4
  WHERE h.ns = ?1) WHERE wrong IS NOT NULL`
