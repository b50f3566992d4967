import { bestEligible } from './bm25.ts'
import type { LaneContext, LaneScores } from './lane.ts'

/** How near each candidate is to the query by their vectors: their cosine. Null where none is near. */
export function dense(context: LaneContext): LaneScores | null {
  if (context.nearest === null) return null
  const scores = context.nearest.scoresOf(context.candidates)
  const best = bestEligible(context, scores)
  return best === 0 ? null : { scores, best, evidence: null }
}
