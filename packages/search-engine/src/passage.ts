/** What a segment gives back for a passage: the fields it was built from, unchanged. */
export interface StoredPassage {
  /** `<source>/<document id>`. */
  readonly document: string
  readonly source: string
  readonly documentId: string
  readonly title: string
  readonly heading: string
  readonly speaker: string
  readonly author: string
  readonly text: string
  readonly summaryTokens: number
  readonly tokens: number
  /** SHA-256 of `text`, 64 lower-case hex digits. */
  readonly hash: string
  readonly uri: string
  readonly kind: string
  readonly tags: readonly string[]
  /** Milliseconds since 1970, as is `eventAt`. */
  readonly createdAt: number | null
  readonly eventAt: number | null
  /** This is the n-th passage of its document, from 0. */
  readonly index: number
}

/** One passage as the index takes it: what is searched, what filters look at, and what a hit gives back. */
export interface PassageInput extends StoredPassage {
  /** What `quantize` makes of its embedding, as long as every other of the namespace; null where it has none. */
  readonly vector: Int8Array | null
}
