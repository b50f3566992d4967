import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { CHUNK_BYTES_MAX, HEAD_BYTES_MAX, PIECE_ROWS_MAX } from './chunks-held.ts'
import { compareBytes } from './compare-bytes.ts'
import { FINGERPRINT_BYTES } from './row-piece.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { readTotals, type SegmentCounts, writeTotals } from './segment-counts.ts'
import { KEY_BYTES_MAX } from './term-key.ts'
import { encodeText } from './utf8.ts'

/** Sections cut by rows, in file order, before and after those cut by terms. */
export const FILTER_SECTIONS = ['source', 'kind', 'speaker', 'tags', 'createdAt', 'eventAt'] as const
export type FilterSection = (typeof FILTER_SECTIONS)[number]
export type RowSection = 'rows' | FilterSection | 'stored' | 'vectors'
export type TermSection = 'terms' | 'positions'

const SECTIONS = ['rows', ...FILTER_SECTIONS, 'terms', 'positions', 'stored'] as const
type Section = (typeof SECTIONS)[number] | 'vectors'

/** Where a piece lies: in chunk 0 the offset counts from the end of the head. */
export interface PiecePlace {
  readonly chunk: number
  readonly at: number
  readonly bytes: number
}
export interface RowPlace extends PiecePlace {
  readonly start: number
  readonly count: number
}
export interface TermPlace extends PiecePlace {
  /** Bytes of the pieces before it. */
  readonly before: number
  readonly separator: Uint8Array
}

export interface ChunkShape {
  readonly bytes: number
  /** The first 16 bytes of its SHA-256. */
  readonly digest: Uint8Array
}

/** What chunk 0 of a segment in format 2 or 4 says of the rest of it. */
export interface SegmentHead {
  readonly analyser: number
  /** The length of the head. */
  readonly bytes: number
  readonly counts: SegmentCounts
  /** The chunks from the first one on. */
  readonly chunks: readonly ChunkShape[]
  readonly rows: Readonly<Record<RowSection, readonly RowPlace[]>>
  readonly terms: Readonly<Record<TermSection, readonly TermPlace[]>>
}

/** What is read in pieces, without vectors and with them. */
export const SEALED_FORMAT = 2
export const SEALED_VECTORS_FORMAT = 4
export const DIGEST_BYTES = 16
const MAGIC = encodeText('CAIRNSEG')
const COUNTS_AT = 16
const PIECE_BYTES_MIN = 4

/** Reads the head at the start of chunk 0; throws SegmentCorrupt wherever it is not what its format says. */
export function readHead(chunk: Uint8Array): SegmentHead {
  if (chunk.length < COUNTS_AT || MAGIC.some((byte, i) => chunk[i] !== byte))
    throw new SegmentCorrupt('magic')
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length)
  const names = sectionsIn(view.getUint16(8, true))
  const bytes = view.getUint32(12, true)
  if (bytes > chunk.length || bytes > HEAD_BYTES_MAX) throw new SegmentCorrupt('head length')
  const reader = new ByteReader(chunk.subarray(0, bytes), COUNTS_AT)
  const counts = readTotals(reader)
  const chunks = readChunks(reader)
  const bounds = [chunk.length - bytes, ...chunks.map((shape) => shape.bytes)]
  const sections = new Map(names.map((section) => [section, readPieces(reader, section, bounds)]))
  if (reader.at !== bytes) throw new SegmentCorrupt('head')
  const rows = (section: RowSection) => withRows(sections.get(section)!, counts.passages)
  return {
    analyser: view.getUint16(10, true),
    bytes,
    counts,
    chunks,
    rows: {
      rows: evenly(rows('rows')),
      source: rows('source'),
      kind: rows('kind'),
      speaker: rows('speaker'),
      tags: rows('tags'),
      createdAt: rows('createdAt'),
      eventAt: rows('eventAt'),
      stored: rows('stored'),
      vectors: sections.has('vectors') ? rows('vectors') : [],
    },
    terms: {
      terms: withSeparators(sections.get('terms')!),
      positions: withSeparators(sections.get('positions')!),
    },
  }
}

function sectionsIn(format: number): readonly Section[] {
  if (format === SEALED_FORMAT) return SECTIONS
  if (format === SEALED_VECTORS_FORMAT) return [...SECTIONS, 'vectors']
  throw new SegmentCorrupt('format')
}

function readChunks(reader: ByteReader): ChunkShape[] {
  const count = reader.varint()
  if (count === 0 || (count - 1) * DIGEST_BYTES > HEAD_BYTES_MAX) throw new SegmentCorrupt('chunk count')
  return Array.from({ length: count - 1 }, () => {
    const bytes = reader.varint()
    if (bytes > CHUNK_BYTES_MAX) throw new SegmentCorrupt('chunk length')
    return { bytes, digest: reader.bytes(DIGEST_BYTES) }
  })
}

/** A piece as the head tells it: the number of its rows, or its separator less what it shares with the one before. */
interface RawPiece extends PiecePlace {
  readonly number: number
  readonly rest: Uint8Array
}

function readPieces(reader: ByteReader, section: Section, bounds: readonly number[]): RawPiece[] {
  const count = reader.varint()
  if (count * PIECE_BYTES_MIN > HEAD_BYTES_MAX) throw new SegmentCorrupt('piece count')
  let chunk = 0
  return Array.from({ length: count }, () => {
    chunk += reader.signed()
    const at = reader.varint()
    const bytes = reader.varint()
    if (!(at + bytes <= (bounds[chunk] ?? -1))) throw new SegmentCorrupt('piece outside its chunk')
    const number = reader.varint()
    const rest = isTermSection(section) ? reader.bytes(reader.varint()) : NO_BYTES
    return { chunk, at, bytes, number, rest }
  })
}

const NO_BYTES = new Uint8Array()

function isTermSection(section: Section): boolean {
  return section === 'terms' || section === 'positions'
}

function withRows(pieces: readonly RawPiece[], passages: number): RowPlace[] {
  let start = 0
  const places = pieces.map(({ chunk, at, bytes, number: count }) => {
    const place = { chunk, at, bytes, start, count }
    start += count
    return place
  })
  if (start !== passages) throw new SegmentCorrupt('rows do not add up')
  return places
}

/** Pieces of the section `rows` are found by shifting: all but the last have one power of two. */
function evenly(places: readonly RowPlace[]): readonly RowPlace[] {
  const size = places[0]?.count ?? 1
  const isEven = places.every(({ count }, i) => (i < places.length - 1 ? count === size : count <= size))
  const hasRoom = places.every(({ count, bytes }) => count * FINGERPRINT_BYTES <= bytes)
  if (
    !isEven ||
    !hasRoom ||
    size > PIECE_ROWS_MAX ||
    (places.length > 1 && !Number.isInteger(Math.log2(size)))
  )
    throw new SegmentCorrupt('row pieces')
  return places
}

function withSeparators(pieces: readonly RawPiece[]): TermPlace[] {
  let before: Uint8Array = NO_BYTES
  let end = 0
  return pieces.map(({ chunk, at, bytes, number: shared, rest }) => {
    if (shared > before.length || shared + rest.length > KEY_BYTES_MAX) throw new SegmentCorrupt('separator')
    const separator = new Uint8Array(shared + rest.length)
    separator.set(before.subarray(0, shared))
    separator.set(rest, shared)
    if (compareBytes(separator, before) < 0) throw new SegmentCorrupt('separators descend')
    before = separator
    end += bytes
    return { chunk, at, bytes, separator, before: end - bytes }
  })
}

/** Everything a head says, on its way into bytes. */
export interface HeadDraft extends Omit<SegmentHead, 'bytes' | 'terms'> {
  readonly terms: Readonly<Record<TermSection, readonly TermPlaceDraft[]>>
}
export type TermPlaceDraft = Omit<TermPlace, 'before'>

/** The bytes of a head; throws RangeError where it is longer than a head may be. */
export function writeHead({ analyser, counts, chunks, rows, terms }: HeadDraft): Uint8Array {
  const writer = new ByteWriter()
  writer.bytes(new Uint8Array(COUNTS_AT))
  writeTotals(writer, counts)
  writer.varint(chunks.length + 1)
  for (const { bytes, digest } of chunks) {
    writer.varint(bytes)
    writer.bytes(digest)
  }
  const format = rows.vectors.length === 0 ? SEALED_FORMAT : SEALED_VECTORS_FORMAT
  for (const section of sectionsIn(format)) {
    if (section === 'terms' || section === 'positions') writeTermPieces(writer, terms[section])
    else writeRowPieces(writer, rows[section])
  }
  const head = writer.take()
  if (head.length > HEAD_BYTES_MAX) throw new RangeError('the segment is too large: its head has no room')
  head.set(MAGIC)
  const view = new DataView(head.buffer)
  view.setUint16(8, format, true)
  view.setUint16(10, analyser, true)
  view.setUint32(12, head.length, true)
  return head
}

function writeRowPieces(writer: ByteWriter, places: readonly RowPlace[]): void {
  writer.varint(places.length)
  for (const [i, place] of places.entries()) {
    writePlace(writer, place, places[i - 1])
    writer.varint(place.count)
  }
}

function writeTermPieces(writer: ByteWriter, places: readonly TermPlaceDraft[]): void {
  writer.varint(places.length)
  for (const [i, place] of places.entries()) {
    writePlace(writer, place, places[i - 1])
    const shared = sharedBytes(places[i - 1]?.separator ?? NO_BYTES, place.separator)
    writer.varint(shared)
    writer.varint(place.separator.length - shared)
    writer.bytes(place.separator.subarray(shared))
  }
}

function writePlace(writer: ByteWriter, place: PiecePlace, before: PiecePlace | undefined): void {
  writer.signed(place.chunk - (before?.chunk ?? 0))
  writer.varint(place.at)
  writer.varint(place.bytes)
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++
  return shared
}
