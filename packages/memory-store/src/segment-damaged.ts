/** Stored bytes of a segment are missing or differ from their SHA-256: the segment must be rebuilt from rows (503). */
export class SegmentDamaged extends Error {
  override readonly name = 'SegmentDamaged'
  readonly retryable = true
  readonly ns: number
  readonly seq: number

  constructor(ns: number, seq: number) {
    super('a segment is damaged')
    this.ns = ns
    this.seq = seq
  }
}
