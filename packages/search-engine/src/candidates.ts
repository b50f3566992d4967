import type { PointerSet } from './pointer-set.ts'
import type { Segment } from './segment.ts'

/**
 * The live passages that hold some term or are near, numbered from 0 through all segments: all that a search keeps of words is as
 * long as these, however large the corpus is.
 */
export class Candidates {
  readonly count: number
  /** For each candidate its row in its segment; ascending in a segment. */
  readonly rows: Uint32Array
  /** For each segment its first candidate, and in the end their number. */
  readonly starts: readonly number[]
  readonly #marks: readonly Marks[]

  constructor(marks: readonly Marks[]) {
    const starts = [0]
    for (const each of marks) starts.push(starts.at(-1)! + each.number())
    this.starts = starts
    this.count = starts.at(-1)!
    this.rows = new Uint32Array(this.count)
    this.#marks = marks
    for (const [segment, each] of marks.entries()) each.copyRows(this.rows, starts[segment]!)
  }

  /** The number of a row, or -1 where it is no candidate. */
  numberOf(segment: number, row: number): number {
    const place = this.#marks[segment]!.placeOf(row)
    return place < 0 ? -1 : this.starts[segment]! + place
  }

  /** The same for ascending rows of a segment, in their order. */
  numbersOf(segment: number, rows: Uint32Array): Int32Array {
    return this.#marks[segment]!.placesOf(rows, this.starts[segment]!)
  }

  segmentOf(candidate: number): number {
    let segment = 0
    while (this.starts[segment + 1]! <= candidate) segment++
    return segment
  }

  /** The rows of a segment's candidates, as a view. */
  rowsOf(segment: number): Uint32Array {
    return this.rows.subarray(this.starts[segment]!, this.starts[segment + 1]!)
  }
}

/** Marks rows of each segment as the lists say that hold them, but for the dead. */
export function markCandidates(
  segments: readonly Segment[],
  lists: Iterable<readonly ({ readonly rows: Uint32Array } | null)[]>,
  dead: PointerSet,
): Candidates {
  const marks = segments.map(({ counts }) => new Marks(counts.passages))
  for (const bySegment of lists) {
    for (const [segment, list] of bySegment.entries()) if (list !== null) marks[segment]!.add(list.rows)
  }
  if (dead.size > 0) for (const [i, segment] of segments.entries()) marks[i]!.remove(dead.rowsIn(segment))
  return new Candidates(marks)
}

/** A set of rows as bits, that tells how many come before one. */
class Marks {
  readonly #bits: Uint32Array
  /** For each word of bits how many are set before it. */
  readonly #before: Uint32Array
  #isEmpty = true

  constructor(rows: number) {
    this.#bits = new Uint32Array(Math.ceil(rows / 32))
    this.#before = new Uint32Array(this.#bits.length)
  }

  add(rows: Uint32Array): void {
    const bits = this.#bits
    for (let i = 0; i < rows.length; i++) bits[rows[i]! >>> 5]! |= 1 << (rows[i]! & 31)
    this.#isEmpty &&= rows.length === 0
  }

  remove(rows: Uint32Array): void {
    for (const row of rows) this.#bits[row >>> 5]! &= ~(1 << (row & 31))
  }

  /** How many there are. */
  number(): number {
    if (this.#isEmpty) return 0
    let count = 0
    for (let word = 0; word < this.#bits.length; word++) {
      this.#before[word] = count
      count += bitCount(this.#bits[word]!)
    }
    return count
  }

  copyRows(into: Uint32Array, start: number): void {
    if (this.#isEmpty) return
    let at = start
    for (let word = 0; word < this.#bits.length; word++) {
      for (let rest = this.#bits[word]!; rest !== 0; rest &= rest - 1)
        into[at++] = word * 32 + 31 - Math.clz32(rest & -rest)
    }
  }

  placesOf(rows: Uint32Array, start: number): Int32Array {
    const [bits, before] = [this.#bits, this.#before]
    const places = new Int32Array(rows.length)
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      const word = bits[row >>> 5]!
      const bit = 1 << (row & 31)
      places[i] = (word & bit) === 0 ? -1 : start + before[row >>> 5]! + bitCount(word & (bit - 1))
    }
    return places
  }

  placeOf(row: number): number {
    const word = row >>> 5
    const bit = 1 << (row & 31)
    const bits = this.#bits[word]!
    return (bits & bit) === 0 ? -1 : this.#before[word]! + bitCount(bits & (bit - 1))
  }
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
