/** What candidates may score more than is known, as a bound until one is asked for. */
export interface Gain {
  /** For each candidate the most it may be, told at once for all. */
  readonly most: Float64Array
  /** The same, closer. */
  atMost(candidate: number): number
  /** What it is. */
  of(candidate: number): number
}

/** Scores of candidates: `least` and, where there is a gain, `factor` times that. */
export interface Scores {
  readonly least: Float64Array
  readonly factor: number
  readonly gain: Gain | null
  /** The score itself. */
  of(candidate: number): number
}

/** More than the rounding of a bound. */
const ROUNDING = 1 + 1e-9

/** The candidates among `hits` that may score `bound` or more, in their order. */
export function reaching(hits: Uint32Array, { least, factor, gain }: Scores, bound: number): Uint32Array {
  const found = new Uint32Array(hits.length)
  let count = 0
  if (gain === null) {
    for (let i = 0; i < hits.length; i++) if (least[hits[i]!]! >= bound) found[count++] = hits[i]!
    return found.subarray(0, count)
  }
  const { most } = gain
  for (let i = 0; i < hits.length; i++) {
    const hit = hits[i]!
    if ((least[hit]! + factor * most[hit]!) * ROUNDING >= bound) found[count++] = hit
  }
  return found.subarray(0, count)
}

/** Those of `hits` that do score `bound` or more. */
export function scoring(hits: Uint32Array, scores: Scores, bound: number): Uint32Array {
  const { least, factor, gain } = scores
  const able = reaching(hits, scores, bound)
  if (gain === null) return able
  const isNear = (hit: number) => (least[hit]! + factor * gain.atMost(hit)) * ROUNDING >= bound
  return able.filter((hit) => isNear(hit) && scores.of(hit) >= bound)
}

/** The best score of some hits, 0 where there are none. */
export function bestOf(hits: Uint32Array, scores: Scores): number {
  const { least, gain } = scores
  let best = 0
  let first = -1
  for (let i = 0; i < hits.length; i++) {
    if (least[hits[i]!]! <= best) continue
    first = hits[i]!
    best = least[first]!
  }
  if (gain === null || first < 0) return best
  return scoring(hits, scores, scores.of(first)).reduce((most, hit) => Math.max(most, scores.of(hit)), best)
}
