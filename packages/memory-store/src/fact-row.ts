import { isCurrent, successor } from './fact-order.ts'
import type { Row } from './statement.ts'
import type { Cardinality, GivenInstant, StoredFact } from './stored-fact.ts'

/** The instants a read of facts is about, ms. null: no bound, that is what holds now, by all that is recorded. */
export interface FactInstants {
  readonly asOf: number | null
  readonly recordedAsOf: number | null
  readonly now: number
}

/** The id of the n-th fact of a commit. */
export function factId(version: number, ordinal: number): string {
  return ordinal === 0 ? `f${version}` : `f${version}.${ordinal}`
}

/** Where a fact id points, or null when it is no fact id. */
export function factRef(id: string): { readonly batch: number; readonly ordinal: number } | null {
  const match = /^f([1-9][0-9]{0,14})(?:\.([1-9][0-9]{0,5}))?$/.exec(id)
  return match === null ? null : { batch: Number(match[1]), ordinal: Number(match[2] ?? 0) }
}

/** Parameters ?2 to ?4 of every statement about fact time. */
export function instantValues({
  asOf,
  recordedAsOf,
  now,
}: FactInstants): [number | null, number | null, number] {
  return [asOf, recordedAsOf, now]
}

/** Adds to rows of `fact`, chosen by `inner` under the alias `f`, whether each is current and what came after it; they are `chosen`. */
export function withStanding(inner: string): string {
  return `SELECT chosen.*,
      CASE WHEN chosen.current OR chosen.retracted_at IS NOT NULL THEN NULL ELSE ${successor('chosen')} END AS superseded_by
    FROM (SELECT f.*, ${isCurrent('f')} AS current ${inner}) AS chosen`
}

/** Reads a row of `fact` with its standing. */
export function factOf(row: Row): StoredFact {
  return {
    batch: row.batch as number,
    ordinal: row.ordinal as number,
    factId: row.fact_id as string,
    entity: row.entity as string,
    key: row.key as string,
    value: row.value as string,
    cardinality: row.cardinality as Cardinality,
    confidence: row.confidence as number | null,
    horizonClass: row.horizon_class as string | null,
    validFrom: instantOf(row.valid_from, row.valid_from_given),
    validTo: instantOf(row.valid_to, row.valid_to_given),
    observedAt: instantOf(row.observed_at, row.observed_at_given),
    supersedes: row.supersedes as string | null,
    provenance: row.provenance as string | null,
    tokens: row.tokens as number,
    escapedTokens: row.escaped_tokens as number,
    summaryTokens: row.summary_tokens as number,
    effectiveAt: row.effective_at as number,
    recordedAt: row.recorded_at as number,
    reverifiedAt: row.reverified_at as number | null,
    retractedAt: row.retracted_at as number | null,
    retraction: row.retraction as string | null,
    indexed: row.indexed === 1,
    current: row.current === 1,
    supersededBy: row.superseded_by as string | null,
  }
}

function instantOf(at: Row[string] | undefined, given: Row[string] | undefined): GivenInstant | null {
  return typeof at === 'number' ? { at, given: given as string } : null
}
