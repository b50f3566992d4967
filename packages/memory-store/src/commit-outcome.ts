import type { ReceiptSigner } from './receipt-signer.ts'

/** A commit that holds: its version, and its time in ms (never earlier than that of the version before). */
export interface Committed {
  readonly kind: 'committed'
  readonly version: number
  readonly at: number
  /** the answer as the log has it, with what the commit filled in */
  readonly answer: string
  readonly receipt: string
}

/** The same commit id and request hash had committed before: nothing was written, the stored answer is given back. */
export interface Repeated {
  readonly kind: 'repeated'
  readonly version: number
  readonly at: number
  readonly answer: string
  /** null: committed before there were receipts */
  readonly receipt: string | null
}

/** The commit id belongs to another request (422). */
export interface ConflictingId {
  readonly kind: 'conflict_id'
}

/** How every commit can end; operations add their own refusals to it. */
export type CommitOutcome = Committed | Repeated | ConflictingId

/** What every commit names. `answer` is a template: it cannot hold the version, which is made inside the commit. */
export interface CommitRequest {
  readonly ns: number
  /** The caller's Idempotency-Key, or a fresh random id. */
  readonly commitId: string
  readonly requestHash: string
  /** ms since 1970 */
  readonly at: number
  readonly answer: string
  readonly signer: ReceiptSigner
}
