import type { SealedBytes } from './sealed-bytes.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { cutChunks } from './segment-chunks.ts'
import type { Statement } from './statement.ts'

/** Live segments that no merge has taken in yet: past these an append is refused until a merge ran. */
export const FRESH_SEGMENTS_MAX = 64
export const FRESH_BYTES_MAX = 4 * 1024 * 1024
/** Bytes that live segments may have in rows while they are being sealed: a search holds them whole. */
export const ROWS_BYTES_MAX = 64 * 1024 * 1024

/** The segment of the commit being made: its `seq` is the commit's version. */
export async function appendSegment(ns: number, segment: SegmentBytes): Promise<Statement[]> {
  return insertSegment({ ns, segment, builtAt: null, inputs: null })
}

/** What the row of a segment says beside its bytes. `builtAt` null: the version being made. */
export interface SegmentRow<Bytes = SegmentBytes> {
  readonly ns: number
  readonly segment: Bytes
  readonly builtAt: number | null
  readonly inputs: readonly number[] | null
}

/** Inserts a segment under the version being made whose bytes were uploaded, and takes its keys over from the upload. */
export function insertSealed({ ns, segment, builtAt, inputs }: SegmentRow<SealedBytes>): Statement[] {
  const { prefix, length, chunks, digest, format, analyser, passages } = segment
  const sql = `INSERT INTO segment (ns, seq, built_at, format, analyser, passages, length, chunks, inputs, prefix, digest, keys)
    SELECT h.ns, h.head, ?2, ?3, ?4, ?5, ?6, ?7, ?8, u.prefix, ?10, u.keys
    FROM namespace h CROSS JOIN upload u ON u.ns = h.ns AND u.prefix = ?9 WHERE h.ns = ?1`
  const row = [
    ns,
    builtAt,
    format,
    analyser,
    passages,
    length,
    chunks,
    JSON.stringify(inputs),
    prefix,
    digest,
  ]
  return [
    { sql, values: row },
    { sql: 'DELETE FROM upload WHERE ns = ?1 AND prefix = ?2', values: [ns, prefix] },
  ]
}

/** Inserts a segment under the version being made, with its chunks. */
export async function insertSegment({ ns, segment, builtAt, inputs }: SegmentRow): Promise<Statement[]> {
  const { bytes, format, analyser, passages } = segment
  const chunks = await cutChunks(bytes)
  const row = {
    sql: `INSERT INTO segment (ns, seq, built_at, format, analyser, passages, length, chunks, inputs)
      SELECT ns, head, coalesce(?2, head), ?3, ?4, ?5, ?6, ?7, ?8 FROM namespace WHERE ns = ?1`,
    values: [
      ns,
      builtAt,
      format,
      analyser,
      passages,
      bytes.length,
      chunks.length,
      inputs && JSON.stringify(inputs),
    ],
  }
  return [row, ...chunks.map((chunk) => insertChunk(ns, chunk))]
}

function insertChunk(
  ns: number,
  { n, bytes, digest }: { n: number; bytes: string; digest: string },
): Statement {
  const sql = `INSERT INTO segment_chunk (ns, seq, n, bytes, digest)
    SELECT ns, head, ?2, ?3, ?4 FROM namespace WHERE ns = ?1`
  return { sql, values: [ns, n, bytes, digest] }
}

/** False when too much waits for a merge. Facts and what only buries may go four times as far: they are small, and must not wait. */
export function guardBacklog(ns: number, size: 'documents' | 'small'): Statement {
  const times = size === 'small' ? 4 : 1
  return {
    sql: GUARD_BACKLOG,
    values: [ns, FRESH_SEGMENTS_MAX * times, FRESH_BYTES_MAX * times, ROWS_BYTES_MAX * times],
  }
}

const GUARD_BACKLOG = `INSERT INTO guard SELECT count(*) FILTER (WHERE inputs IS NULL) < ?2
    AND coalesce(sum(length) FILTER (WHERE inputs IS NULL), 0) < ?3
    AND (coalesce(sum(length), 0) < ?4
      OR NOT EXISTS (SELECT 1 FROM upload INDEXED BY upload_working WHERE ns = ?1 AND kind <> 'garbage')), 'backlog'
  FROM segment INDEXED BY segment_live WHERE ns = ?1 AND dead_at IS NULL AND prefix IS NULL`
