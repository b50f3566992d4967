import { isKnown } from './fact-order.ts'
import { factRef } from './fact-row.ts'
import type { Statement } from './statement.ts'
import type { NewFact } from './stored-fact.ts'

/** A fact of the commit being made, with its place in it. */
export interface PlacedFact {
  readonly ns: number
  readonly fact: NewFact
  /** of its commitment */
  readonly salt: string
  readonly ordinal: number
  /** the commit's time, before it is made later than its predecessor's */
  readonly at: number
  /** whether the segment of the commit holds a passage of it */
  readonly isIndexed: boolean
}

/** Refuses a repeat and a wrong `supersedes`, then inserts the fact; the version is made inside the commit. */
export function insertFact(placed: PlacedFact): Statement[] {
  return [guardNew(placed), ...guardSupersedes(placed), insert(placed)]
}

/** When the fact is recorded, before and inside its commit. */
const AT = 'max(?4, (SELECT head_at FROM namespace WHERE ns = ?1))'

/** Facts of the slug that stand at or before the new one and were not retracted: parameters ?5 to ?17 as `factValues` gives them. */
function before(fact: string): string {
  return `${fact}.ns = ?1 AND ${fact}.entity = ?5 AND ${fact}.key = ?6 AND ${fact}.retracted_at IS NULL
    AND (${fact}.effective_at, ${fact}.recorded_at) <= (coalesce(?11, ?15, ${AT}), ${AT})`
}

const LATEST = 'ORDER BY p.effective_at DESC, p.recorded_at DESC, p.batch DESC, p.ordinal DESC LIMIT 1'

/** The fact just before the new one in the order. */
const BEFORE_ONE = `SELECT p.* FROM fact p INDEXED BY fact_order WHERE ${before('p')} ${LATEST}`

/** Of cardinality many: the fact of the same value just before the new one, unless a fact of cardinality one came between. */
const BEFORE_MANY = `SELECT p.* FROM fact p INDEXED BY fact_value
  WHERE ${before('p')} AND p.cardinality = 'many' AND substr(p.value, 1, 64) = substr(?7, 1, 64) AND p.value = ?7
    AND NOT EXISTS (SELECT 1 FROM fact g INDEXED BY fact_one WHERE ${before('g')} AND g.cardinality = 'one'
      AND (g.effective_at, g.recorded_at, g.batch, g.ordinal) > (+p.effective_at, +p.recorded_at, +p.batch, +p.ordinal))
  ${LATEST}`

/** The fact the new one would repeat: its predecessor, when that says the same. */
function repeated({ cardinality }: NewFact): string {
  return `(SELECT last.* FROM (${cardinality === 'one' ? BEFORE_ONE : BEFORE_MANY}) AS last
    WHERE last.value = ?7 AND last.cardinality = ?8 AND last.confidence IS ?9 AND last.horizon_class IS ?10
      AND last.valid_from IS ?11 AND last.valid_to IS ?13 AND last.observed_at IS ?15
      AND (?17 IS NULL OR last.supersedes IS ?17)
      AND NOT EXISTS (SELECT 1 FROM fact e INDEXED BY fact_edge
        WHERE e.ns = last.ns AND e.supersedes = last.fact_id AND e.retracted_at IS NULL))`
}

function guardNew({ ns, fact, ordinal, at }: PlacedFact): Statement {
  const sql = `INSERT INTO guard
    SELECT 0, CASE p.batch WHEN h.head THEN 'repeat_within:' || ?3 || ':' || p.ordinal ELSE 'repeat:' || ?3 || ':' || p.fact_id END
    FROM namespace h CROSS JOIN ${repeated(fact)} AS p
    WHERE h.ns = ?1`
  return { sql, values: [ns, null, ordinal, at, ...factValues(fact)] }
}

function factValues(fact: NewFact): (string | number | null)[] {
  const { validFrom, validTo, observedAt } = fact
  const instants = [validFrom, validTo, observedAt].flatMap((one) => [one?.at ?? null, one?.given ?? null])
  const { entity, key, value, cardinality, confidence, horizonClass } = fact
  return [entity, key, value, cardinality, confidence, horizonClass, ...instants, fact.supersedes]
}

/** The target of `supersedes` must be another, living fact of the same slug that nothing has retired yet. */
function guardSupersedes({ ns, fact, ordinal, at }: PlacedFact): Statement[] {
  if (fact.supersedes === null) return []
  const sql = `INSERT INTO guard SELECT 0, 'supersedes:' || ?6 || ':' || wrong FROM (
    SELECT CASE
      WHEN x.fact_id IS NULL THEN 'unknown'
      WHEN x.entity <> ?7 OR x.key <> ?8 THEN 'foreign'
      WHEN x.batch = h.head OR (x.value = ?9 AND x.valid_from IS ?10 AND x.valid_to IS ?11 AND x.observed_at IS ?12) THEN 'itself'
      WHEN x.retracted_at IS NOT NULL OR ${RETIRED} THEN 'retired'
    END AS wrong
    FROM namespace h LEFT JOIN fact x ON x.ns = h.ns AND x.batch = ?13 AND x.ordinal = ?14
    WHERE h.ns = ?1) WHERE wrong IS NOT NULL`
  const target = factRef(fact.supersedes)
  const { entity, key, value, validFrom, validTo, observedAt } = fact
  const stated = [validFrom, validTo, observedAt].map((instant) => instant?.at ?? null)
  return [
    {
      sql,
      values: [
        ns,
        null,
        null,
        at,
        null,
        ordinal,
        entity,
        key,
        value,
        ...stated,
        target?.batch ?? null,
        target?.ordinal ?? null,
      ],
    },
  ]
}

/** Replaced by name, or followed by a fact of cardinality one that is effective by now. */
const RETIRED = `EXISTS (SELECT 1 FROM fact e INDEXED BY fact_edge WHERE e.ns = x.ns AND e.supersedes = x.fact_id AND ${isKnown('e')})
  OR EXISTS (SELECT 1 FROM fact g INDEXED BY fact_one WHERE g.ns = x.ns AND g.entity = x.entity AND g.key = x.key AND g.cardinality = 'one'
    AND (g.effective_at, g.recorded_at, g.batch, g.ordinal) > (+x.effective_at, +x.recorded_at, +x.batch, +x.ordinal)
    AND g.effective_at <= max(?4, h.head_at) AND ${isKnown('g')})`

function insert({ ns, fact, salt, ordinal, isIndexed }: PlacedFact): Statement {
  const { provenance, tokens, escapedTokens, summaryTokens } = fact
  const sql = `INSERT INTO fact (ns, batch, ordinal, recorded_at, effective_at, entity, key, value, cardinality, confidence,
      horizon_class, valid_from, valid_from_given, valid_to, valid_to_given, observed_at, observed_at_given, supersedes,
      provenance, tokens, escaped_tokens, summary_tokens, indexed, salt)
    SELECT ns, head, ?2, head_at, coalesce(?9, ?13, head_at), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
      ?16, ?17, ?18, ?19, ?20, ?21
    FROM namespace WHERE ns = ?1`
  const sizes = [tokens, escapedTokens, summaryTokens]
  return { sql, values: [ns, ordinal, ...factValues(fact), provenance, ...sizes, isIndexed ? 1 : 0, salt] }
}
