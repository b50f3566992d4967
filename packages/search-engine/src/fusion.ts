import type { LaneScores } from './lanes/lane.ts'
import type { Place } from './ranking.ts'
import { LANE_NAMES, type LaneName } from './search-request.ts'

/**
 * What the best of the content (words: Bm25, Topology and their sum; vectors: Dense) and of the names (Indexing) counts for. Keys
 * and quotes score from 0.85 in the Indexing lane and entity words at most 0.1, so that the first tier is above everything else:
 * 0.6 × 0.85 > 0.4 + 0.6 × 0.1.
 */
const CONTENT_WEIGHT = 0.4
const NAMES_WEIGHT = 0.6
/** The part of the content that vectors count for beside words. */
const VECTORS_PART = 0.5

export type LaneResults = Partial<Readonly<Record<LaneName, LaneScores>>>

/** What a ranking gives: the candidates that are hits, ascending, and a score for each candidate, 0..1. */
export interface Found {
  readonly hits: Uint32Array
  readonly scores: Float64Array
}

/** The candidates that may be hits and that some lane scores. */
export function hitsAmong(eligible: Uint8Array, results: LaneResults): Uint32Array {
  const isScored = new Uint8Array(eligible.length)
  for (const { scores } of Object.values(results))
    for (let i = 0; i < scores.length; i++) if (scores[i]! > 0) isScored[i] = 1
  const hits = new Uint32Array(eligible.length)
  let count = 0
  for (let i = 0; i < eligible.length; i++) if ((eligible[i]! & isScored[i]!) === 1) hits[count++] = i
  return hits.subarray(0, count)
}

/** Fused scores: the weighted sum of each lane's scores over its best. */
export class Fusion implements Found {
  readonly hits: Uint32Array
  readonly scores: Float64Array
  readonly #size: number
  readonly #results: LaneResults
  readonly #share: Readonly<Record<LaneName, number>>
  readonly #top: Top | null
  readonly #scale: number

  /** The scores of the places of `top` stay, and those of all others are scaled to be under them. */
  constructor(results: LaneResults, hits: Uint32Array, top: Top | null = null) {
    this.hits = hits
    this.#size = Object.values(results)[0]?.scores.length ?? 0
    this.#results = results
    this.#share = sharesOf(results)
    this.#top = top
    const scores = this.#sums(1)
    this.#scale = top === null ? 1 : scaleUnder(top.head, { hits, scores })
    this.scores = this.#scale < 1 ? this.#sums(this.#scale) : scores
    for (const { candidate, score } of top?.head ?? []) this.scores[candidate] = score
  }

  /**
   * The ranking with `added` to the Topology scores of every hit but those of `head`, the best ones, which stay on
   * top. Words together count for no more than they did, so that the first tier stays above them.
   */
  below(head: readonly Place[], added: Float64Array): Fusion {
    const { Bm25: words, Topology: lane } = this.#results
    if (lane === undefined) return this
    const { scores, best } = raised({ hits: this.hits, scores: lane.scores }, added, words?.scores, head)
    const most = Math.max(best, lane.best)
    const results = { ...this.#results, Topology: { ...lane, scores, best: most } }
    const fused = words === undefined ? results : { ...results, Bm25: { ...words, best: most } }
    return new Fusion(fused, this.hits, { head, fusion: this })
  }

  /** Each lane's part of a hit's score; they sum to it. */
  parts(candidate: number): Record<LaneName, number> {
    if (this.#top?.head.some((place) => place.candidate === candidate))
      return this.#top.fusion.parts(candidate)
    const parts = { Bm25: 0, Indexing: 0, Topology: 0, Dense: 0 }
    for (const name of LANE_NAMES) {
      const lane = this.#results[name]
      if (lane !== undefined && lane.best > 0)
        parts[name] = ((this.#share[name] * lane.scores[candidate]!) / lane.best) * this.#scale
    }
    return parts
  }

  #sums(scale: number): Float64Array {
    const sums = new Float64Array(this.#size)
    for (const name of LANE_NAMES) {
      const lane = this.#results[name]
      if (lane === undefined || lane.best === 0) continue
      const { scores, best } = lane
      const share = this.#share[name]
      const { hits } = this
      for (let i = 0; i < hits.length; i++) {
        const score = scores[hits[i]!]!
        if (score > 0) sums[hits[i]!]! += ((share * score) / best) * scale
      }
    }
    return sums
  }
}

/** The best places, and the ranking they are the best of. */
interface Top {
  readonly head: readonly Place[]
  readonly fusion: Fusion
}

/** The scores with `added`, but for the head's, and the best sum of these and the `words`. */
function raised(
  found: Found,
  added: Float64Array,
  words: Float64Array | undefined,
  head: readonly Place[],
): { scores: Float64Array; best: number } {
  const { hits } = found
  const scores = found.scores.slice()
  const others = without(head, added)
  for (let i = 0; i < hits.length; i++) scores[hits[i]!]! += others[hits[i]!]!
  const sums = words === undefined ? scores : scores.map((score, i) => score + words[i]!)
  return { scores, best: bestOf(hits, without(head, sums)) }
}

/** What scores are multiplied by to be under those of `head`; 1 where they are already. */
function scaleUnder(head: readonly Place[], { hits, scores }: Found): number {
  const bound = UNDER * Math.min(...head.map(({ score }) => score))
  const best = bestOf(hits, without(head, scores))
  return best > bound ? bound / best : 1
}

/** The scores, 0 for those of `head`. */
function without(head: readonly Place[], scores: Float64Array): Float64Array {
  const others = scores.slice()
  for (const { candidate } of head) others[candidate] = 0
  return others
}

function bestOf(hits: Uint32Array, scores: Float64Array): number {
  let best = 0
  for (let i = 0; i < hits.length; i++) if (scores[hits[i]!]! > best) best = scores[hits[i]!]!
  return best
}

/** Small enough a gap not to be seen, and large enough to survive rounding. */
const UNDER = 0.999

/** Weights of the lanes that ran, scaled so that the best possible score is 1. */
function sharesOf(results: LaneResults): Record<LaneName, number> {
  const hasWords = results.Bm25 !== undefined || results.Topology !== undefined
  const hasVectors = results.Dense !== undefined
  const total =
    (hasWords || hasVectors ? CONTENT_WEIGHT : 0) + (results.Indexing === undefined ? 0 : NAMES_WEIGHT)
  const part = hasVectors ? (hasWords ? VECTORS_PART : 1) : 0
  const words = (CONTENT_WEIGHT * (1 - part)) / total
  const vectors = (CONTENT_WEIGHT * part) / total
  return { Bm25: words, Topology: words, Indexing: NAMES_WEIGHT / total, Dense: vectors }
}
