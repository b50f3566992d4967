import { bitsFor, pack } from './bit-packing.ts'
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

/** Reads `count` postings of a segment of `passages` rows; throws SegmentCorrupt where a row is out of bounds. */
export function readPostings(
  reader: ByteReader,
  count: number,
  passages: number,
  usual: number,
): DecodedPostings {
  const rows = new Uint32Array(count)
  const weights = new Uint32Array(count)
  let start = 0
  let next = 0
  for (; start + BLOCK <= count; start += BLOCK) {
    readBlock(reader, rows, weights, start)
    next = gapsToRows(rows, { start, end: start + BLOCK, next }, passages)
  }
  for (let i = start; i < count; i++) {
    const coded = reader.varint()
    rows[i] = Math.floor(coded / 2)
    weights[i] = coded % 2 === 1 ? usual : reader.varint()
  }
  gapsToRows(rows, { start, end: count, next }, passages)
  return { rows, weights }
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

function readBlock(reader: ByteReader, rows: Uint32Array, weights: Uint32Array, start: number): void {
  const gapBits = reader.byte()
  const weightBits = reader.byte()
  if (gapBits > 32 || weightBits > 32) throw new SegmentCorrupt('block width')
  for (let i = 0; i < 3; i++) reader.varint()
  reader.packed(gapBits, { out: rows, start, end: start + BLOCK })
  reader.packed(weightBits, { out: weights, start, end: start + BLOCK })
}

/** Rows between this posting and the one before it. */
function gapBefore(postings: Postings, i: number): number {
  return i === 0 ? postings.rows[0]! : postings.rows[i]! - postings.rows[i - 1]! - 1
}

/** Makes gaps from `start` to `end` rows, the first from `next` on, and gives the row after the last. */
function gapsToRows(
  rows: Uint32Array,
  { start, end, next }: { readonly start: number; readonly end: number; readonly next: number },
  passages: number,
): number {
  let row = next
  for (let i = start; i < end; i++) {
    row += rows[i]!
    rows[i] = row++
  }
  if (row > passages) throw new SegmentCorrupt('row out of bounds')
  return row
}
