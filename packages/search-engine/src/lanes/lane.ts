import type { QueryTerms } from '@cairn/text/query'
import type { CorpusCounts } from '../corpus-counts.ts'
import type { Segment } from '../segment.ts'
import type { TermReader } from '../term-reader.ts'

/** What a lane may look at. */
export interface LaneContext {
  readonly segments: readonly Segment[]
  readonly query: QueryTerms
  readonly corpus: CorpusCounts
  readonly terms: TermReader
  /** For each segment one byte a row: 1 where the passage may be a hit. */
  readonly eligible: readonly Uint8Array[]
  /** For each segment one byte a row: 1 where the passage is live, whatever the filter. */
  readonly live: readonly Uint8Array[]
}

/** How strong the evidence for a row is; from `entityName` on it belongs to the first tier. */
export const EVIDENCE = { none: 0, entityWord: 1, entityName: 2, exact: 3 } as const

/** What a lane found: for each segment a score a row, 0 where it found nothing. */
export interface LaneScores {
  readonly scores: readonly Float64Array[]
  /** The score that counts as 1 when lanes are fused. */
  readonly best: number
  /** One of EVIDENCE a row, where the lane knows. */
  readonly evidence: readonly Uint8Array[] | null
}

export type Lane = (context: LaneContext) => LaneScores
