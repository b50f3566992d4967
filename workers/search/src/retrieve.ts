import { legacyRetrieve } from '@cairn/contract/legacy'
import { legacyFact } from '@cairn/fact/legacy-fact'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { SearchResult } from '@cairn/search-engine/search-request'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { analyseQuery } from '@cairn/text/query'
import type { SearchBindings } from './bindings.ts'
import { firstLook, type Rank } from './first-look.ts'
import { lanesOf, lanesToTell } from './lanes-in.ts'
import { legacyFound } from './legacy.ts'
import { onIndex } from './on-index.ts'
import { pageBody } from './page-body.ts'
import { packPlaces, unpackPlaces } from './retrieve-places.ts'
import { NOTHING, positionAfter, rankFor, type ShownPage, shownPage } from './search.ts'
import { searchInput } from './search-input.ts'

/**
 * Answers a question from facts and passages together (`POST /v1/memory/retrieve`): on each page the facts that hold come first, at
 * most half of it while there are passages, then passages. Each of the two walks shows nothing twice.
 */
export async function retrieve(call: Call<SearchBindings>): Promise<Reply> {
  const input = searchInput(call)
  const query = analyseQuery(input.query)
  const { tier } = input
  const lanesIn = lanesOf(call, input)
  const ofFacts = firstLook(rankFor(call, { input, query, lanesIn, among: 'facts' }))
  const ofPassages = rankFor(call, { input, query, lanesIn, among: 'passages' })
  const { view, late, found } = await onIndex(call, input, {
    likelyFacts: ofFacts.likelyFacts,
    on: async ({ view, offset: position }) => {
      const places = unpackPlaces(position)
      const look = (offset: number | null, rank: Rank) =>
        offset === null ? ENDED : shownPage(call, { view, offset }, { tier, rank })
      const facts = await look(places.facts, ofFacts.rank)
      return { facts, passages: await look(places.passages, ofPassages) }
    },
  })
  const lanes = await lanesToTell(lanesIn, { view, late })
  const { facts, passages } = found
  const { limit } = input
  const factsShown = facts.shown.slice(0, Math.max(Math.ceil(limit / 2), limit - passages.shown.length))
  const passagesShown = passages.shown.slice(0, limit - factsShown.length)
  const headers = view === null ? {} : consistencyToken(view, view.version)
  if (call.contract === 'legacy') {
    const timing = { backend: 'segments', startedAt: call.now, clock: call.bindings.clock }
    const told = factsShown.map(({ fact }) => legacyFact(fact!))
    const old = await legacyFound(call.caller.tenant, passagesShown)
    return { body: legacyRetrieve({ ...old, facts: told }, timing), headers }
  }
  const after = (count: number) =>
    packPlaces({
      facts: positionAfter(facts, Math.min(count, factsShown.length)),
      passages: positionAfter(passages, Math.max(0, count - factsShown.length)),
    })
  const shown = [...factsShown, ...passagesShown]
  const ranked = together(facts.ranked, passages.ranked)
  return { body: await pageBody(call, { input, query, ranked, shown, view, late, lanes, after }), headers }
}

/** A walk that has ended shows nothing more. */
const ENDED: ShownPage = { offset: 0, ranked: NOTHING, shown: [] }

/** What two looks at the index say together: the better one covers the question, and what all that looked lack is missing. */
function together(facts: SearchResult, passages: SearchResult): SearchResult {
  const missing = [facts, passages].filter((one) => one !== NOTHING).map((one) => one.missing)
  return {
    hits: [],
    next: facts.next ?? passages.next,
    coverage: Math.max(facts.coverage, passages.coverage),
    missing: (missing[0] ?? []).filter((word) => missing.every((words) => words.includes(word))),
    capped: [...new Set([...facts.capped, ...passages.capped])],
  }
}
