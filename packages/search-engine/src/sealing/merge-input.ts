import type { StoredPassage } from '../passage.ts'
import type { SegmentCounts } from '../segment-counts.ts'
import type { SegmentRows } from '../segment-rows.ts'

/** A segment as a merge reads it: row by row and key by key, each once and in order, so that little of it is held. */
export interface MergeInput {
  readonly analyser: number
  readonly counts: SegmentCounts
  /** What is held of every row while the merge lasts. */
  rows(): Promise<SegmentRows>
  /** The stored fields of rows in ascending order. */
  stored(): RowReader<StoredPassage>
  /** The same of their vectors, null for a row without. */
  vectors(): RowReader<Int8Array | null>
  /** The keys after one, or all. */
  termsAfter(key: Uint8Array | null): TermStream[]
}

export interface RowReader<Value> {
  /** At hand, or once a chunk has been fetched. */
  at(row: number): Value | Promise<Value>
}

/** Keys in ascending order. It stands at none until `next` is called, and at null after the last. */
export interface TermStream {
  readonly key: Uint8Array | null
  next(): void | Promise<void>
  /** What the segment has for the key it stands at. */
  lists(): InputLists | Promise<InputLists>
}

export interface InputLists {
  readonly adjustment: number
  readonly rows: Uint32Array
  readonly weights: Uint32Array
  /** the position lists of an exact term from here on, one a row, as they are stored */
  readonly positions: Uint8Array | null
}
