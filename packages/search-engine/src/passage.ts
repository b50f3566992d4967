/** One passage as the index takes it: what is searched, what filters look at, and what a hit gives back. */
export interface PassageInput {
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

/** What a segment gives back for a passage: every field it was built from, unchanged. */
export type StoredPassage = PassageInput
