import type { Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'

/** A research document as it is answered, byte for byte as it is stored. `version`: the one a write made; the head when absent. */
export function writtenReply(
  { document, etag }: { readonly document: string; readonly etag: string },
  {
    namespace,
    version,
    status,
  }: { readonly namespace: Namespace; readonly version?: number; readonly status?: number },
): Extract<Reply, { bytes: unknown }> {
  return {
    ...(status === undefined ? {} : { status }),
    bytes: document,
    type: 'application/json; charset=utf-8',
    headers: { ETag: `"${etag}"`, ...consistencyToken(namespace, version) },
  }
}
