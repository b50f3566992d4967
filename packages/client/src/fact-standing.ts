import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import type { NextPage } from './documents.ts'
import type { AsOf, FactName, FactStatement, FactWritten } from './facts.ts'

/** How a fact stands: it holds, or the first thing that keeps it from holding. */
export type FactStanding = 'current' | 'retracted' | 'future' | 'superseded' | 'ended'

/** What decides which fact of a slug is current, newest first. */
export interface FactWhyPage {
  readonly canonical_slug: string
  readonly facts: readonly FactReasons[]
  readonly next: NextPage
}

/** Everything that decides whether one fact is current; instants are RFC 3339 in UTC, `valid` is as it was stated. */
export interface FactReasons {
  readonly fact_id: string
  readonly standing: FactStanding
  readonly order: FactOrder
  readonly cardinality: 'one' | 'many'
  readonly valid: {
    readonly from: string | null
    readonly to: string | null
    readonly observed_at: string | null
  }
  readonly supersedes: string | null
  readonly successor: {
    readonly fact_id: string
    /** It names the fact in its `supersedes`, or it comes after it in the order. */
    readonly by: 'name' | 'order'
    readonly effective_at: string
    readonly recorded_at: string
  } | null
  readonly retraction: { readonly retracted_at: string; readonly reason: string | null } | null
  readonly freshness: FreshnessReasons
}

/** Facts of a slug are ordered by these; the last that holds is current. */
export interface FactOrder {
  readonly effective_at: string
  readonly effective_from: 'valid_from' | 'observed_at' | 'recorded_at'
  readonly recorded_at: string
  readonly fact_id: string
}

/** The inputs and the outcome of confidence × max(0.25, 2^(−age ÷ threshold)). */
export interface FreshnessReasons {
  readonly confidence: number | null
  readonly horizon_class: HorizonClass
  /** Null: it never ages. */
  readonly horizon_hours: number | null
  readonly anchor: 'reverified_at' | 'observed_at' | 'recorded_at'
  readonly anchored_at: string
  readonly age_hours: number
  readonly effective_confidence: number | null
}

/** A fact that is remembered: by its id, or by what it said. */
export type RememberedFact =
  | { readonly fact_id: string }
  | (FactName & {
      readonly value: unknown
    })

/** Up to 500 remembered facts to ask about. */
export interface FactsToCheck extends AsOf {
  readonly facts: readonly RememberedFact[]
}

/** How remembered facts stand, in the order asked. */
export interface FactsChecked {
  readonly facts: readonly FactChecked[]
}

/** How one remembered fact stands. `contradicted`: something else holds, `superseded_by`; `unknown`: nothing does. */
export interface FactChecked {
  readonly fact_id: string | null
  readonly canonical_slug: string | null
  readonly standing: FactStanding | 'contradicted' | 'unknown'
  readonly superseded_by: string | null
  readonly freshness: Freshness | null
}

/** Up to 100 facts to state in one commit, all or none. */
export interface FactBatch {
  readonly facts: readonly FactStatement[]
}

/** What became of a batch, in its order. */
export interface FactBatchWritten {
  readonly facts: readonly FactWritten[]
}

/** A stored fact by slug and id. */
export interface FactReference extends FactName {
  readonly fact_id: string
}

/** What became of a retraction. */
export interface FactRetracted extends FactReference {
  /** It had been retracted before. */
  readonly existed: boolean
  readonly retracted_at: string
  readonly reason: string | null
  readonly canonical_slug: string
  /** Null where nothing was written. */
  readonly receipt?: string | null
}

/** What became of a reverification. */
export interface FactReverified extends FactReference {
  readonly reverified_at: string
  readonly current: boolean
  readonly superseded_by: string | null
  readonly canonical_slug: string
  readonly receipt?: string | null
}
