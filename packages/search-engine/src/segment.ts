import { ANALYSER } from '@cairn/text/terms'
import type { IndexChannel } from './channels.ts'
import type { StringPiece, TagPiece, TimePiece } from './filter-pieces.ts'
import type { StoredPassage } from './passage.ts'
import type { DecodedPostings } from './postings.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import type { SegmentCounts } from './segment-counts.ts'
import type { SegmentReads } from './segment-reads.ts'
import type { SegmentRows } from './segment-rows.ts'
import type { SegmentVectors } from './segment-vectors.ts'
import type { TermEntry } from './term-dictionary.ts'
import { openWhole } from './whole-segment.ts'

/** An open segment of any format, read lazily. Rows are its passages, ascending by (batch, ordinal). */
export interface Segment {
  readonly seq: number
  readonly analyser: number
  readonly counts: SegmentCounts
  readonly rows: SegmentRows
  readonly vectors: SegmentVectors
  /** Which chunks each of the reads below takes. */
  readonly reads: SegmentReads
  find(channel: IndexChannel, term: string): TermEntry | null
  /** Every term of a channel in byte order. */
  entries(channel: IndexChannel): Iterable<TermEntry>
  /** With `among`, ascending rows, those at least that hold one of these. */
  postings(channel: IndexChannel, entry: TermEntry, among?: Uint32Array): DecodedPostings
  /** Word positions of an exact term, one list a posting; those `wanted` refuses come back empty. */
  positions(entry: TermEntry, wanted: (i: number) => boolean): number[][]
  strings(field: 'source' | 'kind' | 'speaker'): readonly StringPiece[]
  tags(): readonly TagPiece[]
  times(field: 'createdAt' | 'eventAt'): readonly TimePiece[]
  /** Every field of a row but its vector, as it was given. */
  stored(row: number): StoredPassage
}

/**
 * Opens the bytes of a segment in format 1 or 3; `seq` is its number, and the batch of its passages while it is fresh.
 * Reads the header only; throws SegmentCorrupt here or at a later read wherever the bytes are not what FORMAT.md says.
 */
export function openSegment(bytes: Uint8Array, seq: number): Segment {
  const segment = openWhole(bytes, seq)
  checkAnalyser(segment.analyser)
  return segment
}

/** Throws SegmentCorrupt for an analyser that is neither this one nor the one before. */
export function checkAnalyser(analyser: number): void {
  if (analyser !== ANALYSER && analyser !== ANALYSER - 1) throw new SegmentCorrupt('analyser')
}
