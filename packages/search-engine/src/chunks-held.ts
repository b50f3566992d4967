/**
 * What is held of one segment's chunks; the engine reads from here and never fetches. Whoever fills it has checked
 * each chunk against its digest.
 */
export interface ChunksHeld {
  /** The bytes of chunk `n`, or null where they are not held. */
  chunk(n: number): Uint8Array | null
}

/** One chunk of a segment that is to be fetched: its number, its length and the first 16 bytes of its SHA-256. */
export interface ChunkWanted {
  readonly seq: number
  readonly n: number
  readonly bytes: number
  readonly digest: Uint8Array
}

/** No chunk is longer than this. */
export const CHUNK_BYTES_MAX = 524_288
/** The head of a segment is at most this long. */
export const HEAD_BYTES_MAX = 131_072
/** A piece of rows has at most this many. */
export const PIECE_ROWS_MAX = 65_536
