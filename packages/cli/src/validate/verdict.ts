/** Something wrong with a document, by whom it is demanded. */
export interface ToldFinding {
  /** RFC 6901 into the document; "" is all of it. */
  readonly pointer: string
  readonly rule: string
  /** `S0` a schema of the contract, `S1` the contract's prose, `cairn` this product's profile, `schema` a schema that was given. */
  readonly authority: 'S0' | 'S1' | 'cairn' | 'schema'
  readonly severity: 'MUST' | 'SHOULD'
  readonly message: string
  /** Whether it makes the document fail; the others are advice. */
  readonly isFatal: boolean
}

/** What is said of one document. */
export interface DocumentVerdict {
  readonly name: string
  /** What it was judged as; null when it could not be told or read. */
  readonly judgedAs: string | null
  readonly isValid: boolean
  readonly findings: readonly ToldFinding[]
  /** Why it was not judged; absent when it was. */
  readonly why?: string
}
