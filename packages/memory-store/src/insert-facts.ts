import { guardFacts, type WrittenFact } from './guard-facts.ts'
import { jsonLists } from './json-lists.ts'
import type { Statement } from './statement.ts'
import type { NewFact, StoredFact } from './stored-fact.ts'

/** Where and when a fact was recorded, and what was said of it since. */
export type FactPast = Pick<
  StoredFact,
  'batch' | 'ordinal' | 'recordedAt' | 'reverifiedAt' | 'retractedAt' | 'retraction'
>

/** A fact to be stored. */
export interface InsertedFact {
  readonly fact: NewFact
  /** of its commitment; null: it was stated before there were receipts */
  readonly salt: string | null
  /** whether a segment holds, or held, a passage of it */
  readonly isIndexed: boolean
  /** null: it is recorded now, at its place in the commit being made */
  readonly past: FactPast | null
}

/**
 * Stores facts: the one way in which every commit does. One that says what its predecessor says, or supersedes what it could not when
 * it was recorded, is refused with its index among them, and all with it; `refusedFact` reads that.
 */
export function insertFacts(ns: number, facts: readonly InsertedFact[]): Statement[] {
  return [
    ...jsonLists(facts.map(item)).map((list) => ({ sql: INSERT, values: [ns, list] })),
    ...guardFacts(ns, facts.map(written)),
  ]
}

function written({ fact, past }: InsertedFact, index: number): WrittenFact {
  const { batch, ordinal } = past ?? { batch: null, ordinal: index }
  return { batch, ordinal, index, supersedes: fact.supersedes }
}

function item({ fact, salt, isIndexed, past }: InsertedFact, index: number): readonly unknown[] {
  const { validFrom, validTo, observedAt } = fact
  const recorded = [past?.batch ?? null, past?.ordinal ?? index, past?.recordedAt ?? null]
  const instants = [validFrom, validTo, observedAt].flatMap((one) => [one?.at ?? null, one?.given ?? null])
  const { entity, key, value, cardinality, confidence, horizonClass, supersedes, provenance } = fact
  return [
    ...recorded,
    ...instants,
    ...[entity, key, value, cardinality, confidence, horizonClass, supersedes, provenance],
    ...[fact.tokens, fact.escapedTokens, fact.summaryTokens, isIndexed ? 1 : 0, salt],
    ...[past?.reverifiedAt ?? null, past?.retractedAt ?? null, past?.retraction ?? null],
  ]
}

/** The columns that an item states as they are, from the fourth on. */
const STATED = `valid_from, valid_from_given, valid_to, valid_to_given, observed_at, observed_at_given, entity, key, value, cardinality,
  confidence, horizon_class, supersedes, provenance, tokens, escaped_tokens, summary_tokens, indexed, salt, reverified_at,
  retracted_at, retraction`

const INSERT = `INSERT INTO fact (ns, batch, ordinal, recorded_at, effective_at, ${STATED})
  SELECT h.ns, coalesce(v->>0, h.head), v->>1, coalesce(v->>2, h.head_at), coalesce(v->>3, v->>7, v->>2, h.head_at),
    ${STATED.split(',')
      .map((_, place) => `v->>${place + 3}`)
      .join(', ')}
  FROM namespace h CROSS JOIN (SELECT value AS v FROM json_each(?2)) WHERE h.ns = ?1`
