import type { Lane, Tier } from '@cairn/contract/crc-v1'

/** A range of instants, RFC 3339; at least one end. */
export type InstantRange =
  | { readonly gte: string; readonly lt?: string }
  | { readonly gte?: string; readonly lt: string }

/** What passages must be. Conditions of one object all hold, values of a list are alternatives. */
export interface Filter {
  readonly source?: string | readonly string[]
  readonly kind?: string | readonly string[]
  readonly tags?: string | readonly string[]
  readonly speaker?: string | readonly string[]
  readonly created_at?: InstantRange
  readonly event_at?: InstantRange
  readonly and?: readonly Filter[]
  readonly or?: readonly Filter[]
  readonly not?: Filter
}

/** A question. */
export interface SearchInput {
  readonly query: string
  /** Pointers a page, 1 to 100; 10 when absent. */
  readonly limit?: number
  readonly cursor?: string
  /** `pointer` when absent, `full` when there is a `token_budget`. */
  readonly hydrate?: Tier
  /** The most tokens the whole answer may cost, 64 to 25,000. */
  readonly token_budget?: number
  readonly filter?: Filter
  readonly lanes?: readonly Lane[]
  readonly detail?: 'full'
  /** Milliseconds to look for, 100 to 10,000. */
  readonly deadline_ms?: number
  /** The question as a vector, where the embedder of the namespace is `caller`: with it the lane `Dense` runs. */
  readonly embedding?: readonly number[]
}

/** What to read, by the ids that the service printed. */
export interface FetchInput {
  /** 1 to 100. */
  readonly refs: readonly string[]
  readonly hydrate?: Tier
  readonly token_budget?: number
  readonly cursor?: string
}

/** Where a list begins and how long its pages are. */
export interface Paging {
  readonly limit?: number
  readonly cursor?: string
}
