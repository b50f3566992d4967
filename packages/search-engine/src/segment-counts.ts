import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { CHANNELS, type IndexChannel, RANKED_CHANNELS, type RankedChannel } from './channels.ts'

/** What BM25 averages over in one channel: summed length in half units, and passages that have any. */
export interface LengthCount {
  readonly length: number
  readonly passages: number
}

/** Totals of a segment; `adjustments` are signed and make sums over all segments those of the live passages. */
export interface SegmentCounts {
  readonly passages: number
  readonly lengths: Readonly<Record<RankedChannel, LengthCount>>
  readonly adjustments: {
    readonly passages: number
    readonly lengths: Readonly<Record<RankedChannel, LengthCount>>
  }
}

/** What the section `counts` of format 1 says besides: how much its tables hold. */
export interface TableCounts extends SegmentCounts {
  readonly terms: Readonly<Record<IndexChannel, number>>
  readonly strings: number
}

export function writeCounts(counts: TableCounts): Uint8Array {
  const writer = new ByteWriter()
  writeTotals(writer, counts)
  for (const channel of CHANNELS) writer.varint(counts.terms[channel])
  writer.varint(counts.strings)
  return writer.take()
}

export function writeTotals(writer: ByteWriter, counts: SegmentCounts): void {
  writer.varint(counts.passages)
  writer.signed(counts.adjustments.passages)
  for (const channel of RANKED_CHANNELS) {
    writer.varint(counts.lengths[channel].length)
    writer.varint(counts.lengths[channel].passages)
    writer.signed(counts.adjustments.lengths[channel].length)
    writer.signed(counts.adjustments.lengths[channel].passages)
  }
}

export function readCounts(section: Uint8Array): TableCounts {
  const reader = new ByteReader(section)
  const totals = readTotals(reader)
  const terms = { stem: 0, exact: 0, gram: 0, key: 0, entity: 0 }
  for (const channel of CHANNELS) terms[channel] = reader.varint()
  return { ...totals, terms, strings: reader.varint() }
}

export function readTotals(reader: ByteReader): SegmentCounts {
  const passages = reader.varint()
  const buried = reader.signed()
  const lengths = emptyLengths()
  const adjusted = emptyLengths()
  for (const channel of RANKED_CHANNELS) {
    lengths[channel] = { length: reader.varint(), passages: reader.varint() }
    adjusted[channel] = { length: reader.signed(), passages: reader.signed() }
  }
  return { passages, lengths, adjustments: { passages: buried, lengths: adjusted } }
}

/** Zero in every channel, to be added to. */
export function emptyLengths(): Record<RankedChannel, LengthCount> {
  return {
    stem: { length: 0, passages: 0 },
    exact: { length: 0, passages: 0 },
    gram: { length: 0, passages: 0 },
  }
}

/** Adds `sign` times one passage's length, or another count, to a count. */
export function addLengths(into: LengthCount, length: number, passages: number, sign: 1 | -1): LengthCount {
  return { length: into.length + sign * length, passages: into.passages + sign * passages }
}
