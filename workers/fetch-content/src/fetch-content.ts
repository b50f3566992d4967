import { renderWithin } from '@cairn/budget/render-within'
import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { epochHash, openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import { countTokens } from '@cairn/text/tokens'
import { type AddressedFrame, addressedAnswer } from './addressed-answer.ts'
import type { FetchBindings } from './bindings.ts'
import { expandSlugs } from './expand-slugs.ts'
import { freshnessOf } from './least-fresh.ts'
import { legacyBody } from './legacy.ts'
import { type Found, type Resolved, resolveRefs } from './resolve-refs.ts'

/** Reads exactly what pointers, fact ids and slugs name, at most 100 passages and facts a page (`POST` and `GET /v1/query/fetch-content`). */
export async function fetchContent(call: Call<FetchBindings>): Promise<Reply> {
  const refs = [...new Set(call.input.refs as readonly string[])]
  const namespace = await openNamespace(call)
  const database = call.bindings.memory
  const asked = { refs, withFacts: call.caller.scopes.includes('facts:read'), now: call.now }
  const { ids, gone } =
    namespace === null
      ? { ids: refs, gone: new Set<string>() }
      : await expandSlugs(database, { ...asked, namespace })
  const start = namespace === null ? 0 : await startOf(call, namespace)
  const window = ids.slice(start, start + LIMITS.refsMax)
  const read = await resolveRefs(database, { ...asked, refs: window, namespace })
  const resolved = read.map((one): Resolved => (gone.has(one.id) ? { kind: 'gone', id: one.id } : one))
  refuseWhenNothingIsThere(resolved)
  const headers = consistencyToken(namespace)
  if (call.contract === 'legacy') {
    const timing = { backend: 'segments', startedAt: call.now, clock: call.bindings.clock }
    return { body: legacyBody(resolved, timing), headers }
  }
  const slug = refs.length === 1 ? refs[0]! : null
  return {
    body: await page(call, namespace!, { resolved, start, slug, left: ids.length - start - window.length }),
    headers,
  }
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
  { resolved, start, slug, left }: Window,
): Promise<unknown> {
  const found = resolved.filter((one): one is Found => one.kind === 'found')
  const frame: AddressedFrame = {
    tier: call.tier,
    items: found.map((one) => one.item),
    freshness: freshnessOf(found, call.now),
    unavailable: resolved.flatMap((one) =>
      one.kind === 'found' ? [] : [{ id: one.id, code: PROBLEM_OF[one.kind] }],
    ),
    expandPath: `/v1/query/fetch-content${call.url.searchParams.has('namespace') ? `?namespace=${call.namespace}` : ''}`,
    canonicalSlug: slug,
    left,
  }
  return await renderWithin(frame.items, {
    tier: call.tier,
    budget: (call.input.token_budget as number | undefined) ?? null,
    count: countTokens,
    render: async (fitted) => {
      const following = found[fitted.shown]
      const next = following === undefined ? resolved.length : resolved.indexOf(following)
      const isEnd = following === undefined && left === 0
      const cursor = isEnd ? null : await cursorAt(call, namespace, start + next)
      return addressedAnswer(frame, fitted, cursor)
    },
  })
}

/** What a page is made of: some of what was asked for, from the place `start` on, with `left` after them. */
interface Window {
  readonly resolved: readonly Resolved[]
  readonly start: number
  readonly left: number
  /** The one ref asked for; null when there were more. */
  readonly slug: string | null
}

/** The place among the ids asked for where this page begins. */
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
