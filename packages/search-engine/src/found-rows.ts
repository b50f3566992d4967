import type { LaneContext, LaneScores } from './lanes/lane.ts'

/** For each segment the rows that may be hits and that some lane scores, ascending. */
export function foundRows(context: LaneContext, lanes: readonly LaneScores[]): Uint32Array[] {
  return context.eligible.map((eligible, segment) => {
    const scores = lanes.map((lane) => lane.scores[segment]!)
    const rows = new Uint32Array(eligible.length)
    let count = 0
    for (let row = 0; row < eligible.length; row++)
      if (eligible[row] === 1 && isScored(scores, row)) rows[count++] = row
    return rows.slice(0, count)
  })
}

function isScored(scores: readonly Float64Array[], row: number): boolean {
  for (let i = 0; i < scores.length; i++) if (scores[i]![row]! > 0) return true
  return false
}
