import type { LaneResults } from './fusion.ts'
import { bestEligible, bm25 } from './lanes/bm25.ts'
import { indexing } from './lanes/indexing.ts'
import type { LaneContext } from './lanes/lane.ts'
import { topology } from './lanes/topology.ts'
import type { LaneName } from './search-request.ts'

/**
 * What each lane asked for finds. Keys and phrases are few and come first, so that a bound on work never costs them.
 * Topology is what conversation adds to the words, so both are measured by the best of their sum.
 */
export function runLanes(context: LaneContext, lanes: readonly LaneName[]): LaneResults {
  const names = lanes.includes('Indexing') ? { Indexing: indexing(context) } : {}
  if (!lanes.includes('Topology')) return { ...names, ...(lanes.includes('Bm25') && { Bm25: bm25(context) }) }
  const words = bm25(context)
  const added = topology(context, words.scores)
  const isTalk = context.segments.some((segment) => segment.links() !== null)
  const best = isTalk ? bestEligible(context, sums(words.scores, added)) : words.best
  return {
    ...names,
    ...(lanes.includes('Bm25') && { Bm25: { ...words, best } }),
    Topology: { scores: added, best, evidence: null },
  }
}

function sums(a: readonly Float64Array[], b: readonly Float64Array[]): Float64Array[] {
  return a.map((rows, segment) => {
    const others = b[segment]!
    const sums = rows.slice()
    for (let row = 0; row < sums.length; row++) sums[row] = sums[row]! + others[row]!
    return sums
  })
}
