import type { Call, Reply } from '@cairn/http-kernel/call'
import { storedJson } from '@cairn/http-kernel/stored-json'
import { getSession, putSession, type SessionCondition } from '@cairn/memory-store/session'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { conditionOf, preconditionFailed } from './condition.ts'
import { namedSession, sessionSlug } from './named-session.ts'
import { stateTag } from './session-etag.ts'

/** Stores the whole state of a session as its next version (`PUT /v1/sessions/{id}/state`). */
export async function putSessionState(call: Call<FactsBindings>): Promise<Reply> {
  const id = namedSession(call)
  const state = storedJson('', call.body)
  const namespace = await writableNamespace(call)
  const name = { ns: namespace.ns, id, now: call.now }
  const { memory, freshId } = call.bindings
  const condition: SessionCondition =
    call.ifAbsent && call.ifMatch === null
      ? { kind: 'absent' }
      : await conditionOf(call.ifMatch, () => getSession(memory, name))
  const etag = freshId().replaceAll('-', '').slice(0, ETAG_LENGTH)
  const outcome = await putSession(memory, {
    ns: namespace.ns,
    commitId: freshId(),
    requestHash: call.requestHash,
    at: call.now,
    signer: call.bindings.signerOf(namespace),
    answer: '{}',
    id,
    state,
    etag,
    expiresAt: expiryOf(call),
    condition,
  })
  if (outcome.kind === 'precondition_failed') throw preconditionFailed()
  if (outcome.kind === 'conflict_id') throw new Error('a random commit id was taken')
  const { version } = JSON.parse(outcome.answer) as { version: number }
  return {
    body: {
      session_id: id,
      version,
      etag: stateTag(etag),
      canonical_slug: sessionSlug(id),
      receipt: outcome.receipt,
    },
    headers: { ETag: stateTag(etag), ...consistencyToken(namespace, outcome.version) },
  }
}

const ETAG_LENGTH = 16

function expiryOf(call: Call<FactsBindings>): number | null {
  const seconds = call.input.ttl_seconds as number | undefined
  return seconds === undefined ? null : call.now + seconds * 1000
}
