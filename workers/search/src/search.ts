import { renderWithin } from '@cairn/budget/render-within'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { epochHash, openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import { search as searchSegments } from '@cairn/search-engine/search'
import type { SearchResult } from '@cairn/search-engine/search-request'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { analyseQuery, type QueryTerms } from '@cairn/text/query'
import { countTokens } from '@cairn/text/tokens'
import type { SearchBindings } from './bindings.ts'
import { beforeDeadline } from './deadline.ts'
import { legacyBody } from './legacy.ts'
import { readBodies } from './read-bodies.ts'
import { type IndexRequest, type IndexView, readHead, readVersion } from './read-index.ts'
import { searchAnswer } from './search-answer.ts'
import { type SearchInput, searchInput } from './search-input.ts'
import { frameOf, itemsOf } from './search-page.ts'

/** Answers a question with a page of pointers (`POST` and `GET /v1/query/search`). */
export async function search(call: Call<SearchBindings>): Promise<Reply> {
  const input = searchInput(call)
  const read = await beforeDeadline(indexFor(call, input), input.deadlineMs)
  const query = analyseQuery(input.query)
  const found =
    read === 'late' || read.view === null ? NOTHING : rank(read.view, { input, query, offset: read.offset })
  const headers = read === 'late' || read.view === null ? {} : consistencyToken(read.view, read.view.version)
  if (call.contract === 'legacy') {
    const timing = { backend: 'segments', startedAt: call.now, clock: call.bindings.clock }
    const bodies = await readBodies(call, read === 'late' ? null : read.view, found.hits)
    return { body: await legacyBody(call.caller.tenant, { ...found, bodies }, timing), headers }
  }
  const tookMs = call.bindings.clock() - call.now
  const late = read === 'late'
  const page = { call, input, query, found, late, tookMs, view: late ? null : read.view }
  const frame = frameOf(page, await itemsOf(page))
  const offset = late ? 0 : read.offset
  const body = await renderWithin(frame.items, {
    tier: input.tier,
    budget: input.tokenBudget,
    render: async (fitted) => searchAnswer(frame, fitted, await cursorAfter(page, offset, fitted.shown)),
    count: countTokens,
  })
  return { body, headers }
}

interface IndexRead {
  readonly view: IndexView | null
  readonly offset: number
}

/** The head for a first page; the version the walk began at for a later one. */
async function indexFor(call: Call<SearchBindings>, input: SearchInput): Promise<IndexRead> {
  const request: IndexRequest = {
    tenant: call.caller.tenant,
    namespace: call.namespace,
    tokenId: call.caller.tokenId,
    url: call.url,
    now: call.now,
    consistency: call.consistency,
  }
  if (input.cursor === null) return { view: await readHead(call.bindings, request), offset: 0 }
  const head = await readHead(call.bindings, request)
  if (head === null) throw new Problem('cursor_mismatch', 'Nothing was ever written to this namespace.')
  const expect = { ns: head.number, requestHash: call.requestHash }
  const place = await openCursor(call.bindings.cursorKey, input.cursor, expect, call.now)
  if (place.version === head.version && place.epochHash === epochHash(head.epoch))
    return { view: head, offset: place.position }
  const view = await readVersion(call.bindings, request, place.version)
  if (view === null || place.epochHash !== epochHash(view.epoch))
    throw new Problem(
      'cursor_expired',
      'What this walk began on has been merged away. Send the request without its cursor to start again.',
    )
  return { view, offset: place.position }
}

function rank(
  view: IndexView,
  asked: { input: SearchInput; query: QueryTerms; offset: number },
): SearchResult {
  const { input, query, offset } = asked
  return searchSegments(view.segments, view.dead, {
    query,
    filter: input.filter,
    limit: input.limit,
    offset,
    lanes: input.lanes,
    hidden: view.hidden,
  })
}

const NOTHING: SearchResult = { hits: [], next: null, coverage: 0, missing: [], capped: [] }

/** The cursor behind the first `shown` items of the page; null at the end of the walk. */
async function cursorAfter(
  page: { call: Call<SearchBindings>; input: SearchInput; found: SearchResult; view: IndexView | null },
  offset: number,
  shown: number,
): Promise<string | null> {
  const { call, found, view } = page
  const wholePage = shown === found.hits.length
  if (view === null || found.hits.length === 0 || (wholePage && found.next === null)) return null
  const position = wholePage ? found.next! : offset + shown
  const place = {
    ns: view.number,
    epoch: view.epoch,
    version: view.version,
    position,
    requestHash: call.requestHash,
  }
  return await sealCursor(call.bindings.cursorKey, place, call.now)
}
