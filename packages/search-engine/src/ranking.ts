import type { Segment } from './segment.ts'

/** A passage by its place in the open segments. */
export interface Place {
  readonly segment: number
  readonly row: number
  readonly score: number
}

/**
 * The rows with a score, best first, ties by batch and then ordinal. Lazy: a binary heap, so the first k of n cost
 * n + k log n.
 */
export function* ranking(segments: readonly Segment[], scores: readonly Float64Array[]): Generator<Place> {
  const heap = scoredPlaces(scores)
  const isBefore = (a: Place, b: Place) =>
    a.score > b.score || (a.score === b.score && isEarlier(segments, a, b))
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i, isBefore)
  while (heap.length > 0) {
    yield heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      sink(heap, 0, isBefore)
    }
  }
}

/** Whether `a` was written before `b`: smaller batch, then smaller ordinal. */
export function isEarlier(segments: readonly Segment[], a: Place, b: Place): boolean {
  const [left, right] = [segments[a.segment]!.identity, segments[b.segment]!.identity]
  const batches = left.batchAt(a.row) - right.batchAt(b.row)
  return batches < 0 || (batches === 0 && left.ordinalAt(a.row) < right.ordinalAt(b.row))
}

function scoredPlaces(scores: readonly Float64Array[]): Place[] {
  const places: Place[] = []
  for (const [segment, rows] of scores.entries()) {
    for (let row = 0; row < rows.length; row++)
      if (rows[row]! > 0) places.push({ segment, row, score: rows[row]! })
  }
  return places
}

function sink(heap: Place[], start: number, isBefore: (a: Place, b: Place) => boolean): void {
  const place = heap[start]!
  let at = start
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
    if (!isBefore(heap[child]!, place)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = place
}
