import type { AddressedAnswer, CrcV1, Pointer, SearchAnswer } from '@cairn/contract/crc-v1'
import { legacyFetch, legacySearch } from '@cairn/contract/legacy'
import { parsePointer } from '@cairn/contract/pointer'
import type { Handler } from '@cairn/http-kernel/call'
import { envelope } from '@cairn/http-kernel/envelope'
import { Problem } from '@cairn/http-kernel/problem'
import { assertComparable, nearness } from './embedders.ts'
import { heldAt, textOf } from './facts.ts'
import { pageOf } from './library.ts'
import {
  consistency,
  countTokens,
  type FakeBindings,
  type FakeCall,
  type FakeFact,
  type FakePassage,
  pointerOf,
  type Space,
  spaceOf,
} from './space.ts'

const search: Handler<FakeBindings> = async (call) => {
  const space = spaceOf(call)
  const words = wordsOf(call.input.query as string)
  const embedding = call.input.embedding as readonly number[] | undefined
  assertComparable(space, embedding)
  const facts = call.input.filter === undefined && call.contract !== 'legacy' ? heldFacts(space) : []
  const hits = [...facts, ...space.passages]
    .filter((passage) => !passage.isDead && passes(passage, call.input.filter as Filter | undefined))
    .map((passage) => ({ passage, score: scoreOf(passage, words) + nearness(passage.embedding, embedding) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const { page, next } = await pageOf(call, hits)
  const passages = page.map(({ passage }) => passage)
  const headers = consistency(space)
  if (call.contract === 'legacy')
    return { body: legacySearch({ results: passages.map(legacyResult) }, TIMING), headers }
  return {
    body: fitted(call, passages, (shown) =>
      searchAnswer(call, shown, { left: passages.length - shown.length, ...next }),
    ),
    headers,
  }
}

const fetchContent: Handler<FakeBindings> = async (call) => {
  const space = spaceOf(call)
  const refs = [...new Set(call.input.refs as string[])]
  const found = refs.map((id) => ({ id, passage: passageAt(space, id) }))
  const live = found.flatMap(({ passage }) => (passage !== undefined && !passage.isDead ? [passage] : []))
  if (live.length === 0) throw absent(found)
  const missing = found.filter(({ passage }) => passage === undefined || passage.isDead)
  const headers = consistency(space)
  if (call.contract === 'legacy')
    return {
      body: legacyFetch(
        { documents: live.map(legacyDocument), missing: missing.map(({ id }) => id) },
        TIMING,
      ),
      headers,
    }
  const unavailable = missing.map(({ id, passage }) => ({
    id,
    code: passage === undefined ? 'pointer_not_found' : 'pointer_gone',
  }))
  return {
    body: fitted(call, live, (shown) =>
      addressedAnswer(call, shown, { left: live.length - shown.length, unavailable }),
    ),
    headers,
  }
}

/** Search and fetch-content in memory. */
export const SEARCH = { search, searchByQuery: search, retrieve: search }
export const FETCH_CONTENT = { fetchContent, fetchContentByQuery: fetchContent }

interface Filter {
  readonly source?: string
  readonly tags?: string | string[]
  readonly and?: Filter[]
  readonly not?: Filter
}

const TIMING = { backend: 'fake', startedAt: 0, clock: () => 0 }

function searchAnswer(
  call: FakeCall,
  shown: readonly FakePassage[],
  page: { left: number; cursor?: string },
): unknown {
  const pointers = pointersOf(call, shown)
  const reads = pointers.slice(0, 1).map(({ id }) => ({ id }))
  const answer = {
    ...opening(call, 'search', pointers, shown),
    agent_decision: {
      load_bearing_lane: pointers.length === 0 ? 'Unknown' : 'Bm25',
      fused_confidence: null,
      suggested_next_lane: pointers.length === 0 ? 'EscalateEngine' : 'None',
      read_pointers: reads,
    },
    envelope: page.left > 0 ? { omitted: { pointers: page.left, demoted: 0 } } : {},
    next: {
      ...(reads.length === 0
        ? { resolution_pointer: '__bootstrap__::resolution:EmptyResult' }
        : { expand: expandOf(call, reads) }),
      ...(page.left > 0 ? { cursor: 'Zg' } : page.cursor === undefined ? {} : { cursor: page.cursor }),
    },
  }
  return envelope(answer as unknown as SearchAnswer as CrcV1)
}

function addressedAnswer(
  call: FakeCall,
  shown: readonly FakePassage[],
  page: {
    readonly left: number
    readonly unavailable: readonly { readonly id: string; readonly code: string }[]
  },
): unknown {
  const pointers = pointersOf(call, shown)
  const answer = {
    ...opening(call, 'addressed', pointers, shown),
    agent_decision: null,
    envelope: {
      unavailable: page.unavailable,
      ...(page.left > 0 ? { omitted: { pointers: page.left, demoted: 0 } } : {}),
    },
    next: {
      ...(call.tier === 'full' ? {} : { expand: expandOf(call, pointers) }),
      ...(page.unavailable.length > 0 ? { resolution_pointer: '__bootstrap__::resolution:PointerGone' } : {}),
      ...(pointers.length === 1 ? { canonical_slug: pointers[0]!.id } : {}),
      ...(page.left > 0 ? { cursor: 'Zg' } : {}),
    },
  }
  return envelope(answer as unknown as AddressedAnswer as CrcV1)
}

function opening(call: FakeCall, kind: string, pointers: readonly Pointer[], shown: readonly FakePassage[]) {
  const bodies = shown.map((passage) => ({ full: passage.text, summary: passage.text.slice(0, 200) }))
  const sum = (tier: 'summary' | 'full') => bodies.reduce((total, body) => total + countTokens(body[tier]), 0)
  const tier = call.tier === 'summary' ? 'summary' : 'full'
  const content = bodies.map((body, index) => ({
    id: pointers[index]!.id,
    text: body[tier],
    token_count: countTokens(body[tier]),
  }))
  return {
    contract: 'crc-v1',
    kind,
    hydrate_tier: call.tier,
    pointers,
    ...(call.tier === 'pointer' ? {} : { content }),
    cost_estimate: {
      pointer: pointers.length === 0 ? 0 : countTokens(JSON.stringify(pointers)),
      summary: sum('summary'),
      full: sum('full'),
    },
  }
}

function pointersOf(call: FakeCall, shown: readonly FakePassage[]): Pointer[] {
  return shown.map((passage) => {
    const epitome = [...passage.text].slice(0, 100).join('')
    const id = pointerOf(spaceOf(call), passage)
    if (passage.source === FACTS) return { id, epitome, reason: 'KeyFact' }
    const complete = epitome === passage.text ? ({ complete: true } as const) : {}
    return { id, epitome, ...complete }
  })
}

/** As many things as the budget holds. */
function fitted(
  call: FakeCall,
  all: readonly FakePassage[],
  render: (shown: readonly FakePassage[]) => unknown,
): unknown {
  const budget = (call.input.token_budget as number | undefined) ?? Number.POSITIVE_INFINITY
  for (let shown = all.length; shown >= Math.min(1, all.length); shown--) {
    const answer = render(all.slice(0, shown))
    if (countTokens(JSON.stringify(answer)) <= budget) return answer
  }
  throw new Problem('budget_too_small', 'The budget holds not one pointer.')
}

function expandOf(call: FakeCall, pointers: readonly { readonly id: string }[]): string {
  const query = call.namespace === 'default' ? '' : `?namespace=${call.namespace}`
  return `POST /v1/query/fetch-content${query} ${JSON.stringify({ refs: pointers.map(({ id }) => id), hydrate: 'full' })}`
}

function passageAt(space: Space, id: string): FakePassage | undefined {
  const at = parsePointer(space.number, id)
  const all = [...space.passages, ...space.facts.map(passageOf)]
  return all.find(({ batch, ordinal }) => batch === at?.batch && ordinal === at.ordinal)
}

/** The source of what is a fact. */
const FACTS = ''

/** The facts that hold, as a search finds them. */
export function heldFacts(space: Space): FakePassage[] {
  return space.facts.filter((fact) => heldAt(space, fact.entity, fact.key) === fact).map(passageOf)
}

function passageOf(fact: FakeFact): FakePassage {
  const { factId, entity, key } = fact
  const place = { batch: Number(factId.slice(1)), ordinal: 0 }
  return {
    ...place,
    document: `${entity} ${key}`,
    source: FACTS,
    tags: [],
    text: textOf(fact),
    isDead: false,
  }
}

function absent(found: readonly { readonly passage: FakePassage | undefined }[]): Problem {
  const isGone = found.every(({ passage }) => passage !== undefined)
  return new Problem(isGone ? 'pointer_gone' : 'pointer_not_found', 'None of them can be read.')
}

const wordsOf = (query: string) =>
  query
    .toLowerCase()
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
const scoreOf = ({ text, document }: FakePassage, words: readonly string[]) =>
  words.filter((word) => `${document} ${text}`.toLowerCase().includes(word)).length /
  Math.max(1, words.length)

function passes(passage: FakePassage, filter: Filter | undefined): boolean {
  if (filter === undefined) return true
  const { source, tags, and, not } = filter
  return (
    (source === undefined || source === passage.source) &&
    (tags === undefined || [tags].flat().some((tag) => passage.tags.includes(tag))) &&
    (and === undefined || and.every((part) => passes(passage, part))) &&
    (not === undefined || !passes(passage, not))
  )
}

const legacyResult = ({ batch, ordinal, text }: FakePassage) => ({
  segment_index: batch,
  doc_id: String(ordinal),
  score: 1,
  bm25_score: 1,
  cosine_score: null,
  content: text,
  tenant_hash: '0',
})
const legacyDocument = ({ batch, ordinal, text }: FakePassage) => ({
  segment_index: batch,
  doc_id: String(ordinal),
  content: text,
})
