import { ByteReader } from '../byte-reader.ts'
import { USUAL_WEIGHT } from '../channels.ts'
import { compareBytes } from '../compare-bytes.ts'
import { readPostings } from '../postings.ts'
import { readRowPiece } from '../row-piece.ts'
import { checkAnalyser } from '../segment.ts'
import { SegmentCorrupt } from '../segment-corrupt.ts'
import {
  type PiecePlace,
  type RowPlace,
  readHead,
  type SegmentHead,
  type TermPlace,
} from '../segment-head.ts'
import { SegmentRows } from '../segment-rows.ts'
import { NO_VECTORS } from '../segment-vectors.ts'
import { readStoredPiece } from '../stored-piece.ts'
import type { TermEntry } from '../term-dictionary.ts'
import { channelOf } from '../term-key.ts'
import { joined, type PieceRun, readTermPiece, runOf, type TermPiece } from '../term-pieces.ts'
import { VectorPiece } from '../vector-piece.ts'
import type { InputLists, MergeInput, RowReader, TermStream } from './merge-input.ts'

/** Fetches a chunk and checks it against the length and the first 16 bytes of SHA-256 that the head gives it. */
export type FetchChunk = (
  n: number,
  shape: { readonly bytes: number; readonly digest: Uint8Array },
) => Promise<Uint8Array>

/** A segment of format 2 or 4 as an input of a merge: chunk 0, which has been checked, and where the others come from. */
export function sealedInput(chunk0: Uint8Array, seq: number, fetchChunk: FetchChunk): MergeInput {
  const head = readHead(chunk0)
  checkAnalyser(head.analyser)
  const source = { head, seq, own: chunk0.subarray(head.bytes), fetchChunk }
  return {
    analyser: head.analyser,
    counts: head.counts,
    rows: () => readRows(source),
    stored: () => {
      return new SealedRows(source, head.rows.stored, (piece, count) => {
        const columns = readStoredPiece(piece, count)
        return (row) => columns.stored(row)
      })
    },
    vectors: () => {
      if (head.rows.vectors.length === 0) return NO_VECTORS
      return new SealedRows(source, head.rows.vectors, (piece, count) => {
        const vectors = new VectorPiece(piece, count)
        return (row) => vectors.at(row)
      })
    },
    termsAfter: (key) => [new SealedTerms(source, key)],
  }
}

interface Source {
  readonly head: SegmentHead
  readonly seq: number
  readonly own: Uint8Array
  readonly fetchChunk: FetchChunk
}

/** Pieces of one section in ascending order: one chunk of it is held at a time. */
class Pieces {
  readonly #source: Source
  #n = 0
  #chunk: Uint8Array

  constructor(source: Source) {
    this.#source = source
    this.#chunk = source.own
  }

  /** The piece, where its chunk is at hand. */
  held({ chunk, at, bytes }: PiecePlace): Uint8Array | null {
    return chunk === this.#n ? this.#chunk.subarray(at, at + bytes) : null
  }

  async read(place: PiecePlace): Promise<Uint8Array> {
    const held = this.held(place)
    if (held !== null) return held
    const { head, own, fetchChunk } = this.#source
    this.#chunk = place.chunk === 0 ? own : await fetchChunk(place.chunk, head.chunks[place.chunk - 1]!)
    this.#n = place.chunk
    return this.#chunk.subarray(place.at, place.at + place.bytes)
  }
}

async function readRows(source: Source): Promise<SegmentRows> {
  const pieces = new Pieces(source)
  const read = []
  for (const place of source.head.rows.rows) {
    const bytes = (await pieces.read(place)).slice()
    read.push(readRowPiece(bytes, { count: place.count, start: place.start, seq: source.seq }))
  }
  return new SegmentRows(read, Math.ceil(Math.log2(read[0]?.count ?? 1)))
}

/** What a piece says of its rows. */
type OpenPiece<Value> = (piece: Uint8Array, count: number) => (row: number) => Value

class SealedRows<Value> implements RowReader<Value> {
  readonly #places: readonly RowPlace[]
  readonly #openPiece: OpenPiece<Value>
  readonly #pieces: Pieces
  #at = 0
  #open: { readonly place: RowPlace; valueAt(row: number): Value } | null = null

  constructor(source: Source, places: readonly RowPlace[], openPiece: OpenPiece<Value>) {
    this.#places = places
    this.#openPiece = openPiece
    this.#pieces = new Pieces(source)
  }

  at(row: number): Value | Promise<Value> {
    if (this.#open !== null && row < endOf(this.#open.place))
      return this.#open.valueAt(row - this.#open.place.start)
    return this.#readOn(row)
  }

  async #readOn(row: number): Promise<Value> {
    while (this.#at < this.#places.length && row >= endOf(this.#places[this.#at]!)) this.#at += 1
    const place = this.#places[this.#at]
    if (place === undefined || row < place.start) throw new SegmentCorrupt('row')
    const valueAt = this.#openPiece(await this.#pieces.read(place), place.count)
    this.#open = { place, valueAt }
    return valueAt(row - place.start)
  }
}

function endOf({ start, count }: RowPlace): number {
  return start + count
}

class SealedTerms implements TermStream {
  readonly #head: SegmentHead
  readonly #terms: Pieces
  readonly #positions: Pieces
  readonly #after: Uint8Array | null
  #nextPiece: number
  #run: PieceRun = { start: 0, end: 0 }
  #piece: TermPiece | null = null
  #entries: Iterator<TermEntry> = [][Symbol.iterator]()
  #current: TermEntry | null = null

  constructor(source: Source, after: Uint8Array | null) {
    this.#head = source.head
    this.#terms = new Pieces(source)
    this.#positions = new Pieces(source)
    this.#after = after
    this.#nextPiece = after === null ? 0 : (runOf(source.head.terms.terms, after)?.start ?? 0)
  }

  get key(): Uint8Array | null {
    return this.#current?.term ?? null
  }

  next(): void | Promise<void> {
    return this.#takeNext() ? undefined : this.#nextRun()
  }

  lists(): InputLists | Promise<InputLists> {
    const entry = this.#current!
    const isLong = this.#run.end - this.#run.start > 1
    if (isLong || channelOf(entry.term) === 'exact') return this.#fetchLists(entry)
    return this.#listsOf(entry, this.#piece!.postings, null)
  }

  #takeNext(): boolean {
    for (;;) {
      const step = this.#entries.next()
      this.#current = step.done === true ? null : step.value
      if (this.#current === null) return false
      if (this.#after === null || compareBytes(this.#current.term, this.#after) > 0) return true
    }
  }

  async #nextRun(): Promise<void> {
    const places = this.#head.terms.terms
    while (this.#nextPiece < places.length) {
      const place = places[this.#nextPiece]!
      this.#run = runOf(places, place.separator)!
      this.#nextPiece = this.#run.end
      this.#piece = readTermPiece(await this.#terms.read(place), this.#head.counts.passages)
      this.#entries = this.#piece.dictionary.entries()
      if (this.#takeNext()) return
    }
    this.#current = null
  }

  #fetchLists(entry: TermEntry): InputLists | Promise<InputLists> {
    const { terms, positions } = this.#head.terms
    const run = channelOf(entry.term) === 'exact' ? runOf(positions, entry.term) : null
    const rest = terms.slice(this.#run.start + 1, this.#run.end)
    const places = run === null ? [] : positions.slice(run.start, run.end)
    const held = places.length === 1 && rest.length === 0 ? this.#positions.held(places[0]!) : null
    if (held !== null) return this.#listsOf(entry, this.#piece!.postings, from(held, entry, places))
    return this.#readLists(entry, { rest, places })
  }

  async #readLists(
    entry: TermEntry,
    { rest, places }: { readonly rest: readonly PiecePlace[]; readonly places: readonly TermPlace[] },
  ): Promise<InputLists> {
    const postings = [this.#piece!.postings, ...(await readAll(this.#terms, rest))]
    const positions = await readAll(this.#positions, places)
    const lists = positions.length === 0 ? null : from(joined(positions), entry, places)
    return this.#listsOf(entry, joined(postings), lists)
  }

  #listsOf(entry: TermEntry, postings: Uint8Array, positions: Uint8Array | null): InputLists {
    const reader = new ByteReader(postings, entry.postingsAt)
    const usual = USUAL_WEIGHT[channelOf(entry.term)]
    const { rows, weights } = readPostings(reader, entry.count, this.#head.counts.passages, usual)
    return { adjustment: entry.adjustment, rows, weights, positions }
  }
}

/** What the position lists of a key begin with; offsets count from the start of the section. */
function from(bytes: Uint8Array, { positionsAt }: TermEntry, places: readonly TermPlace[]): Uint8Array {
  const at = positionsAt - places[0]!.before
  if (at < 0 || at > bytes.length) throw new SegmentCorrupt('positions')
  return bytes.subarray(at)
}

async function readAll(pieces: Pieces, places: readonly PiecePlace[]): Promise<Uint8Array[]> {
  const read: Uint8Array[] = []
  for (const place of places) read.push(await pieces.read(place))
  return read
}
