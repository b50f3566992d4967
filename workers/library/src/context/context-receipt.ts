import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { readBundle } from '@cairn/memory-store/context-bundle'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { receiptHeader } from '../receipts/receipt-header.ts'
import { KEPT_MS } from './keep-bundle.ts'

/** A bundle and its receipt as they were answered, without the bodies, byte for byte what the signed receipt of them is of. */
export async function contextReceipt(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const name = { ns: namespace?.ns ?? 0, id: call.path.id!, since: call.now - KEPT_MS }
  const kept = namespace === null ? null : await readBundle(call.bindings.memory, name)
  if (kept === null)
    throw new Problem(
      'bundle_not_found',
      `No bundle with this receipt is in the namespace; bundles are kept for ${KEPT_DAYS} days.`,
    )
  return {
    bytes: kept.record,
    type: 'application/json; charset=utf-8',
    headers: receiptHeader(kept.receipt),
  }
}

const KEPT_DAYS = LIMITS.contextReceiptDays
