import { ByteWriter } from './byte-writer.ts'
import {
  CHANNELS,
  type IndexChannel,
  isRanked,
  RANKED_CHANNELS,
  type RankedChannel,
  USUAL_WEIGHT,
} from './channels.ts'
import { writeColumn } from './column.ts'
import type { PassageColumnsWriter } from './passage-columns-writer.ts'
import { type Pointer, writeIdentity } from './passage-identity.ts'
import { writePositions } from './positions.ts'
import { type Postings, writePostings } from './postings.ts'
import { type SectionName, type Sections, writeSections } from './sections.ts'
import { addLengths, emptyLengths, type SegmentCounts, writeCounts } from './segment-counts.ts'
import { TermDictionaryWriter } from './term-dictionary.ts'
import { VectorPieceWriter } from './vector-piece.ts'

/** One term of one channel on its way into a segment; `positions` only in the exact channel. */
export interface TermLists extends Postings {
  readonly term: Uint8Array
  readonly adjustment: number
  readonly positions: readonly ArrayLike<number>[] | null
}

/** Everything a segment is made of; the terms of a channel come in byte order. */
export interface SegmentDraft {
  readonly analyser: number
  readonly columns: PassageColumnsWriter
  /** For each row its vector, or null. */
  readonly vectors: readonly (Int8Array | null)[]
  /** Null for a fresh segment, whose rows are its ordinals. */
  readonly pointers: readonly Pointer[] | null
  readonly lengths: Readonly<Record<RankedChannel, readonly number[]>>
  readonly adjustments: SegmentCounts['adjustments']
  terms(channel: IndexChannel): Iterable<TermLists>
}

export function writeSegment(draft: SegmentDraft): Uint8Array {
  const sections: Partial<Record<SectionName, Uint8Array>> = {}
  const termCounts = { stem: 0, exact: 0, gram: 0, key: 0, entity: 0 }
  for (const channel of CHANNELS) {
    const written = writeChannel(draft, channel)
    termCounts[channel] = written.count
    sections[`terms.${channel}`] = written.terms
    sections[`blocks.${channel}`] = written.blocks
    sections[`postings.${channel}`] = written.postings
    if (channel === 'exact') sections.positions = written.positions
  }
  for (const channel of RANKED_CHANNELS) sections[`lengths.${channel}`] = writeColumn(draft.lengths[channel])
  const columns = draft.columns.write()
  const counts = writeCounts({ ...totalsOf(draft), terms: termCounts, strings: columns.strings })
  const all = {
    ...sections,
    ...columns.sections,
    ...writeIdentity(draft.pointers),
    vectors: vectorsOf(draft),
    counts,
  }
  return writeSections(draft.analyser, all as Sections)
}

/** None at all where no row has one. */
function vectorsOf({ vectors }: SegmentDraft): Uint8Array {
  const writer = new VectorPieceWriter()
  for (const vector of vectors) writer.add(vector)
  return writer.hasVectors ? writer.write() : new Uint8Array()
}

function writeChannel(draft: SegmentDraft, channel: IndexChannel) {
  const dictionary = new TermDictionaryWriter()
  const postings = new ByteWriter()
  const positions = new ByteWriter()
  const lengths = isRanked(channel) ? draft.lengths[channel] : null
  for (const lists of draft.terms(channel)) {
    const postingsAt = postings.length
    const positionsAt = positions.length
    writePostings(postings, lists, lengths, USUAL_WEIGHT[channel])
    if (lists.positions !== null) writePositions(positions, lists.positions)
    const entry = {
      term: lists.term,
      count: lists.rows.length,
      adjustment: lists.adjustment,
      postingsAt,
      positionsAt,
    }
    dictionary.add(entry, postings.length - postingsAt, positions.length - positionsAt)
  }
  return {
    ...dictionary.write(),
    count: dictionary.count,
    postings: postings.take(),
    positions: positions.take(),
  }
}

function totalsOf(draft: SegmentDraft): Pick<SegmentCounts, 'passages' | 'lengths' | 'adjustments'> {
  const lengths = emptyLengths()
  for (const channel of RANKED_CHANNELS) {
    for (const length of draft.lengths[channel]) {
      lengths[channel] = addLengths(lengths[channel], length, length > 0 ? 1 : 0, 1)
    }
  }
  return { passages: draft.lengths.stem.length, lengths, adjustments: draft.adjustments }
}
