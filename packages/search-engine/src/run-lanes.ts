import type { LaneResults } from './fusion.ts'
import { bestEligible, bm25 } from './lanes/bm25.ts'
import { indexing } from './lanes/indexing.ts'
import type { LaneContext } from './lanes/lane.ts'
import { topology } from './lanes/topology.ts'
import { wholeScores } from './lanes/whole.ts'
import type { LaneName } from './search-request.ts'

/**
 * What each lane asked for finds. Topology is what conversation and the rest of a document add to the words, so both are
 * measured by the best of their sum.
 */
export function runLanes(context: LaneContext, lanes: readonly LaneName[]): LaneResults {
  const names = lanes.includes('Indexing') ? { Indexing: indexing(context) } : {}
  if (!lanes.includes('Topology')) return { ...names, ...(lanes.includes('Bm25') && { Bm25: bm25(context) }) }
  const words = bm25(context)
  const whole = wholeScores(context, words.scores)
  const lifted = words.scores.map((score, i) => score + whole[i]!)
  const added = topology(context, lifted).map((score, i) => score + whole[i]!)
  const best = bestEligible(
    context,
    words.scores.map((score, i) => score + added[i]!),
  )
  return {
    ...names,
    ...(lanes.includes('Bm25') && { Bm25: { ...words, best } }),
    Topology: { scores: added, best, evidence: null },
  }
}
