import { ByteReader } from './byte-reader.ts'
import { type IndexChannel, USUAL_WEIGHT } from './channels.ts'
import type { ChunksHeld } from './chunks-held.ts'
import { readStringPiece, readTagPiece } from './filter-pieces.ts'
import type { StoredPassage } from './passage.ts'
import { readPositions } from './positions.ts'
import { type DecodedPostings, readPostings } from './postings.ts'
import { readRowPiece } from './row-piece.ts'
import { checkAnalyser, type Segment } from './segment.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import type { FilterSection, PiecePlace, RowPlace, SegmentHead } from './segment-head.ts'
import type { SegmentReads } from './segment-reads.ts'
import { SegmentRows } from './segment-rows.ts'
import { SegmentVectors } from './segment-vectors.ts'
import { readStoredPiece } from './stored-piece.ts'
import type { TermEntry } from './term-dictionary.ts'
import { channelOf, termKey, termOf } from './term-key.ts'
import { joined, type PieceRun, readTermPiece, runOf, type TermPiece } from './term-pieces.ts'
import { TimeColumn } from './time-column.ts'
import { VectorPiece } from './vector-piece.ts'

/** A segment in format 2 or 4: its head, chunk 0, its number, and what is held of its other chunks. */
export interface SealedParts {
  readonly head: SegmentHead
  readonly chunk: Uint8Array
  readonly seq: number
  readonly held: ChunksHeld
}

/** Opens a sealed segment. What `reads` names must be held before it is read; a chunk that is not is an error of the caller. */
export function openSealed(parts: SealedParts): Segment {
  checkAnalyser(parts.head.analyser)
  return new SealedSegment(parts)
}

class SealedSegment implements Segment {
  readonly seq: number
  readonly analyser: number
  readonly reads: SegmentReads
  readonly #head: SegmentHead
  readonly #chunk: Uint8Array
  readonly #own: Uint8Array
  readonly #held: ChunksHeld
  #rows: SegmentRows | null = null
  #vectors: SegmentVectors | null = null

  constructor({ head, chunk, seq, held }: SealedParts) {
    this.seq = seq
    this.analyser = head.analyser
    this.#head = head
    this.#chunk = chunk
    this.#own = chunk.subarray(head.bytes)
    this.#held = held
    this.reads = readsOf(head, seq)
  }

  get counts() {
    return this.#head.counts
  }

  get rows(): SegmentRows {
    this.#rows ??= this.#readRows()
    return this.#rows
  }

  get vectors(): SegmentVectors {
    this.#vectors ??= new SegmentVectors(
      this.#rowPieces('vectors', (piece, { count }) => new VectorPiece(piece, count)),
    )
    return this.#vectors
  }

  find(channel: IndexChannel, term: string): TermEntry | null {
    const key = termKey(channel, term)
    const run = runOf(this.#head.terms.terms, key)
    const entry = run === null ? null : this.#termPiece(run.start).dictionary.find(key)
    return entry === null ? null : { ...entry, term: termOf(entry.term) }
  }

  *entries(channel: IndexChannel): Generator<TermEntry> {
    for (let piece = 0; piece < this.#head.terms.terms.length; ) {
      const run = this.#runAt(piece)
      for (const entry of this.#termPiece(piece).dictionary.entries())
        if (channelOf(entry.term) === channel) yield { ...entry, term: termOf(entry.term) }
      piece = run.end
    }
  }

  postings(channel: IndexChannel, entry: TermEntry, among?: Uint32Array): DecodedPostings {
    const run = this.#runOfEntry(channel, entry)
    const rest = this.#pieces(this.#head.terms.terms.slice(run.start + 1, run.end))
    const bytes = joined([this.#termPiece(run.start).postings, ...rest])
    const reader = new ByteReader(bytes, entry.postingsAt)
    return readPostings(reader, entry.count, this.counts.passages, USUAL_WEIGHT[channel], among)
  }

  positions(entry: TermEntry, wanted: (i: number) => boolean): number[][] {
    if (entry.count === 0) return []
    const places = this.#head.terms.positions
    const run = runOf(places, termKey('exact', entry.term))
    if (run === null) throw new SegmentCorrupt('positions')
    const bytes = joined(this.#pieces(places.slice(run.start, run.end)))
    const at = entry.positionsAt - places[run.start]!.before
    return readPositions(new ByteReader(bytes, at), entry.count, wanted)
  }

  strings(field: 'source' | 'kind' | 'speaker') {
    return this.#rowPieces(field, (piece, { count }) => readStringPiece(piece, count))
  }

  tags() {
    return this.#rowPieces('tags', (piece, { count }) => readTagPiece(piece, count))
  }

  times(field: 'createdAt' | 'eventAt') {
    return this.#rowPieces(field, (piece, { count }) => ({ count, values: new TimeColumn(piece, count) }))
  }

  stored(row: number): StoredPassage {
    const place = placeOf(this.#head.rows.stored, row)
    const piece = this.#readOnce('stored', place, (bytes) => readStoredPiece(bytes, place.count))
    return piece.stored(row - place.start)
  }

  #readRows(): SegmentRows {
    const pieces = this.#rowPieces('rows', (piece, { count, start }) =>
      readRowPiece(piece, { count, start, seq: this.seq }),
    )
    return new SegmentRows(pieces, Math.ceil(Math.log2(pieces[0]?.count ?? 1)))
  }

  #rowPieces<T>(
    section: 'rows' | 'vectors' | FilterSection,
    read: (piece: Uint8Array, place: RowPlace) => T,
  ): T[] {
    return this.#head.rows[section].map((place) =>
      this.#readOnce(section, place, (piece) => read(piece, place)),
    )
  }

  #termPiece(n: number): TermPiece {
    const place = this.#head.terms.terms[n]!
    return this.#readOnce('terms', place, (piece) => readTermPiece(piece, this.counts.passages))
  }

  /** The run of the piece an entry came from. */
  #runOfEntry(channel: IndexChannel, entry: TermEntry): PieceRun {
    const run = runOf(this.#head.terms.terms, termKey(channel, entry.term))
    if (run === null) throw new SegmentCorrupt('term outside its piece')
    return run
  }

  #runAt(piece: number): PieceRun {
    const places = this.#head.terms.terms
    return { start: piece, end: runOf(places, places[piece]!.separator)!.end }
  }

  #pieces(places: readonly PiecePlace[]): Uint8Array[] {
    return places.map((place) => this.#piece(place))
  }

  #readOnce<T>(section: string, place: PiecePlace, read: (piece: Uint8Array) => T): T {
    return readOnce(this.#chunkOf(place), `${section} ${place.at}`, () => read(this.#piece(place)))
  }

  #piece(place: PiecePlace): Uint8Array {
    const bytes = place.chunk === 0 ? this.#own : this.#chunkOf(place)
    return bytes.subarray(place.at, place.at + place.bytes)
  }

  #chunkOf({ chunk }: PiecePlace): Uint8Array {
    if (chunk === 0) return this.#chunk
    const held = this.#held.chunk(chunk)
    if (held === null) throw new Error(`chunk ${chunk} of segment ${this.seq} is read before it is held`)
    if (held.length !== this.#head.chunks[chunk - 1]!.bytes) throw new SegmentCorrupt('chunk length')
    return held
  }
}

/** What was read of chunks, for as long as somebody holds their bytes, which never change. */
const READ = new WeakMap<Uint8Array, Map<string, unknown>>()

function readOnce<T>(chunk: Uint8Array, name: string, read: () => T): T {
  const known = READ.get(chunk) ?? new Map<string, unknown>()
  if (!known.has(name)) known.set(name, read())
  READ.set(chunk, known)
  return known.get(name) as T
}

function placeOf(places: readonly RowPlace[], row: number): RowPlace {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (places[middle]!.start <= row) low = middle
    else high = middle - 1
  }
  const place = places[low]
  if (place === undefined || row >= place.start + place.count) throw new SegmentCorrupt('row')
  return place
}

function readsOf({ rows, terms, chunks }: SegmentHead, seq: number): SegmentReads {
  const inRun = (places: SegmentHead['terms']['terms'], key: Uint8Array) => {
    const run = runOf(places, key)
    return run === null ? [] : chunksOf(places.slice(run.start, run.end))
  }
  return {
    keys: 1,
    rows: () => chunksOf(rows.rows),
    filter: (section) => chunksOf(rows[section]),
    term: (channel, term) => inRun(terms.terms, termKey(channel, term)),
    terms: () => chunksOf(terms.terms),
    positions: (term) => inRun(terms.positions, termKey('exact', term)),
    stored: (row) => chunksOf([placeOf(rows.stored, row)]),
    vectors: () => chunksOf(rows.vectors),
    wanted: (n) => ({ seq, n, ...chunks[n - 1]! }),
  }
}

/** The chunks of some pieces but for chunk 0, each once. */
function chunksOf(places: readonly PiecePlace[]): number[] {
  return [...new Set(places.map(({ chunk }) => chunk))].filter((chunk) => chunk !== 0)
}
