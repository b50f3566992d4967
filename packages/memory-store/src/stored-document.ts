import type { NewPassage } from './stored-passage.ts'

/** Which document of a namespace. */
export interface DocumentName {
  readonly source: string
  readonly id: string
}

/** What is said about a document beside its text. */
export interface DocumentFields extends DocumentName {
  readonly title: string
  readonly uri: string
  readonly kind: string
  readonly tags: readonly string[]
  readonly author: string
  readonly createdAt: number | null
  readonly eventAt: number | null
  readonly horizonClass: string | null
  readonly links: readonly string[]
  readonly format: string
  /** hash of the document as the caller defines it; equal hashes mean nothing to write */
  readonly hash: string
}

/** A document as a commit takes it. `body` comes back byte for byte; at most 1 MiB of UTF-8. */
export interface NewDocument extends DocumentFields {
  readonly body: string
  readonly passages: readonly NewPassage[]
}

/** A live document without its body. Its pointers are `batch:firstOrdinal` and the `passages - 1` after it. */
export interface DocumentRow extends DocumentFields {
  readonly batch: number
  readonly firstOrdinal: number
  readonly passages: number
  /** UTF-8 bytes of the body */
  readonly bytes: number
  /** ms */
  readonly recordedAt: number
}
