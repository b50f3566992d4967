/** Thrown when bytes are not a segment this reader can trust: wrong magic, unknown version, a value out of bounds. */
export class SegmentCorrupt extends Error {
  override readonly name = 'SegmentCorrupt'

  constructor(what: string) {
    super(`corrupt segment: ${what}`)
  }
}
