import { lastNotAbove } from './pointer-runs.ts'
import type { VectorPiece } from './vector-piece.ts'

/** The vectors of a segment's rows, over all its pieces; no pieces where no row has one. */
export class SegmentVectors {
  readonly pieces: readonly VectorPiece[]
  /** The first row of each piece. */
  readonly starts: readonly number[]

  constructor(pieces: readonly VectorPiece[]) {
    const starts: number[] = []
    let end = 0
    for (const { count } of pieces) {
      starts.push(end)
      end += count
    }
    this.pieces = pieces
    this.starts = starts
  }

  /** The vector of a row, as a view, or null. */
  at(row: number): Int8Array | null {
    const piece = lastNotAbove(this.starts, row)
    return this.pieces[piece]?.at(row - this.starts[piece]!) ?? null
  }
}

export const NO_VECTORS = new SegmentVectors([])
