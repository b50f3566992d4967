const receipts = new WeakMap<object, string>()

/**
 * The id of the signed receipt that an answer of a client came with beside its body: of a bundle, and of a write of a research document.
 * `getReceipt` and `receiptVerification` take it; null where it came with none.
 */
export function receiptOf(answer: object): string | null {
  return receipts.get(answer) ?? null
}

/** Keeps the receipt that a response names beside the answer read from it. */
export function keepReceipt(answer: object, response: Response): void {
  const receipt = response.headers.get('Receipt')
  if (receipt !== null) receipts.set(answer, receipt)
}
