import { ANALYSER } from '@cairn/text/terms'
import { ByteReader } from './byte-reader.ts'
import { CHANNELS, type IndexChannel, RANKED_CHANNELS, type RankedChannel, USUAL_WEIGHT } from './channels.ts'
import { Column } from './column.ts'
import { PassageColumns } from './passage-columns.ts'
import { type PassageIdentity, readIdentity } from './passage-identity.ts'
import { readLinks } from './passage-links.ts'
import { readPositions } from './positions.ts'
import { type DecodedPostings, readPostings } from './postings.ts'
import { readSections, type Sections } from './sections.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { readCounts, type SegmentCounts } from './segment-counts.ts'
import { TermDictionary, type TermEntry } from './term-dictionary.ts'

/** An open segment: counts and views, read lazily. Rows are its passages, ascending by (batch, ordinal). */
export interface Segment {
  readonly seq: number
  readonly analyser: number
  readonly bytes: number
  readonly counts: SegmentCounts
  readonly identity: PassageIdentity
  readonly columns: PassageColumns
  dictionary(channel: IndexChannel): TermDictionary
  postings(channel: IndexChannel, entry: TermEntry): DecodedPostings
  /** Word positions of an exact term, one list a posting; those `wanted` refuses come back empty. */
  positions(entry: TermEntry, wanted: (i: number) => boolean): number[][]
  /** Length of every row in half units; kept once asked for. */
  lengths(channel: RankedChannel): Uint32Array
  /** How every row stands to the one before, as LINK_BITS, null where nobody speaks; kept once asked for. */
  links(): Uint8Array | null
}

/**
 * Opens the bytes of a segment; `seq` is its number, and the batch of its passages while it is fresh. Reads the
 * header only; throws SegmentCorrupt here or at a later read wherever the bytes are not what format 1 says.
 */
export function openSegment(bytes: Uint8Array, seq: number): Segment {
  const { analyser, sections } = readSections(bytes)
  if (analyser !== ANALYSER && analyser !== ANALYSER - 1) throw new SegmentCorrupt('analyser')
  const counts = readCounts(sections.counts)
  const columns = new PassageColumns(sections, counts.passages, counts.strings)
  const dictionaries = readDictionaries(sections, counts)
  const lengthColumns = readLengths(sections, counts.passages)
  const lengths = new Map<RankedChannel, Uint32Array>()
  let links: Uint8Array | null | undefined
  return {
    seq,
    analyser,
    bytes: bytes.length,
    counts,
    identity: readIdentity(sections, seq, counts.passages),
    columns,
    dictionary: (channel) => dictionaries[channel],
    postings: (channel, entry) => {
      const reader = new ByteReader(sections[`postings.${channel}`], entry.postingsAt)
      return readPostings(reader, entry.count, counts.passages, USUAL_WEIGHT[channel])
    },
    positions: (entry, wanted) =>
      readPositions(new ByteReader(sections.positions, entry.positionsAt), entry.count, wanted),
    lengths: (channel) => {
      const kept = lengths.get(channel) ?? lengthColumns[channel].values()
      lengths.set(channel, kept)
      return kept
    },
    links: () => {
      if (links === undefined) links = readLinks(columns)
      return links
    },
  }
}

function readDictionaries(sections: Sections, counts: SegmentCounts): Record<IndexChannel, TermDictionary> {
  const dictionaries: Partial<Record<IndexChannel, TermDictionary>> = {}
  for (const channel of CHANNELS) {
    const blocks = sections[`blocks.${channel}`]
    const terms = sections[`terms.${channel}`]
    dictionaries[channel] = new TermDictionary(terms, blocks, counts.terms[channel], counts.passages)
  }
  return dictionaries as Record<IndexChannel, TermDictionary>
}

function readLengths(sections: Sections, passages: number): Record<RankedChannel, Column> {
  const columns: Partial<Record<RankedChannel, Column>> = {}
  for (const channel of RANKED_CHANNELS)
    columns[channel] = new Column(sections[`lengths.${channel}`], passages)
  return columns as Record<RankedChannel, Column>
}
