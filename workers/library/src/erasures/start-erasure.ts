import type { Call, Reply } from '@cairn/http-kernel/call'
import { namespaceNotFound } from '@cairn/http-kernel/problem'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { beginErasure } from '@cairn/memory-store/erasure'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { keyTaken } from '../documents/commit-group.ts'
import { erasureReply } from './erasure-reply.ts'
import { findTarget } from './find-target.ts'
import { stepErasure } from './step-erasure.ts'

/**
 * Erases the bytes of a document, a source, an entity or a namespace. What answers show of it is gone at once, as after a deletion;
 * what is left is taken away by maintenance, and `GET` says when that is done.
 */
export async function startErasure(call: Call<LibraryBindings>): Promise<Reply> {
  const { bindings, requestHash, now, idempotencyKey } = call
  const namespace = await openNamespace(call)
  if (namespace === null) throw namespaceNotFound()
  const { ns } = namespace
  const id = idempotencyKey === null ? bindings.freshId() : (await sha256(idempotencyKey)).slice(0, ID_DIGITS)
  const target = await findTarget(call, namespace, id)
  const begun = await beginErasure(bindings.memory, { ns, id, requestHash, target, at: now })
  if (begun.requestHash !== requestHash) throw keyTaken()
  return erasureReply(namespace, await stepErasure(bindings, namespace, begun))
}

const ID_DIGITS = 16
