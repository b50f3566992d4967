import type { LaneContext, LaneScores } from './lanes/lane.ts'
import { LANE_NAMES, type LaneName } from './search-request.ts'

/**
 * What a lane's best score counts for. Keys and phrases score from 0.85 in the Indexing lane and entity words at
 * most 0.1, so that the first tier is above everything else: 0.6 × 0.85 > 0.4 + 0.6 × 0.1.
 */
export const LANE_WEIGHT: Readonly<Record<LaneName, number>> = { Bm25: 0.4, Indexing: 0.6 }

export type LaneResults = Partial<Readonly<Record<LaneName, LaneScores>>>

/** Fused scores: the weighted sum of each lane's scores over its best. */
export class Fusion {
  /** For each segment a score a row, 0..1; 0 for what is no hit. */
  readonly scores: readonly Float64Array[]
  readonly #results: LaneResults
  readonly #share: Readonly<Record<LaneName, number>>

  constructor(context: LaneContext, results: LaneResults) {
    this.#results = results
    this.#share = sharesOf(results)
    this.scores = context.eligible.map((eligible, segment) => {
      const scores = new Float64Array(eligible.length)
      for (let row = 0; row < scores.length; row++) {
        if (eligible[row] === 1)
          scores[row] = this.part('Bm25', segment, row) + this.part('Indexing', segment, row)
      }
      return scores
    })
  }

  /** A lane's part of a row's score. */
  part(name: LaneName, segment: number, row: number): number {
    const lane = this.#results[name]
    if (lane === undefined || lane.best === 0) return 0
    return (this.#share[name] * lane.scores[segment]![row]!) / lane.best
  }
}

/** Weights of the lanes that ran, scaled to sum to 1. */
function sharesOf(results: LaneResults): Record<LaneName, number> {
  const ran = LANE_NAMES.filter((name) => results[name] !== undefined)
  const total = ran.reduce((sum, name) => sum + LANE_WEIGHT[name], 0)
  return { Bm25: LANE_WEIGHT.Bm25 / total, Indexing: LANE_WEIGHT.Indexing / total }
}
