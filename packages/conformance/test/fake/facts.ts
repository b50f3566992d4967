import { canonical } from '@cairn/contract/canonical'
import type { CrcV1, FactAnswer } from '@cairn/contract/crc-v1'
import { freshness } from '@cairn/contract/freshness'
import { legacyFacts } from '@cairn/contract/legacy'
import { factSlug } from '@cairn/contract/slug'
import type { Handler, Reply } from '@cairn/http-kernel/call'
import { envelope } from '@cairn/http-kernel/envelope'
import { Problem } from '@cairn/http-kernel/problem'
import { once, pageOf } from './library.ts'
import {
  consistency,
  countTokens,
  type FakeBindings,
  type FakeCall,
  type FakeFact,
  type Space,
  spaceOf,
} from './space.ts'

/** Facts in memory: truth is their order by (effective, recorded, id). */
export const FACTS: Readonly<Record<string, Handler<FakeBindings>>> = {
  putFact: async (call) => {
    const { entity, key } = call.path as { entity: string; key: string }
    if (call.ifMatch !== null && call.ifMatch !== tagOf(heldAt(spaceOf(call), entity, key)))
      throw new Problem('precondition_failed', 'Another fact holds.')
    return { body: state(call, { ...(call.body as FakeStatement), entity, key }) }
  },
  createFact: async (call) => ({ body: once(call, () => state(call, call.body as FakeStatement)) }),
  getFact: async (call) => {
    const history = historyOf(call).filter(({ retraction }) => retraction === null)
    const asOf = call.input.as_of === undefined ? call.now : instant(call.input.as_of as string)
    const current = history.findLast(({ effectiveAt }) => effectiveAt <= asOf)
    if (current === undefined) throw notFound()
    const reply = answerOf(call, { facts: [current], known: history, asOf, path: pathOf(call) })
    return { ...reply, headers: { ...reply.headers, ETag: tagOf(current)! } } as Reply
  },
  factHistory: async (call) => {
    const history = historyOf(call)
    if (history.length === 0) throw notFound()
    const { page, next } = await pageOf(call, history.toReversed())
    return answerOf(call, {
      facts: page,
      known: history,
      asOf: call.now,
      path: `${pathOf(call)}/history`,
      next,
    })
  },
  listFacts: async (call) => {
    const { entity, prefix } = call.input as { entity?: string; prefix?: string }
    const inOrder = sorted(spaceOf(call).facts)
    const facts = inOrder.filter(
      (fact) =>
        fact.entity === (entity ?? fact.entity) &&
        fact.entity.startsWith(prefix ?? '') &&
        successorOf(inOrder, fact) === null,
    )
    const { page, next } = await pageOf(call, facts)
    return answerOf(call, { facts: page, known: inOrder, asOf: call.now, path: '/v1/facts', next })
  },
}

interface Page {
  readonly facts: readonly FakeFact[]
  readonly known: readonly FakeFact[]
  readonly asOf: number
  readonly path: string
  readonly next?: { readonly cursor?: string }
}

function answerOf(call: FakeCall, page: Page): Reply {
  const headers = consistency(spaceOf(call))
  if (call.contract === 'legacy') return { body: legacyFacts(page.facts.map(legacyFact), 1), headers }
  const memories = page.facts.map((fact) => ({
    fact_id: fact.factId,
    topic: factSlug(fact.entity, fact.key),
    freshness: freshness(
      {
        confidence: fact.confidence,
        horizonClass: 'none',
        recordedAt: fact.recordedAt,
        observedAt: null,
        reverifiedAt: null,
        supersededBy: successorOf(page.known, fact, page.asOf),
      },
      call.now,
    ),
    ...(fact.retraction === null ? {} : retractionOf(fact.retraction)),
    epitome: textOf(fact).slice(0, 100),
  }))
  const content = page.facts.map((fact) => ({
    id: fact.factId,
    text: textOf(fact),
    token_count: countTokens(textOf(fact)),
  }))
  const tokens = content.reduce((sum, item) => sum + item.token_count, 0)
  const query = new URLSearchParams(call.url.search)
  query.set('hydrate', 'full')
  const isEmpty = memories.length === 0
  const answer = {
    contract: 'crc-v1',
    kind: 'fact',
    hydrate_tier: call.tier,
    ...(call.tier === 'pointer' ? {} : { content }),
    cost_estimate: {
      pointer: isEmpty ? 0 : countTokens(JSON.stringify(memories)),
      summary: tokens,
      full: tokens,
    },
    agent_decision: null,
    envelope: { freshness: memories[0]?.freshness ?? NO_FRESHNESS, memories_used: memories },
    next: {
      ...(isEmpty ? { resolution_pointer: '__bootstrap__::resolution:FactNotFound' } : {}),
      ...(call.tier === 'full' || isEmpty ? {} : { expand: `GET ${page.path}?${query}` }),
      canonical_slug: memories[0]?.topic ?? 'none',
      ...page.next,
    },
  }
  return { body: envelope(answer as unknown as FactAnswer as CrcV1), headers }
}

function retractionOf({ at, reason }: NonNullable<FakeFact['retraction']>) {
  const retracted_at = new Date(at).toISOString()
  return { retracted_at, ...(reason === null ? {} : { retraction_reason: reason }) }
}

const NO_FRESHNESS = { effective_confidence: null, age_hours: null, horizon_class: null, superseded_by: null }

/** A fact as a body states it, with its slug. */
export interface FakeStatement {
  readonly entity: string
  readonly key: string
  readonly value: unknown
  readonly confidence?: number
  readonly valid_from?: string
  readonly observed_at?: string
  readonly supersedes?: string
}

/** What holds at a slug now. */
export function heldAt(space: Space, entity: string, key: string): FakeFact | undefined {
  return slugOf(space, entity, key).findLast(({ retraction }) => retraction === null)
}

const tagOf = (fact: FakeFact | undefined) => (fact === undefined ? null : `"${fact.factId}"`)

/** States a fact, or finds that it was stated before. */
export function state(call: FakeCall, body: FakeStatement): unknown {
  const space = spaceOf(call)
  const { entity, key } = body
  if (body.supersedes !== undefined && !space.facts.some(({ factId }) => factId === body.supersedes))
    throw new Problem('supersedes_conflict', 'There is no such fact.')
  if (body.observed_at !== undefined && instant(body.observed_at) > call.now + 86_400_000)
    throw new Problem('observed_in_future', 'That is too far ahead.')
  const effectiveAt = body.valid_from === undefined ? call.now : instant(body.valid_from)
  const before = slugOf(space, entity, key).findLast((fact) => fact.effectiveAt <= effectiveAt)
  if (before !== undefined && canonical(before.value) === canonical(body.value))
    return written(space, before, true)
  const fact: FakeFact = {
    factId: `f${++space.version}`,
    entity,
    key,
    value: body.value,
    confidence: body.confidence ?? null,
    validFrom: body.valid_from ?? null,
    effectiveAt,
    recordedAt: call.now,
    retraction: null,
  }
  space.facts.push(fact)
  return written(space, fact, false)
}

function written(space: Space, fact: FakeFact, existed: boolean): unknown {
  const { factId: fact_id, entity, key } = fact
  const superseded_by = successorOf(slugOf(space, entity, key), fact)
  return {
    fact_id,
    entity,
    key,
    existed,
    current: superseded_by === null,
    superseded_by,
    canonical_slug: factSlug(entity, key),
  }
}

export function historyOf(call: FakeCall): FakeFact[] {
  return slugOf(spaceOf(call), call.path.entity!, call.path.key!)
}

export function slugOf(space: Space, entity: string, key: string): FakeFact[] {
  return sorted(space.facts.filter((fact) => fact.entity === entity && fact.key === key))
}

const sorted = (facts: readonly FakeFact[]) => facts.toSorted((a, b) => a.effectiveAt - b.effectiveAt)

export function successorOf(
  known: readonly FakeFact[],
  fact: FakeFact,
  asOf = Number.POSITIVE_INFINITY,
): string | null {
  const slug = known.filter(
    ({ entity, key, effectiveAt }) => entity === fact.entity && key === fact.key && effectiveAt <= asOf,
  )
  return slug[slug.indexOf(fact) + 1]?.factId ?? null
}

export const textOf = ({ value }: FakeFact) => (typeof value === 'string' ? value : canonical(value))
const pathOf = ({ path }: FakeCall) => `/v1/facts/${factSlug(path.entity!, path.key!)}`
export const notFound = () => new Problem('fact_not_found', 'There is no such fact.')
const instant = (text: string) => Date.parse(text.length === 4 ? `${text}-01` : text)
const legacyFact = (fact: FakeFact) => ({
  fact_id: fact.factId,
  entity: fact.entity,
  key: fact.key,
  value: fact.value,
  confidence: fact.confidence,
  stored_at: fact.recordedAt,
  valid_from: fact.validFrom,
  valid_to: null,
  superseded_by: null,
})
