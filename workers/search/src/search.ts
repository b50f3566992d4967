import type { Tier } from '@cairn/contract/crc-v1'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { SearchResult } from '@cairn/search-engine/search-request'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { analyseQuery, type QueryTerms } from '@cairn/text/query'
import type { SearchBindings } from './bindings.ts'
import { type Among, filterAmong } from './fact-filter.ts'
import { firstLook, type Rank } from './first-look.ts'
import { type LanesIn, lanesOf, lanesToTell } from './lanes-in.ts'
import { legacyBody } from './legacy.ts'
import { type IndexRead, onIndex } from './on-index.ts'
import { pageBody } from './page-body.ts'
import { readPage } from './read-page.ts'
import { type SearchInput, searchInput } from './search-input.ts'
import { type ShownHit, shownHits } from './shown-hits.ts'

/** Answers a question with a page of pointers (`POST` and `GET /v1/query/search`). */
export async function search(call: Call<SearchBindings>): Promise<Reply> {
  const input = searchInput(call)
  const query = analyseQuery(input.query)
  const lanesIn = lanesOf(call, input)
  const look = firstLook(rankFor(call, { input, query, lanesIn, among: amongOf(call) }))
  const { view, late, found } = await onIndex(call, input, {
    likelyFacts: look.likelyFacts,
    on: (read) => shownPage(call, read, { tier: input.tier, rank: look.rank }),
  })
  const lanes = await lanesToTell(lanesIn, { view, late })
  const { ranked, shown } = found
  const headers = view === null ? {} : consistencyToken(view, view.version)
  if (call.contract === 'legacy') {
    const timing = { backend: 'segments', startedAt: call.now, clock: call.bindings.clock }
    return { body: await legacyBody(call.caller.tenant, shown, timing), headers }
  }
  const after = (count: number) => positionAfter(found, count)
  const body = await pageBody(call, { input, query, ranked, shown, view, late, lanes, after })
  return { body, headers }
}

/** A ranked page that begins at an offset of its walk, and what of it is shown. */
export interface ShownPage {
  readonly offset: number
  readonly ranked: SearchResult
  readonly shown: readonly ShownHit[]
}

/** Where a walk goes on behind the first `count` hits shown of a page; null at its end. */
export function positionAfter({ offset, ranked, shown }: ShownPage, count: number): number | null {
  if (count === shown.length) return ranked.next
  return offset + (shown[count - 1]?.place ?? -1) + 1
}

/** The first page from an offset on that shows anything: facts that no longer hold may take up all of one. */
export async function shownPage(
  call: Call<SearchBindings>,
  { view, offset: start }: IndexRead,
  { tier, rank }: { readonly tier: Tier; readonly rank: Rank },
): Promise<ShownPage> {
  const withBodies = tier !== 'pointer' || call.contract === 'legacy'
  let offset = start
  for (let looks = 1; ; looks++) {
    const ranked = view === null ? NOTHING : await rank(view, offset)
    const shown = await shownHits(call, view, { hits: ranked.hits, withBodies })
    if (shown.length > 0 || ranked.next === null || looks === LOOKS_MAX) return { offset, ranked, shown }
    offset = ranked.next
  }
}

/** Trips spent on pages that show nothing; then an empty page leads on and says `read_cap`. */
const LOOKS_MAX = 10

/** Facts are found by those who may read them; the bodies of before the contract know none. */
function amongOf({ caller, contract }: Call<SearchBindings>): Among {
  return caller.scopes.includes('facts:read') && contract !== 'legacy' ? 'both' : 'passages'
}

interface Ranking {
  readonly input: SearchInput
  readonly query: QueryTerms
  readonly lanesIn: LanesIn
  readonly among: Among
}

/** Ranks pages of an answer to one question. */
export function rankFor(
  { bindings, now }: Pick<Call<SearchBindings>, 'bindings' | 'now'>,
  { input, query, lanesIn, among }: Ranking,
): Rank {
  return async (view, offset) => {
    const filter = filterAmong(among, input.filter, view)
    if (filter === 'nothing') return NOTHING
    const { lanes, vector } = await lanesIn(view)
    if (lanes.length === 0) return NOTHING
    return readPage(bindings.chunks, view, {
      query,
      vector,
      filter,
      limit: input.limit,
      offset,
      lanes,
      hidden: view.hidden,
      isOver: () => bindings.clock() - now >= input.deadlineMs,
    })
  }
}

/** What is found where nothing was looked at. */
export const NOTHING: SearchResult = { hits: [], next: null, coverage: 0, missing: [], capped: [] }
