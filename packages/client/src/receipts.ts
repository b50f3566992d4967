import type {
  InclusionProof,
  receiptInLog as inLog,
  Opening,
  Receipt,
  VerificationKey,
  verifyReceipt as verify,
} from '@cairn/contract/receipts'

/** What a receipt turned out to be: genuine, with its statement, or refuted with a stable code and a message. */
export type ReceiptVerified = Awaited<ReturnType<typeof verify>>

/** What a receipt, its proof and a checkpoint turned out to be. */
export type ReceiptLogged = Awaited<ReturnType<typeof inLog>>

export type { Opening, Receipt, VerificationKey }

/** A signed statement as JSON; its stored text, which offline verification takes, is its RFC 8785 form. */
export interface SignedStatement {
  readonly hash: string
  readonly kid: string
  readonly signature: string
  readonly statement: Readonly<Record<string, unknown>>
}

/** What the service found of a receipt, and all that finds it again offline: `receiptInLog` takes `receipt`, `checkpoint`, `proof`. */
export interface ReceiptVerification {
  readonly receipt_id: string
  /** `pending`: genuine, and no checkpoint covers it yet. */
  readonly verdict: 'verified' | 'pending' | 'refuted'
  readonly code: string | null
  readonly message: string | null
  readonly receipt: string
  readonly checkpoint: string | null
  readonly proof: InclusionProof | null
  /** What the commitments of the receipt stand for, of the things that are still stored as then. */
  readonly openings: readonly Opening[]
}

/** Signed states of a namespace's log, newest first; with `since`, the proof that the log of that size begins the newest. */
export interface Checkpoints {
  readonly checkpoints: readonly string[]
  readonly consistency: {
    readonly first: number
    readonly second: number
    readonly hashes: readonly string[]
  } | null
}

/** The public keys that receipts and checkpoints verify with. */
export interface ReceiptKeys {
  readonly keys: readonly VerificationKey[]
}

/**
 * Verifies the stored text of a receipt without asking anybody: RFC 8785 bytes, SHA-256, and Ed25519 by the key it names.
 * Loads the verifier (2 KB) on first use; needs WebCrypto with Ed25519.
 */
export async function verifyReceipt(
  text: string,
  keys: readonly VerificationKey[],
): Promise<ReceiptVerified> {
  const receipts = await import('@cairn/contract/receipts')
  return receipts.verifyReceipt(text, keys)
}

/** Verifies, without asking anybody, that a receipt is genuine and stands in the Merkle log (RFC 6962) of a genuine checkpoint. */
export async function receiptInLog(given: Parameters<typeof inLog>[0]): Promise<ReceiptLogged> {
  const receipts = await import('@cairn/contract/receipts')
  return receipts.receiptInLog(given)
}
