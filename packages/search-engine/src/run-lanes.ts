import type { LaneResults } from './fusion.ts'
import { bestEligible, bm25 } from './lanes/bm25.ts'
import { dense } from './lanes/dense.ts'
import { indexing } from './lanes/indexing.ts'
import type { LaneContext } from './lanes/lane.ts'
import { topology } from './lanes/topology.ts'
import { hasWholes, wholeScores } from './lanes/whole.ts'
import type { LaneName } from './search-request.ts'

/**
 * What each lane asked for finds, but for Dense where nothing is near, and for Topology where it adds nothing now nor, unless hits are
 * ranked twice, later.
 * Topology is what conversation and the rest of a document add to the words, so both are measured by the best of their
 * sum.
 */
export function runLanes(
  context: LaneContext,
  lanes: readonly LaneName[],
  isRankedTwice: boolean,
): LaneResults {
  const near = dense(context)
  const others = {
    ...(lanes.includes('Indexing') && { Indexing: indexing(context) }),
    ...(near !== null && { Dense: near }),
  }
  if (!lanes.includes('Topology'))
    return { ...others, ...(lanes.includes('Bm25') && { Bm25: bm25(context) }) }
  const words = bm25(context)
  const isTalk = context.segments.some(({ rows }) => rows.hasTalk)
  if (!isTalk && !hasWholes(context) && !isRankedTwice && lanes.includes('Bm25'))
    return { ...others, Bm25: words }
  const sums = words.scores.slice()
  addTo(sums, wholeScores(context, words.scores))
  addTo(sums, topology(context, sums))
  const added = sums.slice()
  for (let i = 0; i < added.length; i++) added[i]! -= words.scores[i]!
  const best = bestEligible(context, sums)
  return {
    ...others,
    ...(lanes.includes('Bm25') && { Bm25: { ...words, best } }),
    Topology: { scores: added, best, evidence: null },
  }
}

function addTo(sums: Float64Array, more: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += more[i]!
}
