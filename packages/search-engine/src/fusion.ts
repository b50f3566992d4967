import type { LaneScores } from './lanes/lane.ts'
import type { Place } from './ranking.ts'
import { LANE_NAMES, type LaneName } from './search-request.ts'

/**
 * What the best of the words (Bm25, Topology and their sum) and of the names (Indexing) counts for. Keys and quotes
 * score from 0.85 in the Indexing lane and entity words at most 0.1, so that the first tier is above everything
 * else: 0.6 × 0.85 > 0.4 + 0.6 × 0.1.
 */
const WORDS_WEIGHT = 0.4
const NAMES_WEIGHT = 0.6

export type LaneResults = Partial<Readonly<Record<LaneName, LaneScores>>>

/** What a ranking gives: for each segment its hits, and a score a row, 0..1; 0 for what is no hit. */
export interface Found {
  readonly rows: readonly Uint32Array[]
  readonly scores: readonly Float64Array[]
}

/** Fused scores: the weighted sum of each lane's scores over its best. */
export class Fusion implements Found {
  readonly rows: readonly Uint32Array[]
  readonly scores: readonly Float64Array[]
  readonly #sizes: readonly number[]
  readonly #results: LaneResults
  readonly #share: Readonly<Record<LaneName, number>>
  readonly #top: Top | null
  readonly #scale: number

  /** The scores of the places of `top` stay, and those of all others are scaled to be under them. */
  constructor(results: LaneResults, rows: readonly Uint32Array[], top: Top | null = null) {
    this.rows = rows
    this.#sizes = Object.values(results)[0]?.scores.map((scores) => scores.length) ?? []
    this.#results = results
    this.#share = sharesOf(results)
    this.#top = top
    const scores = this.#sums(1)
    this.#scale = top === null ? 1 : scaleUnder(top.head, { rows, scores })
    this.scores = this.#scale < 1 ? this.#sums(this.#scale) : scores
    for (const { segment, row, score } of top?.head ?? []) this.scores[segment]![row] = score
  }

  /**
   * The ranking with `added` to the Topology scores of every hit but those of `head`, the best ones, which stay on
   * top. Words together count for no more than they did, so that the first tier stays above them.
   */
  below(head: readonly Place[], added: readonly Float64Array[]): Fusion {
    const { Bm25: words, Topology: lane } = this.#results
    if (lane === undefined) return this
    const { scores, best } = raised({ rows: this.rows, scores: lane.scores }, added, words?.scores, head)
    const most = Math.max(best, lane.best)
    const results = { ...this.#results, Topology: { ...lane, scores, best: most } }
    const fused = words === undefined ? results : { ...results, Bm25: { ...words, best: most } }
    return new Fusion(fused, this.rows, { head, fusion: this })
  }

  /** Each lane's part of a hit's score; they sum to it. */
  parts(segment: number, row: number): Record<LaneName, number> {
    if (this.#top?.head.some((place) => place.segment === segment && place.row === row))
      return this.#top.fusion.parts(segment, row)
    const parts = { Bm25: 0, Indexing: 0, Topology: 0 }
    for (const name of LANE_NAMES) {
      const lane = this.#results[name]
      if (lane !== undefined && lane.best > 0)
        parts[name] = ((this.#share[name] * lane.scores[segment]![row]!) / lane.best) * this.#scale
    }
    return parts
  }

  #sums(scale: number): Float64Array[] {
    return this.rows.map((rows, segment) => {
      const sums = new Float64Array(this.#sizes[segment]!)
      for (const name of LANE_NAMES) {
        const lane = this.#results[name]
        if (lane === undefined || lane.best === 0) continue
        const scores = lane.scores[segment]!
        const share = this.#share[name]
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i]!
          sums[row] = sums[row]! + ((share * scores[row]!) / lane.best) * scale
        }
      }
      return sums
    })
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
  added: readonly Float64Array[],
  words: readonly Float64Array[] | undefined,
  head: readonly Place[],
): { scores: Float64Array[]; best: number } {
  let best = 0
  const scores = found.scores.map((before, segment) => {
    const after = before.slice()
    const kept = rowsOf(head, segment)
    const more = added[segment]!
    const said = words?.[segment]
    for (const row of found.rows[segment]!) {
      if (kept.includes(row)) continue
      after[row] = after[row]! + more[row]!
      best = Math.max(best, after[row]! + (said?.[row] ?? 0))
    }
    return after
  })
  return { scores, best }
}

/** What scores are multiplied by to be under those of `head`; 1 where they are already. */
function scaleUnder(head: readonly Place[], found: Found): number {
  const bound = UNDER * Math.min(...head.map(({ score }) => score))
  let best = 0
  for (const [segment, scores] of found.scores.entries()) {
    const kept = rowsOf(head, segment)
    for (const row of found.rows[segment]!)
      if (scores[row]! > best && !kept.includes(row)) best = scores[row]!
  }
  return best > bound ? bound / best : 1
}

/** Small enough a gap not to be seen, and large enough to survive rounding. */
const UNDER = 0.999

function rowsOf(places: readonly Place[], segment: number): number[] {
  return places.filter((place) => place.segment === segment).map(({ row }) => row)
}

/** Weights of the lanes that ran, scaled so that the best possible score is 1. */
function sharesOf(results: LaneResults): Record<LaneName, number> {
  const hasWords = results.Bm25 !== undefined || results.Topology !== undefined
  const total = (hasWords ? WORDS_WEIGHT : 0) + (results.Indexing === undefined ? 0 : NAMES_WEIGHT)
  const words = WORDS_WEIGHT / total
  return { Bm25: words, Topology: words, Indexing: NAMES_WEIGHT / total }
}
