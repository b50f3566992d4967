import type { Candidates } from './candidates.ts'
import { reaching, type Scores, scoring } from './scores.ts'
import type { Segment } from './segment.ts'

/** A hit by its number among the candidates and its place in the open segments. */
export interface Place {
  readonly candidate: number
  readonly segment: number
  readonly row: number
  readonly score: number
}

/** The candidates that are hits, ascending, and their scores. */
export interface Found extends Scores {
  readonly hits: Uint32Array
}

/** What places are looked up in. */
export interface Ranked {
  readonly segments: readonly Segment[]
  readonly candidates: Candidates
}

/**
 * The hits, best first, ties by batch and then ordinal. Lazy: the best thirty or so, or about `first`, are told apart from the
 * rest and ordered first, then eight times as many, so that few cost about n steps.
 */
export function* ranking(ranked: Ranked, found: Found, first = FIRST): Generator<Place> {
  let left = found.hits
  for (let size = first; left.length > 0; size *= GROWTH) {
    const best = bestAmong(left, found, size)
    yield* best
      .map((hit) => placeOf(ranked, hit, found))
      .sort((a, b) => b.score - a.score || (isEarlier(ranked, a.candidate, b.candidate) ? -1 : 1))
    const shown = new Set(best)
    left = left.filter((hit) => !shown.has(hit))
  }
}

const FIRST = 32
const GROWTH = 8
const BUCKETS = 1024

/**
 * The hits of the best scores: about `size` of them, more where many are close, all where few are left. What is gained is
 * worked out of those that are known to be good first, so that few others may still be as good.
 */
function bestAmong(hits: Uint32Array, scores: Scores, size: number): number[] {
  if (hits.length <= 2 * size) return Array.from(hits)
  const bound = boundOf(hits, scores.least, size)
  const able = reaching(hits, scores, bound)
  if (scores.gain === null) return Array.from(able)
  const good = able.filter((hit) => scores.least[hit]! >= bound)
  const reached = Float64Array.from(good, (hit) => scores.of(hit)).sort()[good.length - size]!
  return Array.from(scoring(able, scores, reached))
}

/** A score that at least `size` hits reach, found by counting hits in equal steps below the best score. */
function boundOf(hits: Uint32Array, scores: Float64Array, size: number): number {
  let most = 0
  for (let i = 0; i < hits.length; i++) if (scores[hits[i]!]! > most) most = scores[hits[i]!]!
  const step = most / BUCKETS
  const counts = new Uint32Array(BUCKETS + 1)
  for (let i = 0; i < hits.length; i++) counts[Math.floor(scores[hits[i]!]! / step)]! += 1
  let bucket = BUCKETS
  for (let sum = counts[bucket]!; sum < size; sum += counts[bucket]!) bucket--
  return bucket * step
}

/** Where a candidate is, with its score. */
export function placeOf({ candidates }: Ranked, candidate: number, scores: Pick<Scores, 'of'>): Place {
  const segment = candidates.segmentOf(candidate)
  return { candidate, segment, row: candidates.rows[candidate]!, score: scores.of(candidate) }
}

/** Whether candidate `a` was written before `b`: smaller batch, then smaller ordinal. Rows of a segment are in that order. */
export function isEarlier({ segments, candidates }: Ranked, a: number, b: number): boolean {
  const [one, other] = [candidates.segmentOf(a), candidates.segmentOf(b)]
  if (one === other) return a < b
  const [left, right] = [segments[one]!.rows, segments[other]!.rows]
  const [row, otherRow] = [candidates.rows[a]!, candidates.rows[b]!]
  const batches = left.batchAt(row) - right.batchAt(otherRow)
  return batches < 0 || (batches === 0 && left.ordinalAt(row) < right.ordinalAt(otherRow))
}
