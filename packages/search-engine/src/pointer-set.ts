import type { Segment } from './segment.ts'

/** A set of passages by (batch, ordinal), made once and asked often. */
export class PointerSet {
  /** Ascending, two numbers a passage. */
  readonly #batches: Uint32Array
  readonly #ordinals: Uint32Array
  readonly #rows = new Map<number, Uint32Array>()

  constructor(pointers: readonly { readonly batch: number; readonly ordinal: number }[]) {
    const sorted = pointers.toSorted((a, b) => a.batch - b.batch || a.ordinal - b.ordinal)
    this.#batches = Uint32Array.from(sorted, ({ batch }) => batch)
    this.#ordinals = Uint32Array.from(sorted, ({ ordinal }) => ordinal)
  }

  get size(): number {
    return this.#batches.length
  }

  has(batch: number, ordinal: number): boolean {
    let low = 0
    let high = this.#batches.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = this.#batches[middle]! - batch || this.#ordinals[middle]! - ordinal
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  /** The rows of a segment that are in the set; found once, for a segment never changes. */
  rowsIn(segment: Segment): Uint32Array {
    const known = this.#rows.get(segment.seq)
    if (known !== undefined) return known
    const rows: number[] = []
    for (let i = 0; i < this.size; i++) {
      const row = segment.rows.rowOf(this.#batches[i]!, this.#ordinals[i]!)
      if (row >= 0) rows.push(row)
    }
    const found = Uint32Array.from(rows)
    this.#rows.set(segment.seq, found)
    return found
  }
}

/** The set without any. */
export const NO_POINTERS = new PointerSet([])
