import { canonical } from '@cairn/contract/canonical'
import type { CrcV1, SessionAnswer } from '@cairn/contract/crc-v1'
import { legacySession } from '@cairn/contract/legacy'
import type { Handler } from '@cairn/http-kernel/call'
import { envelope } from '@cairn/http-kernel/envelope'
import { Problem } from '@cairn/http-kernel/problem'
import { consistency, countTokens, type FakeBindings, type FakeCall, spaceOf } from './space.ts'

/** Session states in memory, without their versions. */
export const SESSIONS: Readonly<Record<string, Handler<FakeBindings>>> = {
  putSessionState: async (call) => {
    const { sessions } = spaceOf(call)
    const id = call.path.id!
    const before = sessions.get(id)
    if (call.ifMatch !== null && call.ifMatch !== before?.etag)
      throw new Problem('precondition_failed', 'The state is another.')
    const version = (before?.version ?? 0) + 1
    const etag = `"${version}"`
    sessions.set(id, { state: call.body, version, etag, updatedAt: call.now })
    return {
      body: { session_id: id, version, etag, canonical_slug: encodeURIComponent(id) },
      headers: { ETag: etag },
    }
  },
  sessionState: async (call) => {
    const { state, updatedAt } = sessionOf(call)
    const id = call.path.id!
    const headers = consistency(spaceOf(call))
    if (call.contract === 'legacy')
      return { body: legacySession({ session_id: id, state, updated_at: updatedAt }), headers }
    const text = canonical(state)
    const tokens = countTokens(text)
    const answer = {
      contract: 'crc-v1',
      kind: 'session',
      hydrate_tier: call.tier,
      ...(call.tier === 'pointer'
        ? {}
        : { content: [{ id: encodeURIComponent(id), text, token_count: tokens }] }),
      cost_estimate: { pointer: 10, summary: tokens, full: tokens },
      agent_decision: null,
      next: {
        ...(call.tier === 'full'
          ? {}
          : { expand: `GET /v1/sessions/${encodeURIComponent(id)}/state?${inFull(call)}` }),
        canonical_slug: encodeURIComponent(id),
      },
    }
    return { body: envelope(answer as unknown as SessionAnswer as CrcV1), headers }
  },
  deleteSessionState: async (call) => {
    const deleted = spaceOf(call).sessions.delete(call.path.id!)
    return { body: { session_id: call.path.id, deleted } }
  },
  sessionHistory: async (call) => {
    const { version, etag, state } = sessionOf(call)
    return {
      body: {
        session_id: call.path.id,
        versions: [{ version, etag, updated_at: '2026-01-01T00:00:00Z', state }],
      },
    }
  },
}

function sessionOf(call: FakeCall) {
  const found = spaceOf(call).sessions.get(call.path.id!)
  if (found === undefined) throw new Problem('session_not_found', 'There is no such session.')
  return found
}

function inFull({ url }: FakeCall): string {
  const query = new URLSearchParams(url.search)
  query.set('hydrate', 'full')
  return query.toString()
}
