import type { Found } from './fusion.ts'
import type { Segment } from './segment.ts'

/** A passage by its place in the open segments. */
export interface Place {
  readonly segment: number
  readonly row: number
  readonly score: number
}

/**
 * The hits, best first, ties by batch and then ordinal. Lazy: a binary heap, so the first k of n cost
 * n + k log n.
 */
export function* ranking(segments: readonly Segment[], found: Found): Generator<Place> {
  const heap = new PlaceHeap(segments, found)
  for (let place = heap.pop(); place !== null; place = heap.pop()) yield place
}

/** Whether `a` was written before `b`: smaller batch, then smaller ordinal. */
export function isEarlier(segments: readonly Segment[], a: Place, b: Place): boolean {
  const [left, right] = [segments[a.segment]!.identity, segments[b.segment]!.identity]
  const batches = left.batchAt(a.row) - right.batchAt(b.row)
  return batches < 0 || (batches === 0 && left.ordinalAt(a.row) < right.ordinalAt(b.row))
}

/** A heap of hits counted through all segments, so that no object is made for one that is never shown. */
class PlaceHeap {
  readonly #segments: readonly Segment[]
  readonly #starts: readonly number[]
  readonly #rows: Uint32Array
  readonly #scores: Float64Array
  readonly #heap: Uint32Array
  #size: number

  constructor(segments: readonly Segment[], found: Found) {
    this.#segments = segments
    this.#starts = startsOf(found.rows)
    this.#size = found.rows.reduce((sum, rows) => sum + rows.length, 0)
    this.#rows = new Uint32Array(this.#size)
    this.#scores = new Float64Array(this.#size)
    this.#heap = new Uint32Array(this.#size)
    for (const [segment, rows] of found.rows.entries()) this.#take(rows, segment, found.scores[segment]!)
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#sink(i)
  }

  #take(rows: Uint32Array, segment: number, scores: Float64Array): void {
    const start = this.#starts[segment]!
    this.#rows.set(rows, start)
    for (let i = 0; i < rows.length; i++) {
      this.#scores[start + i] = scores[rows[i]!]!
      this.#heap[start + i] = start + i
    }
  }

  pop(): Place | null {
    if (this.#size === 0) return null
    const best = this.#heap[0]!
    this.#size -= 1
    this.#heap[0] = this.#heap[this.#size]!
    this.#sink(0)
    return this.#placeOf(best)
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
    if (difference !== 0) return difference > 0
    return isEarlier(this.#segments, this.#placeOf(a), this.#placeOf(b))
  }

  #placeOf(number: number): Place {
    const segment = this.#starts.findLastIndex((start) => start <= number)
    return { segment, row: this.#rows[number]!, score: this.#scores[number]! }
  }
}

/** The number of each segment's first hit. */
function startsOf(rows: readonly Uint32Array[]): number[] {
  const starts: number[] = []
  let next = 0
  for (const { length } of rows) {
    starts.push(next)
    next += length
  }
  return starts
}
