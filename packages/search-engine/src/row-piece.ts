import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import type { RankedChannel } from './channels.ts'
import { Column, writeColumn } from './column.ts'
import { type Differences, Lengths } from './lengths.ts'
import { readParts, writeParts } from './parts.ts'
import { LINK_BITS, SILENT_LINK_MAX, wholesAmong } from './passage-links.ts'
import { type PointerLists, PointerRuns, writePointerRuns } from './pointer-runs.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** What every search asks of some consecutive rows, numbered from 0 in their piece. */
export interface RowPiece {
  readonly count: number
  /** Whether somebody speaks in any row. */
  readonly hasTalk: boolean
  /** Whether any row may be the passage after the row before; sure where nobody speaks. */
  readonly hasCut: boolean
  readonly lengths: Readonly<Record<RankedChannel, Lengths>>
  link(row: number): number
  fingerprint(row: number): number
  /** The first two bytes of every fingerprint. */
  readonly fingerprintStarts: Uint16Array
  /** For each row the number of its whole, a document or the turn of a speaker, less whole multiples of 256. */
  readonly wholes: Uint8Array
  batchAt(row: number): number
  ordinalAt(row: number): number
  /** The row of a pointer, or -1 where this piece does not hold it. */
  rowOf(batch: number, ordinal: number): number
}

const PARTS = 6
export const FINGERPRINT_BYTES = 6

/** Reads a piece of the section `rows`; a fresh segment's rows are ordinals of the batch `seq`, from `start`. */
export function readRowPiece(
  piece: Uint8Array,
  { count, start, seq }: { readonly count: number; readonly start: number; readonly seq: number },
): RowPiece {
  const [stems, exacts, grams, fingerprints, links, pointers] = readParts(piece, PARTS) as Parts
  if (fingerprints.length !== count * FINGERPRINT_BYTES) throw new SegmentCorrupt('fingerprints')
  const stem = new Column(stems, count)
  const link = new Column(links, count)
  let [wholes, starts]: [Uint8Array | null, Uint16Array | null] = [null, null]
  const wholesOf = () => (wholes ??= wholesAmong(link.values()))
  const startsOf = () => (starts ??= fingerprintStarts(fingerprints, FINGERPRINT_BYTES))
  return {
    count,
    get wholes() {
      return wholesOf()
    },
    hasTalk: link.bound > SILENT_LINK_MAX,
    hasCut: link.bound >= LINK_BITS.follows,
    lengths: {
      stem: new Lengths(stem),
      exact: new Lengths(stem, differencesIn(exacts, count)),
      gram: new Lengths(new Column(grams, count)),
    },
    link: (row) => link.at(row),
    fingerprint: (row) => fingerprintAt(fingerprints, row * FINGERPRINT_BYTES),
    get fingerprintStarts() {
      return startsOf()
    },
    ...identityOf(pointers, { count, start, seq }),
  }
}

type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

/** What exact lengths are more than the stem lengths: a least difference, and how far each is above it. */
function differencesIn(part: Uint8Array, count: number): Differences {
  const reader = new ByteReader(part)
  const least = reader.signed()
  return { least, above: new Column(part.subarray(reader.at), count) }
}

function identityOf(
  part: Uint8Array,
  { count, start, seq }: { readonly count: number; readonly start: number; readonly seq: number },
): Pick<RowPiece, 'batchAt' | 'ordinalAt' | 'rowOf'> {
  if (part.length === 1 && part[0] === 0) {
    return {
      batchAt: () => seq,
      ordinalAt: (row) => start + row,
      rowOf: (batch, ordinal) =>
        batch === seq && ordinal >= start && ordinal < start + count ? ordinal - start : -1,
    }
  }
  const runs = new PointerRuns(part, count)
  return {
    batchAt: (row) => runs.batchAt(row),
    ordinalAt: (row) => runs.ordinalAt(row),
    rowOf: (batch, ordinal) => runs.rowOf(batch, ordinal),
  }
}

/** The number in the first six bytes of a hash. */
export function fingerprintAt(bytes: Uint8Array, at: number): number {
  const low = bytes[at]! + bytes[at + 1]! * 2 ** 8 + bytes[at + 2]! * 2 ** 16
  return low + bytes[at + 3]! * 2 ** 24 + bytes[at + 4]! * 2 ** 32 + bytes[at + 5]! * 2 ** 40
}

/** The first two bytes of the fingerprints of all rows, one every `bytesARow`. */
export function fingerprintStarts(bytes: Uint8Array, bytesARow: number): Uint16Array {
  const starts = new Uint16Array(bytes.length / bytesARow)
  for (let row = 0, at = 0; row < starts.length; row++, at += bytesARow)
    starts[row] = bytes[at]! | (bytes[at + 1]! << 8)
  return starts
}

/** The rows of one piece on their way into it. */
export interface RowPieceDraft {
  readonly lengths: Readonly<Record<RankedChannel, readonly number[]>>
  /** The first six bytes of the hash of each row. */
  readonly fingerprints: Uint8Array
  /** The link of each row, from linkOf. */
  readonly links: readonly number[]
  /** Empty in a fresh segment, whose rows are its ordinals. */
  readonly pointers: PointerLists
}

export function writeRowPiece({ lengths, fingerprints, links, pointers }: RowPieceDraft): Uint8Array {
  return writeParts([
    writeColumn(lengths.stem),
    writeExactLengths(lengths.stem, lengths.exact),
    writeColumn(lengths.gram),
    fingerprints,
    writeColumn(links),
    writePointerRuns(pointers),
  ])
}

function writeExactLengths(stem: readonly number[], exact: readonly number[]): Uint8Array {
  const differences = exact.map((length, row) => length - stem[row]!)
  const least = differences.reduce((a, b) => Math.min(a, b), differences[0] ?? 0)
  const writer = new ByteWriter()
  writer.signed(least)
  writer.bytes(writeColumn(differences.map((difference) => difference - least)))
  return writer.take()
}
