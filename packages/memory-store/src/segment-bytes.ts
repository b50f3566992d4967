/** A built segment as a commit takes it. `bytes` is what the search engine wrote. */
export interface SegmentBytes {
  readonly bytes: Uint8Array
  readonly format: number
  readonly analyser: number
  /** how many passages it holds (0 when it only buries) */
  readonly passages: number
}
