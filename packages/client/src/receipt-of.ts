import { headerOf } from './answer-headers.ts'

/**
 * The id of the signed receipt that an answer of a client came with beside its body: of a bundle, and of a write of a research document.
 * `getReceipt` and `receiptVerification` take it; null where it came with none.
 */
export function receiptOf(answer: object): string | null {
  return headerOf(answer, 'Receipt')
}
