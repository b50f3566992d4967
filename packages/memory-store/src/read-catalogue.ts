import { factOf } from './fact-row.ts'
import { type Namespace, type NamespaceName, namespaceOf } from './namespace.ts'
import { type FactPointers, selectFacts } from './read-pointers.ts'
import { chunkOf, readMissingSegments } from './read-segments.ts'
import { type SealedPlace, sealedPlaceOf } from './sealed-bytes.ts'
import { joinChunks, type SegmentShape } from './segment-chunks.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'

/** Which catalogue to read. `atVersion` null: the head. `jti` null: no token to look up. */
export interface CatalogueRequest extends NamespaceName {
  readonly jti: string | null
  /** What the caller holds already; counts only while the epoch is still the same. */
  readonly known: KnownCatalogue | null
  readonly atVersion: number | null
  /** Facts to read beside it, in the same trip. */
  readonly withFacts?: FactPointers | null
}

export interface KnownCatalogue {
  readonly epoch: string
  /** seqs of segments whose bytes the caller holds */
  readonly seqs: readonly number[]
  /** the caller holds all tombstones of versions up to and including this one */
  readonly tombstonesThrough: number
}

/** A segment that is part of the catalogue; `bytes` null: it is sealed, or the caller named it as known. */
export interface CatalogueSegment {
  readonly seq: number
  /** the version that replaced it, when the read is as of an earlier one */
  readonly deadAt: number | null
  /** it holds what lived at this version */
  readonly builtAt: number
  readonly format: number
  readonly analyser: number
  readonly passages: number
  readonly length: number
  readonly merged: boolean
  /** where the chunks of a sealed segment are in KV; null when its bytes are in rows */
  readonly sealed: SealedPlace | null
  readonly bytes: Uint8Array | null
}

export interface Tombstone {
  readonly batch: number
  readonly ordinal: number
  /** the version that buried the passage; may be later than the version read */
  readonly version: number
}

/** One snapshot of what a search needs. A version before `namespace.collectedThrough` cannot be read whole any more. */
export interface Catalogue {
  readonly revoked: boolean
  readonly namespace: Namespace | null
  readonly segments: readonly CatalogueSegment[]
  /** those of every later version than `tombstonesAfter`; what the caller held of later ones is among them */
  readonly tombstones: readonly Tombstone[]
  readonly tombstonesAfter: number
  /** those of the facts asked for that are there, with their standing */
  readonly facts: readonly StoredFact[]
}

/** Bytes of segments read with the catalogue; a colder caller pays one more trip for each further 12 MB. */
const BYTES_FIRST_TRIP = 12_000_000

/**
 * Reads revocation, namespace, segments, their unknown bytes and tombstones as one snapshot, in one trip. Every chunk is checked
 * against its SHA-256: throws `SegmentDamaged`.
 */
export async function readCatalogue(db: SqlDatabase, request: CatalogueRequest): Promise<Catalogue> {
  const facts = request.withFacts ? selectFacts(request.withFacts) : []
  const [named, segments, chunks, tombstones, ...rest] = await readRows(db, [
    ...catalogueStatements(request),
    ...facts,
  ])
  const [head] = named!
  const namespace = head!.ns === null ? null : namespaceOf(head!)
  const known = namespace !== null && request.known?.epoch === namespace.epoch ? request.known : NOTHING
  return {
    revoked: head!.revoked === 1,
    namespace,
    segments: await segmentsOf(db, {
      rows: segments!,
      chunks: chunks!,
      known: new Set(known.seqs),
    }),
    tombstones: tombstones!.map(tombstoneOf),
    tombstonesAfter: tombstonesAfter(segments!, known),
    facts: rest.flat().map(factOf),
  }
}

const NOTHING = { seqs: [], tombstonesThrough: 0 }

function catalogueStatements({ tenant, name, jti, known, atVersion }: CatalogueRequest): Statement[] {
  const part = atVersion === null ? LIVE : LIVE_AT
  const where = [tenant, name, ...(atVersion === null ? [] : [atVersion])]
  const epoch = known?.epoch ?? null
  const seqs = JSON.stringify(known?.seqs ?? [])
  return [
    { sql: NAMESPACE, values: [tenant, name, jti] },
    { sql: `${WITH_NAMESPACE} SELECT ${COLUMNS} FROM ${part} ORDER BY s.seq`, values: where },
    { sql: chunksSql(part), values: [tenant, name, atVersion, epoch, seqs, BYTES_FIRST_TRIP] },
    {
      sql: tombstonesSql(part),
      values: [tenant, name, atVersion, epoch, seqs, known?.tombstonesThrough ?? 0],
    },
  ]
}

/** One row, whether or not the namespace is there. */
const NAMESPACE = `SELECT EXISTS (SELECT 1 FROM revocation WHERE jti = ?3) AS revoked, n.*
  FROM (SELECT 1) LEFT JOIN namespace n ON n.tenant = ?1 AND n.name = ?2`

const WITH_NAMESPACE = 'WITH here AS (SELECT ns, epoch FROM namespace WHERE tenant = ?1 AND name = ?2)'
/** What a reader needs of a segment; what it was made from may be a long list. */
const COLUMNS = `s.ns, s.seq, s.dead_at, s.built_at, s.format, s.analyser, s.passages, s.length, s.chunks, s.prefix, s.digest,
  s.inputs IS NOT NULL AS merged`
const LIVE = 'here CROSS JOIN segment s INDEXED BY segment_live ON s.ns = here.ns AND s.dead_at IS NULL'
const LIVE_AT =
  'here CROSS JOIN segment s ON s.ns = here.ns AND s.seq <= ?3 AND (s.dead_at IS NULL OR s.dead_at > ?3)'

/** Newest first, up to the bytes of one trip. */
function chunksSql(part: string): string {
  return `${WITH_NAMESPACE}, wanted AS (
      SELECT s.ns, s.seq, sum(s.length) OVER (ORDER BY s.seq DESC) AS upto FROM ${part}
      WHERE s.prefix IS NULL AND (here.epoch IS NOT ?4 OR s.seq NOT IN (SELECT value FROM json_each(?5))))
    SELECT c.seq, c.n, c.bytes, c.digest FROM wanted CROSS JOIN segment_chunk c ON c.ns = wanted.ns AND c.seq = wanted.seq
    WHERE wanted.upto <= ?6 ORDER BY c.seq, c.n`
}

/**
 * A segment built at a version holds nothing buried by then, so only later tombstones matter. A caller lacks those that a segment new
 * to it needs: one put back in the place of a damaged one is older than what the caller let go of.
 */
function tombstonesSql(part: string): string {
  return `${WITH_NAMESPACE}, built AS (
      SELECT coalesce(min(s.built_at), 0) AS least,
        min(CASE WHEN s.seq IN (SELECT value FROM json_each(?5)) THEN NULL ELSE s.built_at END) AS unknown FROM ${part})
    SELECT t.batch, t.ordinal, t.version FROM here CROSS JOIN built CROSS JOIN tombstone t ON t.ns = here.ns
      AND t.version > max(built.least, CASE WHEN here.epoch IS ?4 THEN min(?6, coalesce(built.unknown, ?6)) ELSE 0 END)
    ORDER BY t.version, t.batch, t.ordinal`
}

/** The bound the statement above reads from. */
function tombstonesAfter(
  rows: readonly Row[],
  known: Pick<KnownCatalogue, 'seqs' | 'tombstonesThrough'>,
): number {
  if (rows.length === 0) return known.tombstonesThrough
  const built = rows.map((row) => row.built_at as number)
  const unknown = rows
    .filter((row) => !known.seqs.includes(row.seq as number))
    .map((row) => row.built_at as number)
  return Math.max(Math.min(...built), Math.min(known.tombstonesThrough, ...unknown))
}

interface SegmentParts {
  readonly rows: readonly Row[]
  readonly chunks: readonly Row[]
  readonly known: ReadonlySet<number>
}

async function segmentsOf(
  db: SqlDatabase,
  { rows, chunks, known }: SegmentParts,
): Promise<CatalogueSegment[]> {
  const shapes = rows.filter((row) => row.prefix === null && !known.has(row.seq as number)).map(shapeOf)
  const bytes = await readMissingSegments(db, shapes, await verified(shapes, chunks))
  return rows.map((row) => segmentOf(row, bytes.get(row.seq as number) ?? null))
}

async function verified(
  shapes: readonly SegmentShape[],
  rows: readonly Row[],
): Promise<Map<number, Uint8Array>> {
  const bySeq = Map.groupBy(rows.map(chunkOf), ({ seq }) => seq)
  const read = shapes.filter(({ seq }) => bySeq.has(seq))
  const bytes = await Promise.all(read.map((shape) => joinChunks(shape, bySeq.get(shape.seq)!)))
  return new Map(read.map(({ seq }, place) => [seq, bytes[place]!]))
}

function shapeOf(row: Row): SegmentShape {
  return {
    ns: row.ns as number,
    seq: row.seq as number,
    chunks: row.chunks as number,
    length: row.length as number,
  }
}

function segmentOf(row: Row, bytes: Uint8Array | null): CatalogueSegment {
  return {
    seq: row.seq as number,
    deadAt: row.dead_at as number | null,
    builtAt: row.built_at as number,
    format: row.format as number,
    analyser: row.analyser as number,
    passages: row.passages as number,
    length: row.length as number,
    merged: row.merged === 1,
    sealed: sealedPlaceOf(row),
    bytes,
  }
}

function tombstoneOf(row: Row): Tombstone {
  return { batch: row.batch as number, ordinal: row.ordinal as number, version: row.version as number }
}
