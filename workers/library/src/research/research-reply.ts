import type { Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { receiptHeader } from '../receipts/receipt-header.ts'
import type { Made } from './decide.ts'

/** A research document as it is answered, byte for byte as it is stored. `version` and `receipt`: those a write made. */
export function writtenReply(
  { document, etag }: { readonly document: string; readonly etag: string },
  {
    namespace,
    version,
    receipt = null,
    status,
  }: { readonly namespace: Namespace; readonly status?: number } & Partial<Made>,
): Extract<Reply, { bytes: unknown }> {
  return {
    ...(status === undefined ? {} : { status }),
    bytes: document,
    type: 'application/json; charset=utf-8',
    headers: { ETag: `"${etag}"`, ...consistencyToken(namespace, version), ...receiptHeader(receipt) },
  }
}
