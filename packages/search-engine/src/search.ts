import { type Shown, withCopies } from './copies.ts'
import { countCorpus } from './corpus-counts.ts'
import { BEST_HITS, coverageOf, missingWords } from './coverage.ts'
import { eligibleRows } from './eligible-rows.ts'
import { foundRows } from './found-rows.ts'
import { Fusion } from './fusion.ts'
import { feedback, HEAD } from './lanes/feedback.ts'
import { EVIDENCE, type LaneContext, type LaneScores } from './lanes/lane.ts'
import { type Place, ranking } from './ranking.ts'
import { runLanes } from './run-lanes.ts'
import type { Cap, Hit, Reason, SearchRequest, SearchResult } from './search-request.ts'
import type { Segment } from './segment.ts'
import { TermReader } from './term-reader.ts'
import { distinctTexts, walk } from './walk.ts'
import { wordsHeld } from './words-held.ts'

/**
 * One page of hits over the open segments of one version, without the `dead` passages ("batch:ordinal"). Same
 * arguments, same result; how passages are spread over segments does not show. Throws SegmentCorrupt.
 */
export function search(
  segments: readonly Segment[],
  dead: ReadonlySet<string>,
  request: SearchRequest,
): SearchResult {
  const context: LaneContext = {
    segments,
    query: request.query,
    corpus: countCorpus(segments),
    terms: new TermReader(segments),
    eligible: eligibleRows(segments, dead, request.filter),
    live: eligibleRows(segments, dead, null),
  }
  const results = runLanes(context, request.lanes)
  const fusion = expanded(context, new Fusion(results, foundRows(context, Object.values(results))), request)
  const distinct = distinctTexts(segments, ranking(segments, fusion))
  const best = firstOf(distinct, BEST_HITS)
  const order = walk(segments, chain(best, distinct), request.limit)
  const { page, next } = pageOf(order, request)
  const shown = withCopies(segments, fusion, page, request.hidden ?? new Set())
  const hits = shown.map((place) => hitOf(context, fusion, results.Indexing, place))
  const held = best.map((place) => wordsHeld(context.terms, request.query, place))
  return {
    hits,
    next,
    coverage: coverageOf(request.query, context.corpus, context.terms, held),
    missing: missingWords(request.query, [...held, ...hits.map((hit) => hit.words)]),
    capped: capsOf(context),
  }
}

/** With Topology the hits below the best ones are ranked once more, by the terms that tell about the best as well. */
function expanded(context: LaneContext, fusion: Fusion, request: SearchRequest): Fusion {
  if (!request.lanes.includes('Topology')) return fusion
  const { segments } = context
  const head = firstOf(distinctTexts(segments, ranking(segments, fusion)), HEAD)
  return head.length < HEAD ? fusion : fusion.below(head, feedback(context, head))
}

/** Takes up to `count` places and leaves the rest to be taken. */
function firstOf(places: Iterator<Place>, count: number): Place[] {
  const first: Place[] = []
  for (let next = places.next(); !next.done; next = places.next()) {
    first.push(next.value)
    if (first.length === count) break
  }
  return first
}

function* chain(first: Iterable<Place>, rest: Iterable<Place>): Generator<Place> {
  yield* first
  yield* rest
}

function pageOf(order: Iterator<Place>, request: SearchRequest): { page: Place[]; next: number | null } {
  const end = request.offset + request.limit
  const page: Place[] = []
  for (let at = 0; at < end; at++) {
    const { value, done } = order.next()
    if (done) return { page, next: null }
    if (at >= request.offset) page.push(value)
  }
  return { page, next: order.next().done ? null : end }
}

function hitOf(context: LaneContext, fusion: Fusion, indexed: LaneScores | undefined, place: Shown): Hit {
  const { segment, row, score, copies } = place
  const { identity, columns } = context.segments[segment]!
  return {
    batch: identity.batchAt(row),
    ordinal: identity.ordinalAt(row),
    score,
    lanes: fusion.parts(segment, row),
    reason: reasonOf(indexed, segment, row),
    words: wordsHeld(context.terms, context.query, place),
    copies,
    passage: columns.stored(row),
  }
}

function reasonOf(indexed: LaneScores | undefined, segment: number, row: number): Reason {
  const evidence = indexed?.evidence?.[segment]?.[row] ?? EVIDENCE.none
  if (evidence === EVIDENCE.exact) return 'Exact'
  return evidence === EVIDENCE.none ? 'TopicMatch' : 'EntityMatch'
}

function capsOf(context: LaneContext): Cap[] {
  return context.terms.isCapped || context.query.truncated ? ['work_cap'] : []
}
