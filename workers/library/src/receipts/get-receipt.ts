import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { getReceipt as readReceipt } from '@cairn/memory-store/receipt'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** A receipt, byte for byte as it was signed (`GET /v1/receipts/{id}`). */
export async function getReceipt(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const stored =
    namespace && (await readReceipt(call.bindings.memory, { ns: namespace.ns, id: call.path.id! }))
  if (stored === null) throw receiptNotFound()
  return { bytes: stored.text, type: 'application/json; charset=utf-8' }
}

/** The refusal where a namespace has no receipt of the id. */
export function receiptNotFound(): Problem {
  return new Problem(
    'receipt_not_found',
    'No receipt of that id is in this namespace. Writes answer with the id of theirs as `receipt`.',
  )
}
