import { checkContext } from '@cairn/contract/context'
import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { keepBundle as keep } from '@cairn/memory-store/context-bundle'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { receiptHeader } from '../receipts/receipt-header.ts'

/** How long a bundle can be read, in milliseconds. */
export const KEPT_MS = LIMITS.contextReceiptDays * 86_400_000

/** Keeps a bundle and its receipt, as the agent Worker answered them, and names the signed receipt of that. */
export async function keepBundle(call: Call<LibraryBindings>): Promise<Reply> {
  const id = call.path.id!
  const { receipt: stated } = call.body as { readonly receipt: { readonly receipt_id: string } }
  const findings = checkContext('ContextReceiptV1', stated)
  if (findings.length > 0) throw new Problem('invalid_body', findings[0]!.message, { errors: findings })
  const namespace = await writableNamespace(call)
  const { memory, freshId, signerOf } = call.bindings
  const { receipt } = await keep(memory, {
    ns: namespace.ns,
    commitId: freshId(),
    requestHash: call.requestHash,
    at: call.now,
    answer: '{}',
    signer: signerOf(namespace),
    id,
    record: JSON.stringify(call.body),
    keptMs: KEPT_MS,
  })
  return { body: { receipt_id: id }, headers: receiptHeader(receipt) }
}
