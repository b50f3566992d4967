import { renderWithin } from '@cairn/budget/render-within'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { epochHash, openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import { countTokens } from '@cairn/text/tokens'
import { type AddressedFrame, addressedAnswer } from './addressed-answer.ts'
import type { FetchBindings } from './bindings.ts'
import { freshnessOf } from './least-fresh.ts'
import { legacyBody } from './legacy.ts'
import { type Found, type Resolved, resolveRefs } from './resolve-refs.ts'

/** Reads exactly the passages that pointers name (`POST` and `GET /v1/query/fetch-content`). */
export async function fetchContent(call: Call<FetchBindings>): Promise<Reply> {
  const refs = [...new Set(call.input.refs as readonly string[])]
  const namespace = await openNamespace(call)
  const resolved = await resolveRefs(call.bindings.memory, {
    namespace,
    refs,
    withFacts: call.caller.scopes.includes('facts:read'),
    now: call.now,
  })
  refuseWhenNothingIsThere(resolved)
  const headers = consistencyToken(namespace)
  if (call.contract === 'legacy') {
    const timing = { backend: 'segments', startedAt: call.now, clock: call.bindings.clock }
    return { body: legacyBody(resolved, timing), headers }
  }
  return { body: await page(call, namespace!, resolved), headers }
}

const PROBLEM_OF = { gone: 'pointer_gone', unknown: 'pointer_not_found' } as const

/** Some refs that cannot be read are named beside the others; when all are, that is the answer's own status. */
function refuseWhenNothingIsThere(resolved: readonly Resolved[]): void {
  if (resolved.some((one) => one.kind === 'found')) return
  const code = resolved.every((one) => one.kind === 'gone') ? 'pointer_gone' : 'pointer_not_found'
  throw new Problem(
    code,
    'None of the pointers asked for can be read. Search again for what they were about.',
    {
      errors: resolved.flatMap((one, index) =>
        one.kind === 'found'
          ? []
          : [
              {
                pointer: `/refs/${index}`,
                rule: PROBLEM_OF[one.kind],
                message: one.kind === 'gone' ? 'was deleted' : 'was never printed here',
              },
            ],
      ),
    },
  )
}

async function page(
  call: Call<FetchBindings>,
  namespace: Namespace,
  resolved: readonly Resolved[],
): Promise<unknown> {
  const start = await startOf(call, namespace)
  const rest = resolved.slice(start)
  const found = rest.filter((one): one is Found => one.kind === 'found')
  const frame: AddressedFrame = {
    tier: call.tier,
    items: found.map((one) => one.item),
    freshness: freshnessOf(found, call.now),
    unavailable: rest.flatMap((one) =>
      one.kind === 'found' ? [] : [{ id: one.id, code: PROBLEM_OF[one.kind] }],
    ),
    expandPath: `/v1/query/fetch-content${call.url.searchParams.has('namespace') ? `?namespace=${call.namespace}` : ''}`,
    canonicalSlug: resolved.length === 1 ? resolved[0]!.id : null,
  }
  return await renderWithin(frame.items, {
    tier: call.tier,
    budget: (call.input.token_budget as number | undefined) ?? null,
    count: countTokens,
    render: async (fitted) => {
      const following = found[fitted.shown]
      const cursor =
        following === undefined ? null : await cursorAt(call, namespace, resolved.indexOf(following))
      return addressedAnswer(frame, fitted, cursor)
    },
  })
}

/** The place among the refs asked for where this page begins. */
async function startOf(call: Call<FetchBindings>, namespace: Namespace): Promise<number> {
  const cursor = call.input.cursor as string | undefined
  if (cursor === undefined) return 0
  const expect = { ns: namespace.number, requestHash: call.requestHash }
  const place = await openCursor(call.bindings.cursorKey, cursor, expect, call.now)
  if (place.epochHash === epochHash(namespace.epoch)) return place.position
  throw new Problem(
    'cursor_expired',
    'The namespace was restored since. Send the request without its cursor.',
  )
}

async function cursorAt(
  call: Call<FetchBindings>,
  { number, epoch, head }: Namespace,
  position: number,
): Promise<string> {
  const place = { ns: number, epoch, version: head, position, requestHash: call.requestHash }
  return await sealCursor(call.bindings.cursorKey, place, call.now)
}
