import type { LaneContext, LaneScores } from './lanes/lane.ts'

/** For each segment the rows that may be hits and that some lane scores, ascending. */
export function foundRows(context: LaneContext, lanes: readonly LaneScores[]): Uint32Array[] {
  return context.eligible.map((eligible, segment) => {
    const isScored = new Uint8Array(eligible.length)
    for (const lane of lanes) markScored(lane.scores[segment]!, isScored)
    const rows = new Uint32Array(eligible.length)
    let count = 0
    for (let row = 0; row < rows.length; row++)
      if (isScored[row] === 1 && eligible[row] === 1) rows[count++] = row
    return rows.slice(0, count)
  })
}

function markScored(scores: Float64Array, isScored: Uint8Array): void {
  for (let row = 0; row < scores.length; row++) if (scores[row]! > 0) isScored[row] = 1
}
