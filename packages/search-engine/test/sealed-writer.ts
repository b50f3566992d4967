import { ByteWriter } from '../src/byte-writer.ts'
import { type IndexChannel, isRanked, type RankedChannel, USUAL_WEIGHT } from '../src/channels.ts'
import { writeStringPiece, writeTagPiece } from '../src/filter-pieces.ts'
import type { StoredPassage } from '../src/passage.ts'
import { PassageColumnsWriter } from '../src/passage-columns-writer.ts'
import type { Pointer } from '../src/passage-identity.ts'
import { linkOf, speakerBits } from '../src/passage-links.ts'
import { writePositions } from '../src/positions.ts'
import { writePostings } from '../src/postings.ts'
import { FINGERPRINT_BYTES, writeRowPiece } from '../src/row-piece.ts'
import type { SegmentCounts } from '../src/segment-counts.ts'
import { FILTER_SECTIONS, type FilterSection, type RowSection } from '../src/segment-head.ts'
import { writeStoredPiece } from '../src/stored-piece.ts'
import { termKey } from '../src/term-key.ts'
import { writeTimeColumn } from '../src/time-column.ts'
import { encodeText } from '../src/utf8.ts'
import { VectorPieceWriter } from '../src/vector-piece.ts'
import type { TermLists } from '../src/write-segment.ts'
import { type Chunk, ChunkWriter } from './chunk-writer.ts'
import { type Cut, USUAL_CUT } from './cut.ts'
import { TermPiecesWriter } from './term-pieces-writer.ts'

/** One passage on its way into a sealed segment; `pointer` is null in a fresh one. */
export interface SealedRow {
  readonly passage: StoredPassage
  readonly vector: Int8Array | null
  readonly pointer: Pointer | null
  readonly lengths: Readonly<Record<RankedChannel, number>>
}

/**
 * Writes a segment in format 2, as a stream: all rows in order, then all terms in order of their keys, then `close`,
 * then chunk 0. Chunks are to be taken as they fill; what is kept until the end is about 30 bytes a row.
 */
export class SealedWriter {
  readonly #cut: Cut
  readonly #chunks: ChunkWriter
  readonly #terms: TermPiecesWriter
  readonly #lengths: Record<RankedChannel, number[]> = { stem: [], exact: [], gram: [] }
  readonly #fingerprints = new ByteWriter()
  readonly #links: number[] = []
  readonly #batches: number[] = []
  readonly #ordinals: number[] = []
  #before: StoredPassage | null = null
  #filtered: StoredPassage[] = []
  #stored: StoredPassage[] = []
  #storedBytes = 0
  readonly #vectors: (Int8Array | null)[] = []

  constructor(cut: Cut = USUAL_CUT) {
    this.#cut = cut
    this.#chunks = new ChunkWriter(cut.chunkBytes)
    this.#terms = new TermPiecesWriter(this.#chunks, cut.chunkBytes)
  }

  addRow({ passage, vector, pointer, lengths }: SealedRow): void {
    this.#vectors.push(vector)
    for (const channel of ['stem', 'exact', 'gram'] as const) this.#lengths[channel].push(lengths[channel])
    for (let digit = 0; digit < 2 * FINGERPRINT_BYTES; digit += 2)
      this.#fingerprints.byte(Number.parseInt(passage.hash.slice(digit, digit + 2), 16))
    this.#links.push(linkOf(linked(this.#before), linked(passage)!))
    if (pointer !== null) {
      this.#batches.push(pointer.batch)
      this.#ordinals.push(pointer.ordinal)
    }
    this.#before = passage
    this.#filtered.push(passage)
    if (this.#filtered.length === this.#cut.pieceRows) this.#endFiltered()
    this.#stored.push(passage)
    this.#storedBytes += encodeText(passage.text).length + ROW_BYTES
    if (this.#storedBytes >= this.#cut.storedBytes) this.#endStored()
  }

  addTerm(channel: IndexChannel, lists: TermLists): void {
    const postings = new ByteWriter()
    const positions = new ByteWriter()
    const lengths = isRanked(channel) ? this.#lengths[channel] : null
    writePostings(postings, lists, lengths, USUAL_WEIGHT[channel])
    if (lists.positions !== null) writePositions(positions, lists.positions)
    this.#terms.add({
      key: termKey(channel, lists.term),
      count: lists.rows.length,
      adjustment: lists.adjustment,
      postings: postings.take(),
      positions: positions.take(),
    })
  }

  /** The chunks that were filled since this was asked last. */
  take(): Chunk[] {
    return this.#chunks.take()
  }

  /** The last chunks; none when all there is fits in chunk 0. */
  close(): Chunk[] {
    this.#endFiltered()
    this.#endStored()
    this.#terms.end()
    this.#writeVectors()
    this.#writeRows()
    return [...this.#chunks.take(), ...this.#chunks.close()]
  }

  /** Chunk 0; `digests` are the first 16 bytes of the SHA-256 of every other chunk, in their order. */
  head(
    segment: { readonly analyser: number; readonly counts: SegmentCounts },
    digests: readonly Uint8Array[],
  ): Uint8Array {
    return this.#chunks.head(segment, digests)
  }

  /** Pieces of the largest power of two of rows with which each fits in a chunk. */
  #writeRows(): void {
    for (let size = this.#cut.pieceRows; ; size /= 2) {
      const pieces = this.#rowPieces(size)
      if (size > 1 && pieces.some(({ piece }) => piece.length > this.#cut.chunkBytes)) continue
      for (const { piece, count } of pieces) this.#chunks.addRows('rows', piece, count)
      return
    }
  }

  #rowPieces(size: number): { piece: Uint8Array; count: number }[] {
    const fingerprints = this.#fingerprints.take()
    const pieces: { piece: Uint8Array; count: number }[] = []
    for (let start = 0; start < this.#links.length; start += size) {
      const part = (list: readonly number[]) => list.slice(start, start + size)
      const { stem, exact, gram } = this.#lengths
      const links = part(this.#links)
      const piece = writeRowPiece({
        lengths: { stem: part(stem), exact: part(exact), gram: part(gram) },
        fingerprints: fingerprints.subarray(start * FINGERPRINT_BYTES, (start + size) * FINGERPRINT_BYTES),
        links,
        pointers: { batches: part(this.#batches), ordinals: part(this.#ordinals) },
      })
      pieces.push({ piece, count: links.length })
    }
    return pieces
  }

  /** None at all where no row has one. */
  #writeVectors(): void {
    if (this.#vectors.every((vector) => vector === null)) return
    for (let start = 0; start < this.#vectors.length; start += this.#cut.pieceRows)
      this.#addFitting('vectors', this.#vectors.slice(start, start + this.#cut.pieceRows), vectorPiece)
  }

  #endFiltered(): void {
    for (const section of FILTER_SECTIONS) this.#addFitting(section, this.#filtered, FILTER_WRITERS[section])
    this.#filtered = []
  }

  #endStored(): void {
    this.#addFitting('stored', this.#stored, storedPiece)
    this.#stored = []
    this.#storedBytes = 0
  }

  /** In halves where a piece would not fit. */
  #addFitting<Row>(
    section: RowSection,
    rows: readonly Row[],
    write: (rows: readonly Row[]) => Uint8Array,
  ): void {
    if (rows.length === 0) return
    const piece = write(rows)
    if (piece.length <= this.#cut.chunkBytes || rows.length === 1) {
      this.#chunks.addRows(section, piece, rows.length)
      return
    }
    const half = rows.length >> 1
    this.#addFitting(section, rows.slice(0, half), write)
    this.#addFitting(section, rows.slice(half), write)
  }
}

/** About what the fields of a passage take but for its text. */
const ROW_BYTES = 80

const FILTER_WRITERS: Readonly<Record<FilterSection, (rows: readonly StoredPassage[]) => Uint8Array>> = {
  source: (rows) => writeStringPiece(rows.map(({ source }) => source)),
  kind: (rows) => writeStringPiece(rows.map(({ kind }) => kind)),
  speaker: (rows) => writeStringPiece(rows.map(({ speaker }) => speaker)),
  tags: (rows) => writeTagPiece(rows.map(({ tags }) => tags)),
  createdAt: (rows) => writeTimeColumn(rows.map(({ createdAt }) => createdAt)),
  eventAt: (rows) => writeTimeColumn(rows.map(({ eventAt }) => eventAt)),
}

function storedPiece(rows: readonly StoredPassage[]): Uint8Array {
  const columns = new PassageColumnsWriter()
  for (const passage of rows) columns.add(passage)
  return writeStoredPiece(columns)
}

function vectorPiece(vectors: readonly (Int8Array | null)[]): Uint8Array {
  const writer = new VectorPieceWriter()
  for (const vector of vectors) writer.add(vector)
  return writer.write()
}

function linked(passage: StoredPassage | null) {
  return passage && { ...passage, bits: speakerBits(passage.speaker) }
}
