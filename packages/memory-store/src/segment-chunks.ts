import { fromBase64, toBase64 } from './base64.ts'
import { SegmentDamaged } from './segment-damaged.ts'

/** A piece of a segment as its row holds it. */
export interface SegmentChunk {
  readonly n: number
  /** base64, at most 1,000,000 characters */
  readonly bytes: string
  /** SHA-256 of the decoded bytes, hex */
  readonly digest: string
}

const CHUNK_BYTES_MAX = 750_000

/** Cuts a segment into chunks, each with its digest. D1 gives BLOBs back as arrays of numbers, so bytes travel as base64. */
export function cutChunks(bytes: Uint8Array): Promise<SegmentChunk[]> {
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES_MAX))
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const piece = bytes.subarray(n * CHUNK_BYTES_MAX, (n + 1) * CHUNK_BYTES_MAX)
      return { n, bytes: toBase64(piece), digest: await digestOf(piece) }
    }),
  )
}

/** Which bytes a segment must have. */
export interface SegmentShape {
  readonly ns: number
  readonly seq: number
  readonly chunks: number
  readonly length: number
}

/** Joins the chunks of a segment, in order; throws `SegmentDamaged` when one is missing, too long or not what its digest says. */
export async function joinChunks(shape: SegmentShape, chunks: readonly SegmentChunk[]): Promise<Uint8Array> {
  const pieces = await Promise.all(chunks.map((chunk) => verifiedBytes(chunk)))
  const whole = chunks.length === shape.chunks && chunks.every((chunk, place) => chunk.n === place)
  const length = pieces.reduce((sum, piece) => sum + (piece?.length ?? 0), 0)
  if (!whole || length !== shape.length) throw new SegmentDamaged(shape.ns, shape.seq)
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    if (piece === null) throw new SegmentDamaged(shape.ns, shape.seq)
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}

async function verifiedBytes(chunk: SegmentChunk): Promise<Uint8Array | null> {
  const bytes = fromBase64(chunk.bytes)
  return bytes !== null && (await digestOf(bytes)) === chunk.digest ? bytes : null
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
