import type { LaneContext, Near } from './lane.ts'

/** How near each candidate is to the query by their vectors: their cosine. Null where none is near. */
export function dense({ nearest, candidates }: LaneContext): Near | null {
  if (nearest === null) return null
  const scores = nearest.scoresOf(candidates)
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return best === 0 ? null : { scores, best }
}
