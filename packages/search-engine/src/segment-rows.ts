import type { RankedChannel } from './channels.ts'
import { goesOn, LINK_BITS } from './passage-links.ts'
import type { RowPiece } from './row-piece.ts'

/** Some of a list of rows: those from `start` to `end`, all of the piece whose first row is `first`. */
export interface RowSpan {
  readonly rows: Uint32Array
  readonly first: number
  readonly start: number
  readonly end: number
}

/** What every search asks of rows, over all pieces of a segment. Every piece but the last has 2^shift rows. */
export class SegmentRows {
  readonly count: number
  readonly pieces: readonly RowPiece[]
  readonly shift: number
  readonly #mask: number

  constructor(pieces: readonly RowPiece[], shift: number) {
    this.pieces = pieces
    this.shift = shift
    this.#mask = 2 ** shift - 1
    this.count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  }

  /** Whether somebody speaks in any row. */
  get hasTalk(): boolean {
    return this.pieces.some((piece) => piece.hasTalk)
  }

  /** Whether any row may be the passage after the row before; sure where nobody speaks. */
  get hasCut(): boolean {
    return this.pieces.some((piece) => piece.hasCut)
  }

  /** The length BM25 normalises by, in half units. */
  length(channel: RankedChannel, row: number): number {
    return this.#piece(row).lengths[channel].at(row & this.#mask)
  }

  /** The first two bytes of the fingerprints of ascending rows, in their order. */
  fingerprintStartsOf(rows: Uint32Array): Uint16Array {
    const starts = new Uint16Array(rows.length)
    this.eachPiece(rows, ({ fingerprintStarts }, { first, start, end }) => {
      for (let i = start; i < end; i++) starts[i] = fingerprintStarts[rows[i]! - first]!
    })
    return starts
  }

  /** How a row stands to the row before, as LINK_BITS. */
  link(row: number): number {
    return this.#piece(row).link(row & this.#mask)
  }

  /** Whether a row is of one whole, a document or the turn of a speaker, with the row before. */
  goesOn(row: number): boolean {
    const place = row & this.#mask
    if (place === 0) return row > 0 && goesOn(this.link(row), this.link(row - 1))
    const { wholes } = this.#piece(row)
    return wholes[place] === wholes[place - 1]
  }

  /** For each of ascending rows the number of its whole, less whole multiples of 256. */
  wholesOf(rows: Uint32Array): Uint8Array {
    const numbers = new Uint8Array(rows.length)
    this.eachPiece(rows, ({ wholes }, { first, start, end }) => {
      const before = this.#wholesBefore(first >>> this.shift)
      for (let i = start; i < end; i++) numbers[i] = wholes[rows[i]! - first]! + before
    })
    return numbers
  }

  /** The number of the whole that a piece begins with. */
  #wholesBefore(piece: number): number {
    let number = 0
    for (let i = 0; i < piece; i++) {
      const { wholes } = this.pieces[i]!
      number += wholes[wholes.length - 1]! + (this.goesOn((i + 1) * 2 ** this.shift) ? 0 : 1)
    }
    return number
  }

  /** The first six bytes of the hash: equal for the same text. */
  fingerprint(row: number): number {
    return this.#piece(row).fingerprint(row & this.#mask)
  }

  /** The first row of the document that a row is of. */
  documentStart(row: number): number {
    let start = row
    while (start > 0 && (this.link(start) & LINK_BITS.sameDocument) !== 0) start--
    return start
  }

  batchAt(row: number): number {
    return this.#piece(row).batchAt(row & this.#mask)
  }

  ordinalAt(row: number): number {
    return this.#piece(row).ordinalAt(row & this.#mask)
  }

  /** The row of a pointer, or -1 where this segment does not hold it. */
  rowOf(batch: number, ordinal: number): number {
    let low = 0
    let high = this.pieces.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const piece = this.pieces[middle]!
      if (piece.count > 0 && (piece.batchAt(0) - batch || piece.ordinalAt(0) - ordinal) > 0) high = middle - 1
      else low = middle + 1
    }
    const row = this.pieces[high]?.rowOf(batch, ordinal) ?? -1
    return row < 0 ? -1 : row + high * 2 ** this.shift
  }

  /** Visits each piece that has some of the ascending rows, with the span of them. */
  eachPiece(rows: Uint32Array, visit: (piece: RowPiece, span: RowSpan) => void): void {
    for (let start = 0; start < rows.length; ) {
      const number = rows[start]! >>> this.shift
      let end = start + 1
      while (end < rows.length && rows[end]! >>> this.shift === number) end++
      visit(this.pieces[number]!, { rows, first: number * 2 ** this.shift, start, end })
      start = end
    }
  }

  #piece(row: number): RowPiece {
    return this.pieces[row >>> this.shift]!
  }
}
