import { bitsFor, pack, packedBytes } from './bit-packing.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

export const BLOCK = 128

/** Where a term occurs: rows of the segment, ascending, and its weight in each. */
export interface Postings {
  readonly rows: ArrayLike<number>
  readonly weights: ArrayLike<number>
}

/** What decoding gives: the same in typed arrays. */
export interface DecodedPostings extends Postings {
  readonly rows: Uint32Array
  readonly weights: Uint32Array
}

/** Full blocks of 128 are bit packed behind a header with their maximum; the rest is varints. */
export function writePostings(
  writer: ByteWriter,
  postings: Postings,
  lengths: ArrayLike<number> | null,
  usual: number,
): void {
  const count = postings.rows.length
  let start = 0
  for (; start + BLOCK <= count; start += BLOCK) writeBlock(writer, postings, lengths, start)
  for (let i = start; i < count; i++) {
    const gap = gapBefore(postings, i)
    const weight = postings.weights[i]!
    writer.varint(gap * 2 + (weight === usual ? 1 : 0))
    if (weight !== usual) writer.varint(weight)
  }
}

/**
 * Reads `count` postings of a segment of `passages` rows; throws SegmentCorrupt where a row is out of bounds. Blocks that hold none of
 * the ascending rows `among` are left out, where some are given.
 */
export function readPostings(
  reader: ByteReader,
  count: number,
  passages: number,
  usual: number,
  among: Uint32Array | null = null,
): DecodedPostings {
  const rows = new Uint32Array(count)
  const weights = new Uint32Array(count)
  const isWanted = among === null ? () => true : holdsSome(among)
  let [read, next] = [0, 0]
  for (let start = 0; start + BLOCK <= count; start += BLOCK) {
    const head = readBlockHead(reader)
    const last = next + head.gaps + BLOCK - 1
    if (last >= passages) throw new SegmentCorrupt('row out of bounds')
    if (isWanted(next, last)) {
      const end = read + BLOCK
      reader.packed(head.gapBits, { out: rows, start: read, end })
      reader.packed(head.weightBits, { out: weights, start: read, end })
      if (gapsToRows(rows, { start: read, end, next }) !== last + 1) throw new SegmentCorrupt('sum of gaps')
      read = end
    } else reader.skip(packedBytes(BLOCK, head.gapBits) + packedBytes(BLOCK, head.weightBits))
    next = last + 1
  }
  const end = read + (count % BLOCK)
  for (let i = read; i < end; i++) {
    const coded = reader.varint()
    rows[i] = Math.floor(coded / 2)
    weights[i] = coded % 2 === 1 ? usual : reader.varint()
  }
  if (gapsToRows(rows, { start: read, end, next }) > passages) throw new SegmentCorrupt('row out of bounds')
  return { rows: rows.subarray(0, end), weights: weights.subarray(0, end) }
}

/** Tells, asked in ascending order, whether some of ascending rows are from `first` to `last`. */
function holdsSome(among: Uint32Array): (first: number, last: number) => boolean {
  let next = 0
  return (first, last) => {
    while (next < among.length && among[next]! < first) next++
    return next < among.length && among[next]! <= last
  }
}

/** Blocks that `count` postings take, the last and shorter one included. */
export function blocksOf(count: number): number {
  return Math.ceil(count / BLOCK)
}

function writeBlock(
  writer: ByteWriter,
  postings: Postings,
  lengths: ArrayLike<number> | null,
  start: number,
): void {
  const gaps = new Uint32Array(BLOCK)
  const weights = new Uint32Array(BLOCK)
  let shortest = lengths === null ? 0 : Number.MAX_SAFE_INTEGER
  for (let i = 0; i < BLOCK; i++) {
    gaps[i] = gapBefore(postings, start + i)
    weights[i] = postings.weights[start + i]!
    if (lengths !== null) shortest = Math.min(shortest, lengths[postings.rows[start + i]!]!)
  }
  const largestWeight = weights.reduce((a, b) => Math.max(a, b), 0)
  const gapBits = bitsFor(gaps.reduce((a, b) => Math.max(a, b), 0))
  const weightBits = bitsFor(largestWeight)
  writer.byte(gapBits)
  writer.byte(weightBits)
  writer.varint(gaps.reduce((a, b) => a + b, 0))
  writer.varint(largestWeight)
  writer.varint(shortest)
  writer.bytes(pack(gaps, gapBits))
  writer.bytes(pack(weights, weightBits))
}

interface BlockHead {
  readonly gapBits: number
  readonly weightBits: number
  /** The sum of the gaps. */
  readonly gaps: number
}

function readBlockHead(reader: ByteReader): BlockHead {
  const gapBits = reader.byte()
  const weightBits = reader.byte()
  if (gapBits > 32 || weightBits > 32) throw new SegmentCorrupt('block width')
  const gaps = reader.varint()
  reader.varint()
  reader.varint()
  return { gapBits, weightBits, gaps }
}

/** Rows between this posting and the one before it. */
function gapBefore(postings: Postings, i: number): number {
  return i === 0 ? postings.rows[0]! : postings.rows[i]! - postings.rows[i - 1]! - 1
}

/** Makes gaps from `start` to `end` rows, the first from `next` on, and gives the row after the last. */
function gapsToRows(
  rows: Uint32Array,
  { start, end, next }: { readonly start: number; readonly end: number; readonly next: number },
): number {
  let row = next
  for (let i = start; i < end; i++) {
    row += rows[i]!
    rows[i] = row++
  }
  return row
}
