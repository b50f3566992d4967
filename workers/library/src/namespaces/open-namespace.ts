import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { ensureNamespace, type Namespace } from '@cairn/memory-store/namespace'
import { openNamespace as readNamespace } from '@cairn/memory-store/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** The namespace a call works in, or null before its first write. Throws `unauthenticated` for a revoked token. */
export async function openNamespace(call: Call<LibraryBindings>): Promise<Namespace | null> {
  const { caller, namespace, bindings } = call
  const opened = await readNamespace(bindings.db, {
    tenant: caller.tenant,
    name: namespace,
    jti: caller.tokenId,
  })
  if (opened.revoked) throw new Problem('unauthenticated', 'The access token was revoked.')
  return opened.namespace
}

/** The namespace a call writes into; it comes into being here. */
export async function writableNamespace(call: Call<LibraryBindings>): Promise<Namespace> {
  const found = await openNamespace(call)
  if (found !== null) return found
  const { caller, namespace, bindings, now } = call
  return ensureNamespace(bindings.db, {
    tenant: caller.tenant,
    name: namespace,
    epoch: bindings.freshId().slice(0, EPOCH_LENGTH),
    at: now,
  })
}

const EPOCH_LENGTH = 8
