import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { ensureNamespace, type Namespace } from '@cairn/memory-store/namespace'
import { openNamespace as readNamespace } from '@cairn/memory-store/open-namespace'
import type { FactsBindings } from './bindings.ts'

/** The namespace a call works in, or null before its first write. Throws `unauthenticated` for a revoked token. */
export async function openNamespace({
  caller,
  namespace,
  bindings,
  url,
}: Call<FactsBindings>): Promise<Namespace | null> {
  const named = { tenant: caller.tenant, name: namespace, jti: caller.tokenId }
  const opened = await readNamespace(bindings.memory, named)
  if (opened.revoked) throw revoked(url.origin)
  return opened.namespace
}

/** The namespace a call writes to; its first write makes it. */
export async function writableNamespace(call: Call<FactsBindings>): Promise<Namespace> {
  const found = await openNamespace(call)
  if (found !== null) return found
  const { caller, namespace, bindings, now } = call
  const epoch = bindings.newId().replaceAll('-', '').slice(0, EPOCH_LENGTH)
  return ensureNamespace(bindings.memory, { tenant: caller.tenant, name: namespace, epoch, at: now })
}

const EPOCH_LENGTH = 8

function revoked(origin: string): Problem {
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource"`
  return new Problem('unauthenticated', 'The access token was revoked.', {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", ${metadata}` },
  })
}
