import type { RankedChannel } from './channels.ts'
import { LINK_BITS } from './passage-links.ts'
import type { RowPiece } from './row-piece.ts'

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

  /** The length BM25 normalises by, in half units. */
  length(channel: RankedChannel, row: number): number {
    return this.#piece(row).lengths[channel].at(row & this.#mask)
  }

  /** How a row stands to the row before, as LINK_BITS. */
  link(row: number): number {
    return this.#piece(row).link(row & this.#mask)
  }

  /** The first six bytes of the hash: equal for the same text. */
  fingerprint(row: number): number {
    return this.#piece(row).fingerprint(row & this.#mask)
  }

  /** The first two bytes of the fingerprint, cheaper than the whole. */
  fingerprintStart(row: number): number {
    return this.#piece(row).fingerprintStart(row & this.#mask)
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
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = this.batchAt(middle) - batch || this.ordinalAt(middle) - ordinal
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  #piece(row: number): RowPiece {
    return this.pieces[row >>> this.shift]!
  }
}
