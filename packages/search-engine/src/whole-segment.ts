import { ByteReader } from './byte-reader.ts'
import { CHANNELS, type IndexChannel, RANKED_CHANNELS, type RankedChannel, USUAL_WEIGHT } from './channels.ts'
import { Column } from './column.ts'
import { Lengths } from './lengths.ts'
import { PassageColumns } from './passage-columns.ts'
import { type PassageIdentity, readIdentity } from './passage-identity.ts'
import { LINK_BITS, SILENT_LINK_MAX, wholesAmong } from './passage-links.ts'
import { readPositions } from './positions.ts'
import { readPostings } from './postings.ts'
import type { RowPiece } from './row-piece.ts'
import { readSections, type Sections } from './sections.ts'
import type { Segment } from './segment.ts'
import { readCounts, type TableCounts } from './segment-counts.ts'
import { HELD_WHOLE } from './segment-reads.ts'
import { SegmentRows } from './segment-rows.ts'
import { NO_VECTORS, SegmentVectors } from './segment-vectors.ts'
import { TermDictionary } from './term-dictionary.ts'
import { encodeText } from './utf8.ts'
import { VectorPiece } from './vector-piece.ts'

/** Every row number is below 2 to this: one piece holds them all. */
const WHOLE_SHIFT = 31

/** A segment in format 1 or 3, held whole. */
export function openWhole(bytes: Uint8Array, seq: number): Segment {
  const { analyser, sections } = readSections(bytes)
  const counts = readCounts(sections.counts)
  const columns = new PassageColumns(sections, counts.passages, counts.strings)
  const dictionaries = readDictionaries(sections, counts)
  const identity = readIdentity(sections, seq, counts.passages)
  const rows = new SegmentRows([rowPiece(sections, columns, identity)], WHOLE_SHIFT)
  const count = counts.passages
  const vectors =
    sections.vectors.length === 0
      ? NO_VECTORS
      : new SegmentVectors([new VectorPiece(sections.vectors, count)])
  return {
    seq,
    analyser,
    counts,
    rows,
    vectors,
    reads: HELD_WHOLE,
    find: (channel, term) => dictionaries[channel].find(encodeText(term)),
    entries: (channel) => dictionaries[channel].entries(),
    postings: (channel, entry, among) => {
      const reader = new ByteReader(sections[`postings.${channel}`], entry.postingsAt)
      return readPostings(reader, entry.count, count, USUAL_WEIGHT[channel], among)
    },
    positions: (entry, wanted) =>
      readPositions(new ByteReader(sections.positions, entry.positionsAt), entry.count, wanted),
    strings: (field) => [{ count, strings: columns.strings, values: columns.fields[field] }],
    tags: () => [{ count, strings: columns.strings, ends: columns.tagEnds, values: columns.tags }],
    times: (field) => [{ count, values: columns[field] }],
    stored: (row) => columns.stored(row),
  }
}

function rowPiece(sections: Sections, columns: PassageColumns, identity: PassageIdentity): RowPiece {
  let links: Uint8Array | null = null
  let most: number | null = null
  let [wholes, starts]: [Uint8Array | null, Uint16Array | null] = [null, null]
  const wholesOf = () => (wholes ??= wholesAmong(linksOf()))
  const startsOf = () => (starts ??= columns.fingerprintStarts())
  const linksOf = () => (links ??= columns.links())
  const mostLink = () => (most ??= linksOf().reduce((a, b) => Math.max(a, b), 0))
  return {
    count: columns.count,
    get hasTalk() {
      return mostLink() > SILENT_LINK_MAX
    },
    get hasCut() {
      return mostLink() >= LINK_BITS.follows
    },
    lengths: readLengths(sections, columns.count),
    link: (row) => linksOf()[row]!,
    get wholes() {
      return wholesOf()
    },
    fingerprint: (row) => columns.fingerprint(row),
    get fingerprintStarts() {
      return startsOf()
    },
    batchAt: (row) => identity.batchAt(row),
    ordinalAt: (row) => identity.ordinalAt(row),
    rowOf: (batch, ordinal) => identity.rowOf(batch, ordinal),
  }
}

function readDictionaries(sections: Sections, counts: TableCounts): Record<IndexChannel, TermDictionary> {
  const dictionaries: Partial<Record<IndexChannel, TermDictionary>> = {}
  for (const channel of CHANNELS) {
    const blocks = sections[`blocks.${channel}`]
    const terms = sections[`terms.${channel}`]
    dictionaries[channel] = new TermDictionary(terms, blocks, counts.terms[channel], counts.passages)
  }
  return dictionaries as Record<IndexChannel, TermDictionary>
}

function readLengths(sections: Sections, passages: number): Record<RankedChannel, Lengths> {
  const lengths: Partial<Record<RankedChannel, Lengths>> = {}
  for (const channel of RANKED_CHANNELS)
    lengths[channel] = new Lengths(new Column(sections[`lengths.${channel}`], passages))
  return lengths as Record<RankedChannel, Lengths>
}
