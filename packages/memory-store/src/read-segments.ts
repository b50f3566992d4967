import { joinChunks, type SegmentChunk, type SegmentShape } from './segment-chunks.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'

const CHUNKS_A_TRIP = 16

/**
 * Adds the bytes of the segments that `have` lacks, 16 chunks (12 MB) a trip. A segment never changes and stays 24 h after it
 * is replaced, so later trips still belong to the snapshot. Throws `SegmentDamaged`.
 */
export async function readMissingSegments(
  db: SqlDatabase,
  shapes: readonly SegmentShape[],
  have: ReadonlyMap<number, Uint8Array>,
): Promise<Map<number, Uint8Array>> {
  const bytes = new Map(have)
  const missing = shapes.filter(({ seq }) => !bytes.has(seq))
  const chunks = await readChunks(db, missing)
  for (const shape of missing) {
    const own = chunks.filter(({ seq }) => seq === shape.seq)
    bytes.set(shape.seq, await joinChunks(shape, own))
  }
  return bytes
}

interface PlacedChunk extends SegmentChunk {
  readonly seq: number
}

async function readChunks(db: SqlDatabase, shapes: readonly SegmentShape[]): Promise<PlacedChunk[]> {
  const wanted = shapes.flatMap(({ seq, chunks }) => Array.from({ length: chunks }, (_, n) => ({ seq, n })))
  const read: PlacedChunk[] = []
  for (let from = 0; from < wanted.length; from += CHUNKS_A_TRIP) {
    const some = JSON.stringify(wanted.slice(from, from + CHUNKS_A_TRIP))
    const [rows] = await readRows(db, [{ sql: SELECT_CHUNKS, values: [shapes[0]!.ns, some] }])
    read.push(...rows!.map(chunkOf))
  }
  return read
}

const SELECT_CHUNKS = `SELECT c.seq, c.n, c.bytes, c.digest FROM json_each(?2) w CROSS JOIN segment_chunk c
  ON c.ns = ?1 AND c.seq = w.value->>'seq' AND c.n = w.value->>'n' ORDER BY c.seq, c.n`

/** Reads a row of `segment_chunk`. */
export function chunkOf(row: Row): PlacedChunk {
  return {
    seq: row.seq as number,
    n: row.n as number,
    bytes: row.bytes as string,
    digest: row.digest as string,
  }
}
