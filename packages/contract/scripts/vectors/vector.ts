/** A document, or a text where the spelling matters, and what every implementation must say of it. */
export interface Vector {
  /** Unique within its file. */
  readonly name: string
  readonly why: string
  readonly document?: unknown
  readonly source?: string
  /** `pass` and `fail` are about the rule; a negotiation says the shape. */
  readonly verdict: 'pass' | 'fail' | 'crc-v1' | 'legacy'
  readonly rule: string
  /** Where the rule is broken, as RFC 6901. */
  readonly at?: string
  readonly [more: string]: unknown
}

/** A file of vectors, one a line, so that a change shows as the lines it is about. */
export function vectorFile(vectors: readonly Vector[]): string {
  return `[\n${vectors.map((vector) => JSON.stringify(vector)).join(',\n')}\n]\n`
}
