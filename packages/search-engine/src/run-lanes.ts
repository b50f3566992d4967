import { bm25 } from './lanes/bm25.ts'
import { dense } from './lanes/dense.ts'
import { indexing } from './lanes/indexing.ts'
import type { LaneContext, LaneResults } from './lanes/lane.ts'
import { topology } from './lanes/topology.ts'
import { hasWholes, WholeGain } from './lanes/whole.ts'
import type { Gain } from './scores.ts'
import type { LaneName } from './search-request.ts'

/**
 * What each lane asked for finds, but for Dense where nothing is near, and for Topology where it adds nothing now nor, unless hits
 * are ranked twice, later.
 * Topology is what conversation and the rest of a document add to the words. What a document adds is known as a bound until a
 * passage may be among the best; not where somebody speaks, since turns gain from what their neighbours gained.
 */
export function runLanes(
  context: LaneContext,
  lanes: readonly LaneName[],
  isRankedTwice: boolean,
): LaneResults {
  const hasWords = lanes.includes('Bm25')
  const hasTopology = lanes.includes('Topology')
  const near = dense(context)
  const others = {
    ...(lanes.includes('Indexing') && { Indexing: indexing(context) }),
    ...(near !== null && { Dense: near }),
  }
  if (!hasWords && !hasTopology) return others
  const words = bm25(context)
  const found = hasWords ? { ...others, Bm25: words.scores } : others
  if (!hasTopology) return found
  const gain = hasWholes(context) ? new WholeGain(context, words) : null
  const told = toldBy(context, words.scores, gain)
  if (!hasWords) return { ...found, Topology: { added: gained(told, words.scores.length, gain), gain: null } }
  return told === null && gain === null && !isRankedTwice
    ? found
    : { ...found, Topology: { added: told, gain } }
}

/** What conversation adds to the words and what they gain; null where nobody speaks. */
function toldBy(context: LaneContext, words: Float64Array, gain: Gain | null): Float64Array | null {
  if (!context.segments.some(({ rows }) => rows.hasTalk)) return null
  return topology(context, gained(words, words.length, gain))
}

/** Scores, 0 where they are null, and what is gained on top of each. */
function gained(scores: Float64Array | null, count: number, gain: Gain | null): Float64Array {
  const sums = scores?.slice() ?? new Float64Array(count)
  if (gain !== null) for (let i = 0; i < count; i++) sums[i]! += gain.of(i)
  return sums
}
