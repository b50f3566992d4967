import type { Call, Reply } from '@cairn/http-kernel/call'
import { outsideFault } from '@cairn/http-kernel/outside-address'
import { Problem } from '@cairn/http-kernel/problem'
import { putUpstream as store } from '@cairn/memory-store/source'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { findSource, sourceNotFound } from './find-source.ts'

interface Sent {
  readonly url: string | null
  readonly token?: string
}

/** Lets another CRC-v1 server answer for a source; null ends it. Where it may be is judged here and again before each call. */
export async function putUpstream(call: Call<LibraryBindings>): Promise<Reply> {
  const { url, token } = call.body as Sent
  const fault = url === null ? null : outsideFault(url, call.bindings.outside)
  if (fault !== null)
    throw new Problem('invalid_body', fault, {
      errors: [{ pointer: '/url', rule: 'outside', message: fault }],
    })
  const { namespace, source } = await findSource(call)
  const upstream = url === null ? null : JSON.stringify({ url })
  const { memory } = call.bindings
  const stored = await store(memory, {
    ns: namespace.ns,
    id: source.id,
    upstream,
    token: url === null ? null : (token ?? null),
    at: call.now,
  })
  if (!stored) throw sourceNotFound()
  return { body: { source_id: source.id, upstream: url }, headers: consistencyToken(namespace) }
}
