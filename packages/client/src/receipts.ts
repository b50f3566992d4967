import type {
  receiptInLog as inLog,
  Receipt,
  VerificationKey,
  verifyReceipt as verify,
} from '@cairn/contract/receipts'

/** What a receipt turned out to be: genuine, with its statement, or refuted with a stable code and a message. */
export type ReceiptVerified = Awaited<ReturnType<typeof verify>>

/** What a receipt, its proof and a checkpoint turned out to be. */
export type ReceiptLogged = Awaited<ReturnType<typeof inLog>>

export type { Receipt, VerificationKey }

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
