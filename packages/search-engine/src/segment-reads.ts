import type { IndexChannel } from './channels.ts'
import type { ChunkWanted } from './chunks-held.ts'
import type { FilterSection } from './segment-head.ts'

/** The chunks, by number and but for chunk 0, that reading some part of a segment takes. Known from the head alone. */
export interface SegmentReads {
  /** Keys that opening the segment took: one for a sealed segment, none for one that came with the catalogue. */
  readonly keys: 0 | 1
  rows(): readonly number[]
  filter(section: FilterSection): readonly number[]
  term(channel: IndexChannel, term: string): readonly number[]
  /** Those of every term. */
  terms(): readonly number[]
  /** Those of the positions of an exact term. */
  positions(term: string): readonly number[]
  stored(row: number): readonly number[]
  vectors(): readonly number[]
  wanted(n: number): ChunkWanted
}

/** The reads of a segment that is held whole. */
export const HELD_WHOLE: SegmentReads = {
  keys: 0,
  rows: () => [],
  filter: () => [],
  term: () => [],
  terms: () => [],
  positions: () => [],
  stored: () => [],
  vectors: () => [],
  wanted: () => {
    throw new Error('nothing of a whole segment is wanted')
  },
}
