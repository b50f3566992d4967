import type { LaneContext, LaneScores } from './lanes/lane.ts'
import type { Place } from './ranking.ts'
import { LANE_NAMES, type LaneName } from './search-request.ts'

/**
 * What the best of the words (Bm25, Topology and their sum) and of the names (Indexing) counts for. Keys and phrases
 * score from 0.85 in the Indexing lane and entity words at most 0.1, so that the first tier is above everything
 * else: 0.6 × 0.85 > 0.4 + 0.6 × 0.1.
 */
const WORDS_WEIGHT = 0.4
const NAMES_WEIGHT = 0.6

export type LaneResults = Partial<Readonly<Record<LaneName, LaneScores>>>

/** Fused scores: the weighted sum of each lane's scores over its best. */
export class Fusion {
  /** For each segment a score a row, 0..1; 0 for what is no hit. */
  readonly scores: readonly Float64Array[]
  readonly #context: LaneContext
  readonly #results: LaneResults
  readonly #share: Readonly<Record<LaneName, number>>
  readonly #head: readonly Place[]
  readonly #scale: number

  constructor(context: LaneContext, results: LaneResults, head: readonly Place[] = []) {
    this.#context = context
    this.#results = results
    this.#share = sharesOf(results)
    this.#head = head
    this.scores = this.#sums(1)
    this.#scale = this.#scaleUnder(head)
    if (this.#scale < 1) this.scores = this.#sums(this.#scale)
    for (const { segment, row, score } of head) this.scores[segment]![row] = score
  }

  /**
   * The ranking with `added` to the Topology scores of every hit but those of `head`, the best ones, which keep their
   * scores and stay on top: the others are scaled down as far as that takes.
   */
  below(head: readonly Place[], added: readonly Float64Array[]): Fusion {
    const lane = this.#results.Topology!
    const scores = lane.scores.map((rows, segment) => {
      const sum = rows.slice()
      const found = this.scores[segment]!
      for (let row = 0; row < sum.length; row++)
        if (found[row]! > 0) sum[row] = sum[row]! + added[segment]![row]!
      return sum
    })
    for (const { segment, row } of head) scores[segment]![row] = lane.scores[segment]![row]!
    return new Fusion(this.#context, { ...this.#results, Topology: { ...lane, scores } }, head)
  }

  /** A lane's part of a row's score. */
  part(name: LaneName, segment: number, row: number): number {
    const isHead = this.#head.some((place) => place.segment === segment && place.row === row)
    return this.#part(name, segment, row) * (isHead ? 1 : this.#scale)
  }

  #part(name: LaneName, segment: number, row: number): number {
    const lane = this.#results[name]
    if (lane === undefined || lane.best === 0) return 0
    return (this.#share[name] * lane.scores[segment]![row]!) / lane.best
  }

  #sums(scale: number): Float64Array[] {
    return this.#context.eligible.map((eligible, segment) => {
      const sums = new Float64Array(eligible.length)
      for (const name of LANE_NAMES) {
        if (this.#results[name] === undefined) continue
        for (let row = 0; row < sums.length; row++)
          if (eligible[row] === 1) sums[row] = sums[row]! + this.#part(name, segment, row) * scale
      }
      return sums
    })
  }

  /** What the others' scores are multiplied by to be under those of `head`; 1 where they are already. */
  #scaleUnder(head: readonly Place[]): number {
    if (head.length === 0) return 1
    const bound = UNDER * Math.min(...head.map(({ score }) => score))
    const best = bestBut(head, this.scores)
    return best > bound ? bound / best : 1
  }
}

/** Small enough a gap not to be seen, and large enough to survive rounding. */
const UNDER = 0.999

function bestBut(head: readonly Place[], scores: readonly Float64Array[]): number {
  let best = 0
  for (const [segment, rows] of scores.entries()) {
    const kept = new Set(head.filter((place) => place.segment === segment).map(({ row }) => row))
    for (let row = 0; row < rows.length; row++) if (rows[row]! > best && !kept.has(row)) best = rows[row]!
  }
  return best
}

/** Weights of the lanes that ran, scaled so that the best possible score is 1. */
function sharesOf(results: LaneResults): Record<LaneName, number> {
  const hasWords = results.Bm25 !== undefined || results.Topology !== undefined
  const total = (hasWords ? WORDS_WEIGHT : 0) + (results.Indexing === undefined ? 0 : NAMES_WEIGHT)
  const words = WORDS_WEIGHT / total
  return { Bm25: words, Topology: words, Indexing: NAMES_WEIGHT / total }
}
