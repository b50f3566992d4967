/** A pointer without its namespace: `batch` is the version that wrote the passage, `ordinal` its place in that commit. */
export interface PassageRef {
  readonly batch: number
  readonly ordinal: number
}

/** A passage as a commit takes it; texts are well-formed and without NUL. */
export interface NewPassage {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly heading: string
  readonly speaker: string
  readonly at: string | null
  /** SHA-256 of the text, hex */
  readonly hash: string
  readonly tokens: number
  readonly escapedTokens: number
  readonly summary: string
  readonly summaryTokens: number
  /** base64 of its vector, one signed byte a component; null where it has none */
  readonly vector: string | null
}

/** A live passage with what its document lends it. */
export interface StoredPassage extends NewPassage, PassageRef {
  /** `<source>/<document id>` */
  readonly document: string
  readonly source: string
  readonly documentId: string
  readonly title: string
  readonly author: string
  readonly uri: string
  readonly kind: string
  readonly tags: readonly string[]
  readonly createdAt: number | null
  readonly eventAt: number | null
  readonly horizonClass: string | null
  /** when its document was written, ms */
  readonly recordedAt: number
  /** how its document is written, as `html` */
  readonly format: string
  /** n-th passage of its document, from 0 */
  readonly index: number
}
