import type { Call, Reply } from '@cairn/http-kernel/call'
import { sessionHistory as readHistory, type SessionVersion } from '@cairn/memory-store/session'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { namedSession, sessionNotFound } from './named-session.ts'
import { stateTag } from './session-etag.ts'

/** The kept versions of a session's state, newest first (`GET /v1/sessions/{id}/history`). */
export async function sessionHistory(call: Call<FactsBindings>): Promise<Reply> {
  const id = namedSession(call)
  const namespace = await openNamespace(call)
  if (namespace === null) throw sessionNotFound()
  const versions = await readHistory(call.bindings.memory, { ns: namespace.ns, id, now: call.now })
  if (versions.length === 0) throw sessionNotFound()
  return { body: { session_id: id, versions: versions.map(told) }, headers: consistencyToken(namespace) }
}

function told({ version, etag, updatedAt, state }: SessionVersion) {
  return {
    version,
    etag: stateTag(etag),
    updated_at: new Date(updatedAt).toISOString(),
    state: JSON.parse(state) as unknown,
  }
}
