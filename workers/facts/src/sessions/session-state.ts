import { legacySession } from '@cairn/contract/legacy'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { getSession, type SessionVersion } from '@cairn/memory-store/session'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { expandCall } from '../expand-call.ts'
import { namedSession, sessionNotFound } from './named-session.ts'
import { sessionAnswer } from './session-answer.ts'
import { renderingTag } from './session-etag.ts'

/** Reads the state of a session (`GET /v1/sessions/{id}/state`); its ETag is what `If-Match` takes. */
export async function sessionState(call: Call<FactsBindings>): Promise<Reply> {
  const id = namedSession(call)
  const namespace = await openNamespace(call)
  if (namespace === null) throw sessionNotFound()
  const read = await getSession(call.bindings.memory, { ns: namespace.ns, id, now: call.now })
  if (read.kind !== 'live') throw sessionNotFound()
  const tag = renderingTag(read.session.etag, call.contract, call.tier)
  return { body: bodyOf(call, read.session), headers: { ETag: tag, ...consistencyToken(namespace) } }
}

function bodyOf(call: Call<FactsBindings>, session: SessionVersion): unknown {
  if (call.contract === 'legacy') return legacyBody(session)
  const path = `/v1/sessions/${encodeURIComponent(session.id)}/state`
  return sessionAnswer(session, { tier: call.tier, expand: expandCall(path, call.url.searchParams) })
}

function legacyBody({ id, state, updatedAt }: SessionVersion): unknown {
  return legacySession({ session_id: id, state: JSON.parse(state), updated_at: updatedAt })
}
