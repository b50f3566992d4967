import { markCandidates } from './candidates.ts'
import type { ChunkWanted } from './chunks-held.ts'
import { type Shown, withCopies } from './copies.ts'
import { countCorpus } from './corpus-counts.ts'
import { BEST_HITS, coverageOf, missingWords } from './coverage.ts'
import { filterRows } from './filter.ts'
import { Fusion, hitsAmong } from './fusion.ts'
import { speakerMatches } from './lanes/asked-speaker.ts'
import { rankedMatches } from './lanes/bm25.ts'
import { feedback, HEAD, type ReadPlace } from './lanes/feedback.ts'
import { namingMatches } from './lanes/indexing.ts'
import { EVIDENCE, type LaneContext, type Named } from './lanes/lane.ts'
import { nearestTo } from './nearest.ts'
import { phraseRows } from './phrases.ts'
import { NO_POINTERS, type PointerSet } from './pointer-set.ts'
import { type Place, ranking } from './ranking.ts'
import { planReads, type ReadPlan } from './read-plan.ts'
import { runLanes } from './run-lanes.ts'
import type { Cap, Hit, Reason, SearchRequest, SearchResult } from './search-request.ts'
import type { Segment } from './segment.ts'
import { TermReader } from './term-reader.ts'
import { distinctTexts, walk } from './walk.ts'
import { wordsHeld } from './words-held.ts'

/** The open segments of one version, and the passages in them that are dead. */
export interface SearchedIndex {
  readonly segments: readonly Segment[]
  readonly dead: PointerSet
}

/** Each time it yields, the chunks it names must be held before it goes on. */
export type Searching = Generator<readonly ChunkWanted[], SearchResult, void>

/**
 * One page of hits. Same arguments, same result, whatever is held; how passages are spread over segments does not
 * show but in what is left out of large ones. Throws SegmentCorrupt.
 */
export function* searching(index: SearchedIndex, request: SearchRequest): Searching {
  const plan = planReads(index.segments, request)
  yield plan.chunks
  const context = contextOf(index, request, plan)
  const results = runLanes(context, request.lanes, plan.isWhole)
  const first = new Fusion(results, hitsAmong(context.eligible, results))
  const fusion = plan.isWhole && request.lanes.includes('Topology') ? yield* expanded(context, first) : first
  const distinct = distinctTexts(index.segments, ranking(context, fusion))
  const best = firstOf(distinct, BEST_HITS)
  const { page, next } = pageOf(walk(index.segments, chain(best, distinct), request.limit), request)
  const shown = withCopies(context, fusion, page, request.hidden ?? NO_POINTERS)
  yield storedChunks(index.segments, shown)
  const hits = shown.map((place) => hitOf(context, fusion, results.Indexing, place))
  const held = best.map((place) => wordsHeld(context.terms, request.query, place))
  return {
    hits,
    next,
    coverage: coverageOf(request.query, context.corpus, context.terms, held),
    missing: missingWords(request.query, [...held, ...hits.map((hit) => hit.words)]),
    capped: capsOf(context, plan),
  }
}

/** One page of hits over segments that are held whole, without the `dead` passages. */
export function search(segments: readonly Segment[], dead: PointerSet, request: SearchRequest): SearchResult {
  const steps = searching({ segments, dead }, request)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Terms of keys and phrases are few and read first, so that a bound on work never costs them. */
function contextOf({ segments, dead }: SearchedIndex, request: SearchRequest, plan: ReadPlan): LaneContext {
  const { query, lanes, filter } = request
  const terms = new TermReader(segments, {
    isRead: plan.isRead,
    ...(request.isOver === undefined ? {} : { isOver: request.isOver }),
  })
  const hasNames = lanes.includes('Indexing')
  const names = hasNames ? namingMatches(terms, query).map((match) => terms.postings(match)) : []
  const phrases = hasNames ? query.phrases.map((phrase) => phraseRows(terms, phrase, plan)) : []
  const hasWords = lanes.includes('Bm25') || lanes.includes('Topology')
  const words = hasWords ? rankedMatches(terms, query).map((match) => terms.postings(match)) : []
  if (lanes.includes('Topology')) for (const match of speakerMatches(terms, query)) terms.postings(match)
  const found = phrases.map((bySegment) => bySegment.map((rows) => ({ rows })))
  const nearest =
    plan.vector === null || terms.isTooLate() ? null : nearestTo(plan.vector, { segments, dead, filter })
  const near = nearest === null ? [] : [nearest.lists]
  const candidates = markCandidates(segments, [...names, ...found, ...words, ...near], dead)
  const eligible = new Uint8Array(candidates.count).fill(1)
  if (filter !== null)
    for (const [i, segment] of segments.entries())
      eligible.set(filterRows(segment, filter, candidates.rowsOf(i)), candidates.starts[i])
  return { segments, query, corpus: countCorpus(segments), terms, candidates, eligible, phrases, nearest }
}

/** The hits below the best ones are ranked once more, by the terms that tell about the best as well. */
function* expanded(context: LaneContext, fusion: Fusion): Generator<readonly ChunkWanted[], Fusion, void> {
  const { segments } = context
  const head = firstOf(distinctTexts(segments, ranking(context, fusion)), HEAD)
  if (head.length < HEAD) return fusion
  yield storedChunks(segments, head)
  const read: ReadPlace[] = head.map((place) => ({
    ...place,
    passage: segments[place.segment]!.stored(place.row),
  }))
  return fusion.below(head, feedback(context, read))
}

/** The chunks that hold the stored fields of some places. */
function storedChunks(segments: readonly Segment[], places: readonly Place[]): ChunkWanted[] {
  return segments.flatMap(({ reads }, i) => {
    const own = places.filter(({ segment }) => segment === i)
    return Array.from(new Set(own.flatMap(({ row }) => reads.stored(row))), (n) => reads.wanted(n))
  })
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

function hitOf(context: LaneContext, fusion: Fusion, indexed: Named | undefined, place: Shown): Hit {
  const { candidate, segment, row, score, copies } = place
  const { rows } = context.segments[segment]!
  return {
    batch: rows.batchAt(row),
    ordinal: rows.ordinalAt(row),
    score,
    lanes: fusion.parts(candidate),
    reason: reasonOf(indexed, candidate),
    words: wordsHeld(context.terms, context.query, place),
    copies,
    passage: context.segments[segment]!.stored(row),
  }
}

function reasonOf(indexed: Named | undefined, candidate: number): Reason {
  const evidence = indexed?.evidence[candidate] ?? EVIDENCE.none
  if (evidence === EVIDENCE.exact) return 'Exact'
  return evidence === EVIDENCE.none ? 'TopicMatch' : 'EntityMatch'
}

function capsOf({ terms, query }: LaneContext, plan: ReadPlan): Cap[] {
  return [
    ...(terms.isLate ? (['deadline'] as const) : []),
    ...(plan.isCapped ? (['read_cap'] as const) : []),
    ...(terms.isCapped || query.truncated ? (['work_cap'] as const) : []),
  ]
}
