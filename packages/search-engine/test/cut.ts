import { CHUNK_BYTES_MAX, PIECE_ROWS_MAX } from '../src/chunks-held.ts'

/** How finely a sealed segment is cut; a reader takes anything up to the bounds above. */
export interface Cut {
  readonly chunkBytes: number
  readonly pieceRows: number
  /** About what a piece of stored fields takes: small, for a page reads as many as it has hits. */
  readonly storedBytes: number
}

export const USUAL_CUT: Cut = {
  chunkBytes: CHUNK_BYTES_MAX,
  pieceRows: PIECE_ROWS_MAX,
  storedBytes: 240_000,
}
