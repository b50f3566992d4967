import type { QueryTerms } from '@cairn/text/query'
import type { Filter } from './filter.ts'
import type { StoredPassage } from './passage.ts'
import type { PointerSet } from './pointer-set.ts'

/** The lanes that words are enough for. */
export const WORD_LANES = ['Bm25', 'Indexing', 'Topology'] as const
export const LANE_NAMES = [...WORD_LANES, 'Dense'] as const
export type LaneName = (typeof LANE_NAMES)[number]

export interface SearchRequest {
  readonly query: QueryTerms
  /** What `quantize` makes of the embedding of the query; null where it has none: then Dense does not run. */
  readonly vector: Int8Array | null
  readonly filter: Filter | null
  /** Hits a page, at least 1; pages start at whole multiples of it. */
  readonly limit: number
  readonly offset: number
  /** A lane that is not named does not run. */
  readonly lanes: readonly LaneName[]
  /** Passages that died after the walk began: they keep their place in it, so that no page shifts, and are not shown. */
  readonly hidden?: PointerSet
  /** Whether it is too late to read more terms: then what is ready is ranked. Asked between terms; never over when left out. */
  readonly isOver?: () => boolean
}

export type Reason = 'Exact' | 'EntityMatch' | 'TopicMatch'

export interface Hit {
  readonly batch: number
  readonly ordinal: number
  /** Fused score, 0..1; the sum of `lanes`. */
  readonly score: number
  readonly lanes: Readonly<Record<LaneName, number>>
  readonly reason: Reason
  /** Indexes of the query words it holds, ascending. */
  readonly words: readonly number[]
  /** Matching passages with this very text, itself included. */
  readonly copies: number
  readonly passage: StoredPassage
}

/** Why some of the query was left out: too many blocks or words, too many keys, too late. */
export type Cap = 'work_cap' | 'read_cap' | 'deadline'

export interface SearchResult {
  readonly hits: readonly Hit[]
  /** Offset of the next page; null at the end of the walk. */
  readonly next: number | null
  /** Share of the query's words, weighed by rarity, that the three best hits hold; 0..1. */
  readonly coverage: number
  /** Query words that neither the best hits nor those of this page hold. */
  readonly missing: readonly string[]
  readonly capped: readonly Cap[]
}
