import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { ensureNamespace, type Namespace } from '@cairn/memory-store/namespace'
import { openNamespace as readNamespace } from '@cairn/memory-store/open-namespace'
import type { MemoryBindings } from './memory-bindings.ts'

/** What opening a namespace needs of a call. */
export type Opening = Pick<Call<MemoryBindings>, 'caller' | 'namespace' | 'bindings' | 'now' | 'url'>

/** The namespace a call works in as the primary has it, or null before its first write. Throws `unauthenticated` for a revoked token. */
export async function openNamespace({
  caller,
  namespace,
  bindings,
  url,
}: Opening): Promise<Namespace | null> {
  const named = { tenant: caller.tenant, name: namespace, jti: caller.tokenId }
  const opened = await readNamespace(bindings.memory, named)
  if (opened.revoked) throw tokenRevoked(url)
  return opened.namespace
}

/** The namespace a call writes to; its first write makes it. */
export async function writableNamespace(call: Opening): Promise<Namespace> {
  const found = await openNamespace(call)
  if (found !== null) return found
  const { caller, namespace, bindings, now } = call
  const epoch = bindings.freshId().slice(0, EPOCH_LENGTH)
  return ensureNamespace(bindings.memory, { tenant: caller.tenant, name: namespace, epoch, at: now })
}

/** The refusal of a token that was good and no longer is. */
export function tokenRevoked({ origin }: Pick<URL, 'origin'>): Problem {
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource"`
  return new Problem('unauthenticated', 'The access token was revoked.', {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", ${metadata}` },
  })
}

const EPOCH_LENGTH = 8
