import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { Column, writeColumn } from './column.ts'
import { readParts, writeParts } from './parts.ts'
import { lastNotAbove } from './pointer-runs.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { vectorBytes, vectorFromBytes } from './vector.ts'

/** Components of a vector at most: so few that the products of two squared lengths are exact. */
export const DIMENSIONS_MAX = 4096

/** The vectors of some consecutive rows, numbered from 0 in their piece; rows that follow one another and share a vector have it once. */
export class VectorPiece {
  readonly count: number
  /** Components of each vector; 0 where no row has one. */
  readonly dimensions: number
  /** All vectors end to end, as a view of the piece. */
  readonly vectors: Int8Array
  /** For each vector the first of its rows, and the row after the last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly #squares: Column

  /** Throws SegmentCorrupt where the bytes are not the vectors of `count` rows. */
  constructor(bytes: Uint8Array, count: number) {
    const [runs, squares, vectors] = readParts(bytes, 3) as [Uint8Array, Uint8Array, Uint8Array]
    const reader = new ByteReader(runs)
    this.count = count
    this.dimensions = reader.varint()
    const size = reader.varint()
    if (size > count || this.dimensions > DIMENSIONS_MAX) throw new SegmentCorrupt('vector runs')
    const spans = spansOf(new Column(runs.subarray(reader.at), size), count)
    if (
      spans.starts.length * this.dimensions !== vectors.length ||
      spans.starts.length > 0 !== vectors.length > 0
    )
      throw new SegmentCorrupt('vectors')
    this.starts = spans.starts
    this.ends = spans.ends
    this.vectors = vectorFromBytes(vectors)
    this.#squares = new Column(squares, this.starts.length)
  }

  /** The sum of the squares of the n-th vector's components. */
  squares(n: number): number {
    const squares = this.#squares.at(n)
    if (squares === 0) throw new SegmentCorrupt('a vector without direction')
    return squares
  }

  /** The vector of a row, as a view, or null. */
  at(row: number): Int8Array | null {
    const n = lastNotAbove(this.starts, row)
    if (n < 0 || row >= this.ends[n]!) return null
    return this.vectors.subarray(n * this.dimensions, (n + 1) * this.dimensions)
  }
}

function spansOf(runs: Column, count: number): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
  const starts = new Uint32Array(runs.count)
  const ends = new Uint32Array(runs.count)
  let vectors = 0
  let row = 0
  for (let run = 0; run < runs.count; run++) {
    const value = runs.at(run)
    const end = row + (value >>> 1) + 1
    if (value % 2 === 0) {
      starts[vectors] = row
      ends[vectors++] = end
    }
    row = end
  }
  if (row !== count) throw new SegmentCorrupt('vector rows')
  return { starts: starts.subarray(0, vectors), ends: ends.subarray(0, vectors) }
}

/** Takes the vectors of rows in order and writes what VectorPiece reads. */
export class VectorPieceWriter {
  readonly #runs: { readonly vector: Int8Array | null; rows: number }[] = []
  #dimensions = 0
  #bytes = PIECE_BYTES
  rows = 0

  get hasVectors(): boolean {
    return this.#dimensions > 0
  }

  /** No more than this many bytes are written. */
  get bytesMax(): number {
    return this.#bytes
  }

  /** The vector of the next row, or of as many; throws RangeError where it is not as long as those before. */
  add(vector: Int8Array | null, rows = 1): void {
    if (rows === 0) return
    this.rows += rows
    const last = this.#runs.at(-1)
    if (last !== undefined && isSame(last.vector, vector)) {
      last.rows += rows
      return
    }
    if (vector !== null) this.#checkLength(vector)
    this.#runs.push({ vector, rows })
    this.#bytes += runBytes(vector)
  }

  write(): Uint8Array {
    const runs = new ByteWriter()
    runs.varint(this.#dimensions)
    runs.varint(this.#runs.length)
    runs.bytes(writeColumn(this.#runs.map(({ vector, rows }) => 2 * (rows - 1) + (vector === null ? 1 : 0))))
    const vectors = this.#runs.flatMap(({ vector }) => (vector === null ? [] : [vector]))
    const bytes = new ByteWriter()
    for (const vector of vectors) bytes.bytes(vectorBytes(vector))
    return writeParts([runs.take(), writeColumn(vectors.map(squaresOf)), bytes.take()])
  }

  #checkLength({ length }: Int8Array): void {
    if (length === 0 || length > DIMENSIONS_MAX) throw new RangeError(`a vector of ${length} components`)
    if (this.#dimensions > 0 && length !== this.#dimensions)
      throw new RangeError(`a vector of ${length} components among those of ${this.#dimensions}`)
    this.#dimensions = length
  }
}

/** What a piece has besides its runs, at most. */
const PIECE_BYTES = 48

/** What one more run adds at most: its vector, its number of rows and the sum of squares. */
export function runBytes(vector: Int8Array | null): number {
  return vector === null ? 5 : 10 + vector.length
}

function isSame(a: Int8Array | null, b: Int8Array | null): boolean {
  if (a === b) return true
  return a !== null && b !== null && a.length === b.length && a.every((value, i) => value === b[i])
}

/** The sum of the squares of a vector's components. */
export function squaresOf(vector: Int8Array): number {
  return vector.reduce((sum, value) => sum + value * value, 0)
}
