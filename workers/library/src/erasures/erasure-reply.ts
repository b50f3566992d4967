import type { Reply } from '@cairn/http-kernel/call'
import type { Erasure } from '@cairn/memory-store/erasure'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'

/** An erasure as it is answered. It never names what was erased. */
export function erasureReply(namespace: Namespace, erasure: Erasure): Reply {
  const { id, scope, version, removed, receipt, requestedAt, finishedAt } = erasure
  return {
    body: {
      erasure_id: id,
      scope,
      status: finishedAt === null ? 'running' : 'done',
      removed,
      receipt,
      requested_at: new Date(requestedAt).toISOString(),
      finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    },
    headers: consistencyToken(namespace, version ?? undefined),
  }
}
