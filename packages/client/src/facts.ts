import type { HorizonClass } from '@cairn/contract/crc-v1'

/** What a fact is about, and which of its properties. */
export interface FactName {
  readonly entity: string
  readonly key: string
}

/** A fact to state. Dates are a year, a month, a day or an RFC 3339 date-time. */
export interface FactStatement extends FactName {
  /** Any JSON value of at most 16 KiB. */
  readonly value: unknown
  /** 0 to 1. */
  readonly confidence?: number
  readonly valid_from?: string
  readonly valid_to?: string
  readonly observed_at?: string
  readonly horizon_class?: HorizonClass
  readonly cardinality?: 'one' | 'many'
  /** The id of the fact that this one replaces. */
  readonly supersedes?: string
  readonly provenance?: Readonly<Record<string, unknown>>
}

/** What became of a statement. */
export interface FactWritten extends FactName {
  readonly fact_id: string
  /** It said what was said before: the same fact. */
  readonly existed: boolean
  /** It is what holds now. */
  readonly current: boolean
  readonly superseded_by: string | null
  readonly canonical_slug: string
  /** Of the commit that wrote it; null where it existed and nothing was written. */
  readonly receipt?: string | null
}

/** The moments a fact is read as of; now when absent. */
export interface AsOf {
  readonly as_of?: string
  readonly recorded_as_of?: string
}

/** Which facts to list. */
export interface FactFilter extends AsOf {
  readonly entity?: string
  readonly prefix?: string
  readonly include_superseded?: boolean
}
