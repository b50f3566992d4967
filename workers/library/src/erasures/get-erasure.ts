import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { getErasure as readErasure } from '@cairn/memory-store/erasure'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { erasureReply } from './erasure-reply.ts'

/** How far an erasure is. */
export async function getErasure(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const erasure =
    namespace && (await readErasure(call.bindings.memory, { ns: namespace.ns, id: call.path.id! }))
  if (namespace === null || erasure === null)
    throw new Problem('erasure_not_found', 'No erasure of that id is in this namespace.')
  return erasureReply(namespace, erasure)
}
