import type { SegmentCounts } from '../src/segment-counts.ts'
import {
  type PiecePlace,
  type RowPlace,
  type RowSection,
  type TermPlaceDraft,
  type TermSection,
  writeHead,
} from '../src/segment-head.ts'
import { joined } from '../src/term-pieces.ts'

/** A chunk to be stored: its number and its bytes. */
export interface Chunk {
  readonly n: number
  readonly bytes: Uint8Array
}

/**
 * Puts pieces into chunks, those of terms, positions and stored fields apart, and writes the head over them. Take the
 * chunks as they fill, `close` when all pieces are added, then ask for chunk 0.
 */
export class ChunkWriter {
  readonly #rows: Record<RowSection, RowPlace[]> = {
    rows: [],
    source: [],
    kind: [],
    speaker: [],
    tags: [],
    createdAt: [],
    eventAt: [],
    stored: [],
    vectors: [],
  }
  readonly #terms: Record<TermSection, TermPlaceDraft[]> = { terms: [], positions: [] }
  readonly #open = new Map<string, OpenChunk>()
  readonly #lengths: number[] = []
  #full: Chunk[] = []
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  addRows(section: RowSection, piece: Uint8Array, count: number): void {
    const places = this.#rows[section]
    const last = places.at(-1)
    const start = last === undefined ? 0 : last.start + last.count
    this.#add(section === 'stored' || section === 'vectors' ? section : 'rows', piece, (place) =>
      places.push(Object.assign(place, { start, count })),
    )
  }

  addTerms(section: TermSection, piece: Uint8Array, separator: Uint8Array): void {
    this.#add(section, piece, (place) => this.#terms[section].push(Object.assign(place, { separator })))
  }

  /** The chunks that were filled since this was asked last. */
  take(): Chunk[] {
    const full = this.#full
    this.#full = []
    return full
  }

  /** The last chunks, the beginnings of what was to fill one put together. None when all there is fits in chunk 0. */
  close(): Chunk[] {
    const left = [...this.#open.values()]
    this.#open.clear()
    const bytes = left.reduce((sum, open) => sum + open.bytes, 0)
    if (this.#lengths.length === 0 && bytes + HEAD_OF_ONE_MAX <= this.#bytesMax) {
      this.#open.set('', together(left))
      return []
    }
    let open = new OpenChunk()
    for (const each of left) {
      if (open.bytes + each.bytes > this.#bytesMax) {
        this.#fill(open)
        open = new OpenChunk()
      }
      open.append(each)
    }
    this.#fill(open)
    return this.take()
  }

  /** Chunk 0; `digests` are the first 16 bytes of the SHA-256 of every other chunk, in their order. */
  head(
    segment: { readonly analyser: number; readonly counts: SegmentCounts },
    digests: readonly Uint8Array[],
  ): Uint8Array {
    const chunks = this.#lengths.map((bytes, i) => ({ bytes, digest: digests[i]! }))
    const head = writeHead({ ...segment, chunks, rows: this.#rows, terms: this.#terms })
    return joined([head, ...(this.#open.get('')?.pieces ?? [])])
  }

  #add(stream: string, piece: Uint8Array, placed: (place: Changing<PiecePlace>) => void): void {
    if (piece.length > this.#bytesMax)
      throw new RangeError(`a piece of ${piece.length} bytes fits in no chunk`)
    let open = this.#open.get(stream) ?? new OpenChunk()
    if (open.bytes + piece.length > this.#bytesMax) {
      this.#fill(open)
      open = new OpenChunk()
    }
    this.#open.set(stream, open)
    placed(open.add(piece))
  }

  #fill(open: OpenChunk): void {
    if (open.bytes === 0) return
    this.#lengths.push(open.bytes)
    const n = this.#lengths.length
    for (const place of open.places) place.chunk = n
    this.#full.push({ n, bytes: joined(open.pieces) })
  }
}

/** A segment whose pieces and this much fit in a chunk is one: more than its head can take. */
const HEAD_OF_ONE_MAX = 16_384

type Changing<T> = { -readonly [K in keyof T]: T[K] }

/** Pieces on their way into one chunk; their places learn its number when it is full. */
class OpenChunk {
  readonly pieces: Uint8Array[] = []
  readonly places: Changing<PiecePlace>[] = []
  bytes = 0

  add(piece: Uint8Array): Changing<PiecePlace> {
    const place = { chunk: 0, at: this.bytes, bytes: piece.length }
    this.pieces.push(piece)
    this.places.push(place)
    this.bytes += piece.length
    return place
  }

  append(other: OpenChunk): void {
    for (const place of other.places) place.at += this.bytes
    this.pieces.push(...other.pieces)
    this.places.push(...other.places)
    this.bytes += other.bytes
  }
}

function together(open: readonly OpenChunk[]): OpenChunk {
  const all = new OpenChunk()
  for (const each of open) all.append(each)
  return all
}
