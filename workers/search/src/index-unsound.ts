/** Bytes that are what their digests say, and no segment: the index must be built anew (503). */
export class IndexUnsound extends Error {
  override readonly name = 'IndexUnsound'
  readonly retryable = true
  readonly ns: number

  constructor(ns: number, cause: unknown) {
    super('an index is unsound', { cause })
    this.ns = ns
  }
}
