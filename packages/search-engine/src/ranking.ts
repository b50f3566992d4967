import type { Candidates } from './candidates.ts'
import type { Found } from './fusion.ts'
import type { Segment } from './segment.ts'

/** A hit by its number among the candidates and its place in the open segments. */
export interface Place {
  readonly candidate: number
  readonly segment: number
  readonly row: number
  readonly score: number
}

/** What places are looked up in. */
export interface Ranked {
  readonly segments: readonly Segment[]
  readonly candidates: Candidates
}

/**
 * The hits, best first, ties by batch and then ordinal. Lazy: a binary heap, so the first k of n cost
 * n + k log n.
 */
export function* ranking(ranked: Ranked, found: Found): Generator<Place> {
  const heap = new HitHeap(ranked, found)
  for (let hit = heap.pop(); hit >= 0; hit = heap.pop()) yield placeOf(ranked, hit, found.scores[hit]!)
}

function placeOf({ candidates }: Ranked, candidate: number, score: number): Place {
  return { candidate, segment: candidates.segmentOf(candidate), row: candidates.rows[candidate]!, score }
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

/** A heap of candidates' numbers, so that no object is made for a hit that is never shown. */
class HitHeap {
  readonly #ranked: Ranked
  readonly #scores: Float64Array
  readonly #heap: Uint32Array
  #size: number

  constructor(ranked: Ranked, { hits, scores }: Found) {
    this.#ranked = ranked
    this.#scores = scores
    this.#heap = hits.slice()
    this.#size = hits.length
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#sink(i)
  }

  /** The best hit that is left, or -1. */
  pop(): number {
    if (this.#size === 0) return -1
    const best = this.#heap[0]!
    this.#size -= 1
    this.#heap[0] = this.#heap[this.#size]!
    this.#sink(0)
    return best
  }

  #sink(start: number): void {
    const heap = this.#heap
    const sunk = heap[start]!
    let at = start
    for (let child = 2 * at + 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!this.#isBefore(heap[child]!, sunk)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = sunk
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#scores[a]! - this.#scores[b]!
    return difference !== 0 ? difference > 0 : isEarlier(this.#ranked, a, b)
  }
}
