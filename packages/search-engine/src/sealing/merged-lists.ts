import { ByteWriter } from '../byte-writer.ts'
import { SegmentCorrupt } from '../segment-corrupt.ts'
import type { InputLists } from './merge-input.ts'
import { DROPPED } from './merged-rows.ts'
import type { SealedTerm } from './term-pieces.ts'

/** What one input has for a key, and where its rows go. */
export interface Holder {
  readonly lists: InputLists
  readonly places: Int32Array
}

/** The lists of one key over all inputs that have it. A dropped passage gives its count back where counts are kept. */
export function mergedLists(key: Uint8Array, holders: readonly Holder[], keepsCounts: boolean): SealedTerm {
  const parts = holders.map((holder) => new LivePart(holder)).filter(({ count }) => count > 0)
  const size = parts.reduce((sum, { count }) => sum + count, 0)
  const merged = { rows: new Uint32Array(size), weights: new Uint32Array(size) }
  const positions = holders.some(({ lists }) => lists.positions !== null) ? new ByteWriter() : null
  parts.sort((a, b) => a.first - b.first)
  const inTurn = parts.every((part, i) => i === 0 || parts[i - 1]!.last < part.first)
  let at = 0
  for (const part of inTurn ? oneByOne(parts) : inOrder(parts)) {
    merged.rows[at] = part.row
    merged.weights[at] = part.weight
    if (positions !== null) positions.bytes(part.positions)
    at += 1
  }
  return {
    key,
    adjustment: adjustmentOf(holders, keepsCounts),
    ...merged,
    positions: positions?.take() ?? null,
  }
}

function adjustmentOf(holders: readonly Holder[], keepsCounts: boolean): number {
  if (!keepsCounts) return 0
  return holders.reduce((sum, { lists, places }) => {
    let dropped = 0
    for (const row of lists.rows) if (places[row] === DROPPED) dropped += 1
    return sum + lists.adjustment + dropped
  }, 0)
}

/** The postings of one input that are kept, one after another, in the rows of the merge. */
class LivePart {
  readonly count: number
  readonly first: number
  readonly last: number
  readonly #lists: InputLists
  readonly #rows: Uint32Array
  /** place of each kept posting in the lists of the input */
  readonly #origins: Uint32Array
  readonly #ends: Uint32Array | null
  #at = 0

  constructor({ lists, places }: Holder) {
    this.#lists = lists
    const rows = new Uint32Array(lists.rows.length)
    const origins = new Uint32Array(lists.rows.length)
    let count = 0
    for (let i = 0; i < rows.length; i++) {
      const place = places[lists.rows[i]!]!
      if (place === DROPPED) continue
      rows[count] = place
      origins[count] = i
      count += 1
    }
    this.#rows = rows
    this.#origins = origins
    this.count = count
    this.first = rows[0] ?? 0
    this.last = rows[count - 1] ?? 0
    this.#ends = lists.positions === null ? null : listEnds(lists.positions, rows.length)
  }

  get row(): number {
    return this.#rows[this.#at]!
  }

  get weight(): number {
    return this.#lists.weights[this.#origins[this.#at]!]!
  }

  get positions(): Uint8Array {
    const i = this.#origins[this.#at]!
    return this.#lists.positions!.subarray(i === 0 ? 0 : this.#ends![i - 1]!, this.#ends![i]!)
  }

  get isPastEnd(): boolean {
    return this.#at >= this.count
  }

  advance(): void {
    this.#at += 1
  }
}

/** Inputs that follow one another, as they mostly do. */
function* oneByOne(parts: readonly LivePart[]): Generator<LivePart> {
  for (const part of parts) for (; !part.isPastEnd; part.advance()) yield part
}

function* inOrder(parts: readonly LivePart[]): Generator<LivePart> {
  for (;;) {
    let least: LivePart | null = null
    for (const part of parts) if (!part.isPastEnd && (least === null || part.row < least.row)) least = part
    if (least === null) return
    yield least
    least.advance()
  }
}

/** Where each position list ends: the first byte of a list's last number is odd. */
function listEnds(bytes: Uint8Array, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  let at = 0
  for (let i = 0; i < count; i++) {
    let isLast = false
    while (!isLast) {
      if (at >= bytes.length) throw new SegmentCorrupt('positions')
      isLast = bytes[at]! % 2 === 1
      while (bytes[at]! >= 128) at += 1
      at += 1
    }
    ends[i] = at
  }
  return ends
}
