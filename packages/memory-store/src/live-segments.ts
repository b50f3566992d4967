import { UNINDEXED_FACTS } from './index-facts.ts'
import { type SealedPlace, sealedPlaceOf } from './sealed-bytes.ts'
import type { SegmentShape } from './segment-chunks.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'
import { selectUploads, type Upload, uploadOf } from './upload.ts'

/** A live segment without its bytes (`readMissingSegments` reads those that are in rows). */
export interface LiveSegment extends SegmentShape {
  /** it holds what lived at this version */
  readonly builtAt: number
  readonly format: number
  readonly analyser: number
  readonly passages: number
  /** whether a merge made it; fresh ones are bounded by the guard `backlog` */
  readonly merged: boolean
  /** where its chunks are in KV; null when its bytes are in rows */
  readonly sealed: SealedPlace | null
}

/** One snapshot of what a merge is chosen from. */
export interface LiveSegments {
  /** the version it shows */
  readonly head: number
  /** when that version was made, ms */
  readonly headAt: number
  /** segments up to this seq are to be built anew from rows */
  readonly rebuildThrough: number
  /** live passages of the namespace */
  readonly passages: number
  /** passages named as buried that some segment may still hold */
  readonly tombstones: number
  /** whether facts are stored that no segment holds */
  readonly hasUnindexedFacts: boolean
  readonly segments: readonly LiveSegment[]
  /** what is being written to KV or waits to be named */
  readonly uploads: readonly Upload[]
}

/** The live segments of a namespace by seq, in one trip; null when there is no such namespace. */
export async function readLiveSegments(
  db: SqlDatabase,
  { ns }: { readonly ns: number },
): Promise<LiveSegments | null> {
  const [namespaces, segments, tombstones, uploads, unindexed] = await readRows(db, [
    { sql: 'SELECT head, head_at, rebuild_through, passages FROM namespace WHERE ns = ?1', values: [ns] },
    {
      sql: 'SELECT * FROM segment INDEXED BY segment_live WHERE ns = ?1 AND dead_at IS NULL ORDER BY seq',
      values: [ns],
    },
    { sql: COUNT_TOMBSTONES, values: [ns] },
    selectUploads(ns),
    { sql: `SELECT 1 FROM ${UNINDEXED_FACTS} LIMIT 1`, values: [ns] },
  ])
  const namespace = namespaces![0]
  if (namespace === undefined) return null
  return {
    head: namespace.head as number,
    headAt: namespace.head_at as number,
    rebuildThrough: namespace.rebuild_through as number,
    passages: namespace.passages as number,
    tombstones: tombstones![0]!.count as number,
    hasUnindexedFacts: unindexed!.length > 0,
    segments: segments!.map(liveSegmentOf),
    uploads: uploads!.map(uploadOf),
  }
}

const COUNT_TOMBSTONES = `SELECT count(*) AS count FROM tombstone WHERE ns = ?1 AND version >
  (SELECT coalesce(min(built_at), 0) FROM segment INDEXED BY segment_live WHERE ns = ?1 AND dead_at IS NULL)`

function liveSegmentOf(row: Row): LiveSegment {
  return {
    ns: row.ns as number,
    seq: row.seq as number,
    chunks: row.chunks as number,
    length: row.length as number,
    builtAt: row.built_at as number,
    format: row.format as number,
    analyser: row.analyser as number,
    passages: row.passages as number,
    merged: row.inputs !== null,
    sealed: sealedPlaceOf(row),
  }
}
