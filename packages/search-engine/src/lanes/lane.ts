import type { QueryTerms } from '@cairn/text/query'
import type { Candidates } from '../candidates.ts'
import type { CorpusCounts } from '../corpus-counts.ts'
import type { Nearest } from '../nearest.ts'
import type { Gain } from '../scores.ts'
import type { Segment } from '../segment.ts'
import type { TermReader } from '../term-reader.ts'

/** What a lane may look at. */
export interface LaneContext {
  readonly segments: readonly Segment[]
  readonly query: QueryTerms
  readonly corpus: CorpusCounts
  readonly terms: TermReader
  readonly candidates: Candidates
  /** For each candidate 1 where it may be a hit. */
  readonly eligible: Uint8Array
  /** For each phrase of the query and each segment the rows that hold it. */
  readonly phrases: readonly (readonly Uint32Array[])[]
  /** What the query's vector finds; null where it has none, or Dense does not run. */
  readonly nearest: Nearest | null
}

/** How strong the evidence for a candidate is; from `entityName` on it belongs to the first tier. */
export const EVIDENCE = { none: 0, entityWord: 1, entityName: 2, exact: 3 } as const

/** What each lane found that ran, for each candidate; 0 where it found nothing. */
export interface LaneResults {
  readonly Bm25?: Float64Array
  readonly Topology?: Told
  readonly Indexing?: Named
  readonly Dense?: Near
}

/** What is added to words: `added`, null where that is nothing, and what passages gain from their wholes on top. */
export interface Told {
  readonly added: Float64Array | null
  readonly gain: Gain | null
}

/** Scores up to 1, null where all are 0, and one of EVIDENCE for each candidate. */
export interface Named {
  readonly scores: Float64Array | null
  readonly evidence: Uint8Array
}

/** Scores, and the best of them, which is above 0. */
export interface Near {
  readonly scores: Float64Array
  readonly best: number
}
