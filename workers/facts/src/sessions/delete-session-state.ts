import type { Call, Reply } from '@cairn/http-kernel/call'
import { deleteSession, getSession } from '@cairn/memory-store/session'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { conditionOf, preconditionFailed } from './condition.ts'
import { namedSession } from './named-session.ts'

/** Deletes the state of a session and its versions (`DELETE /v1/sessions/{id}/state`); a state that is absent stays so. */
export async function deleteSessionState(call: Call<FactsBindings>): Promise<Reply> {
  const id = namedSession(call)
  const namespace = await openNamespace(call)
  const { memory, freshId } = call.bindings
  const name = { ns: namespace?.ns ?? 0, id, now: call.now }
  const state = namespace === null ? null : await getSession(memory, name)
  if (namespace === null || state?.kind !== 'live') {
    if (call.ifMatch !== null) throw preconditionFailed()
    return { body: { session_id: id, deleted: false, receipt: null }, headers: consistencyToken(namespace) }
  }
  const outcome = await deleteSession(memory, {
    ns: namespace.ns,
    commitId: freshId(),
    requestHash: call.requestHash,
    at: call.now,
    signer: call.bindings.signerOf(namespace),
    answer: '{}',
    id,
    condition: await conditionOf(call.ifMatch, async () => state),
  })
  if (outcome.kind === 'precondition_failed') throw preconditionFailed()
  if (outcome.kind === 'conflict_id') throw new Error('a random commit id was taken')
  return {
    body: { session_id: id, deleted: true, receipt: outcome.receipt },
    headers: consistencyToken(namespace, outcome.version),
  }
}
