import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** Pointers of consecutive rows as runs of one batch in which ordinals rise by one; rows ascend by (batch, ordinal). */
export class PointerRuns {
  readonly #batches: Uint32Array
  readonly #ordinals: Uint32Array
  /** The first row of each run. */
  readonly #rows: Uint32Array
  readonly #count: number

  /** Throws SegmentCorrupt where the runs do not ascend or have other than `count` rows. */
  constructor(bytes: Uint8Array, count: number) {
    this.#count = count
    const reader = new ByteReader(bytes)
    const runs = reader.varint()
    if (runs > count || runs * RUN_BYTES_MIN > bytes.length) throw new SegmentCorrupt('pointer runs')
    this.#batches = new Uint32Array(runs)
    this.#ordinals = new Uint32Array(runs)
    this.#rows = new Uint32Array(runs)
    let [row, batch, end] = [0, 0, 0]
    for (let run = 0; run < runs; run++) {
      const gap = reader.varint()
      const ordinal = reader.varint()
      const rows = reader.varint() + 1
      batch += gap
      if (run > 0 && gap === 0 && ordinal < end) throw new SegmentCorrupt('pointers descend')
      end = ordinal + rows
      this.#batches[run] = batch
      this.#ordinals[run] = ordinal
      this.#rows[run] = row
      row += rows
      if (batch >= 2 ** 32 || end > 2 ** 32 || row > count) throw new SegmentCorrupt('pointers')
    }
    if (row !== count || reader.at !== bytes.length) throw new SegmentCorrupt('pointers')
  }

  /** The row of a pointer, or -1. */
  rowOf(batch: number, ordinal: number): number {
    let low = 0
    let high = this.#rows.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      if ((this.#batches[middle]! - batch || this.#ordinals[middle]! - ordinal) <= 0) low = middle + 1
      else high = middle - 1
    }
    if (high < 0 || this.#batches[high] !== batch) return -1
    const row = this.#rows[high]! + ordinal - this.#ordinals[high]!
    return row < (this.#rows[high + 1] ?? this.#count) ? row : -1
  }

  batchAt(row: number): number {
    return this.#batches[lastNotAbove(this.#rows, row)]!
  }

  ordinalAt(row: number): number {
    const run = lastNotAbove(this.#rows, row)
    return this.#ordinals[run]! + row - this.#rows[run]!
  }
}

const RUN_BYTES_MIN = 3

/** The place of the last of ascending values that is not above `wanted`, or -1. */
export function lastNotAbove(ascending: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! <= wanted) low = middle + 1
    else high = middle - 1
  }
  return high
}

/** The pointers of some rows, in two lists. */
export interface PointerLists {
  readonly batches: readonly number[]
  readonly ordinals: readonly number[]
}

/** Writes what PointerRuns reads; no pointers for a fresh segment. */
export function writePointerRuns(pointers: PointerLists): Uint8Array {
  const runs = runsOf(pointers)
  const writer = new ByteWriter()
  writer.varint(runs.length)
  let before = 0
  for (const { batch, ordinal, rows } of runs) {
    writer.varint(batch - before)
    writer.varint(ordinal)
    writer.varint(rows - 1)
    before = batch
  }
  return writer.take()
}

interface Run {
  readonly batch: number
  readonly ordinal: number
  rows: number
}

function runsOf({ batches, ordinals }: PointerLists): Run[] {
  const runs: Run[] = []
  for (const [i, batch] of batches.entries()) {
    const ordinal = ordinals[i]!
    const last = runs.at(-1)
    if (last?.batch === batch && last.ordinal + last.rows === ordinal) last.rows += 1
    else runs.push({ batch, ordinal, rows: 1 })
  }
  return runs
}
