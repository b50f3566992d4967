import { ANALYSER } from '@cairn/text/terms'
import { type IndexChannel, RANKED_CHANNELS, type RankedChannel } from './channels.ts'
import { compareBytes } from './compare-bytes.ts'
import type { PassageInput, StoredPassage } from './passage.ts'
import { PassageColumnsWriter } from './passage-columns-writer.ts'
import type { Pointer } from './passage-identity.ts'
import { type PassageTerms, termsOf } from './passage-terms.ts'
import { addLengths, emptyLengths, type SegmentCounts } from './segment-counts.ts'
import { encodeText } from './utf8.ts'
import { type TermLists, writeSegment } from './write-segment.ts'

/**
 * The bytes of a fresh segment: `passages` in ordinal order, and negative counts for the `buried` ones, which must
 * be given with every field they were indexed with. With `pointers` each passage keeps an earlier place; they ascend. Throws
 * RangeError where a passage breaks its shape.
 */
export function buildSegment(
  passages: readonly PassageInput[],
  buried: readonly StoredPassage[],
  pointers: readonly Pointer[] | null = null,
): Uint8Array {
  const columns = new PassageColumnsWriter()
  for (const passage of passages) columns.add(passage)
  const live = passages.map(termsOf)
  const gone = buried.map(termsOf)
  return writeSegment({
    analyser: ANALYSER,
    columns,
    vectors: passages.map(vectorOf),
    pointers,
    lengths: {
      stem: live.map((terms) => lengthIn(terms, 'stem')),
      exact: live.map((terms) => lengthIn(terms, 'exact')),
      gram: live.map((terms) => lengthIn(terms, 'gram')),
    },
    adjustments: negativeCounts(gone),
    terms: (channel) => invert(live, gone, channel),
  })
}

function vectorOf({ vector }: PassageInput): Int8Array | null {
  if (vector?.every((value) => value === 0)) throw new RangeError('the zero vector has no direction')
  return vector
}

/** The length BM25 normalises by: summed term weights, in half units. */
function lengthIn(terms: PassageTerms, channel: RankedChannel): number {
  let length = 0
  for (const use of terms[channel].values()) length += use.weight
  return length
}

function negativeCounts(gone: readonly PassageTerms[]): SegmentCounts['adjustments'] {
  const lengths = emptyLengths()
  for (const terms of gone) {
    for (const channel of RANKED_CHANNELS) {
      const length = lengthIn(terms, channel)
      lengths[channel] = addLengths(lengths[channel], length, length > 0 ? 1 : 0, -1)
    }
  }
  return { passages: -gone.length, lengths }
}

interface GrowingLists {
  adjustment: number
  readonly rows: number[]
  readonly weights: number[]
  readonly positions: number[][]
}

/** Turns passages into the terms of one channel, in byte order. */
function invert(
  live: readonly PassageTerms[],
  gone: readonly PassageTerms[],
  channel: IndexChannel,
): TermLists[] {
  const lists = new Map<string, GrowingLists>()
  for (const [row, terms] of live.entries()) {
    for (const [term, use] of terms[channel]) {
      const grown = listsOf(lists, term)
      grown.rows.push(row)
      grown.weights.push(use.weight)
      grown.positions.push(use.positions.toSorted((a, b) => a - b))
    }
  }
  for (const terms of gone) for (const term of terms[channel].keys()) listsOf(lists, term).adjustment -= 1
  return sortedLists(lists, channel)
}

function listsOf(lists: Map<string, GrowingLists>, term: string): GrowingLists {
  const known = lists.get(term)
  if (known !== undefined) return known
  const fresh = { adjustment: 0, rows: [], weights: [], positions: [] }
  lists.set(term, fresh)
  return fresh
}

function sortedLists(lists: ReadonlyMap<string, GrowingLists>, channel: IndexChannel): TermLists[] {
  return [...lists]
    .map(([term, grown]) => ({
      ...grown,
      term: encodeText(term),
      positions: channel === 'exact' ? grown.positions : null,
    }))
    .sort((a, b) => compareBytes(a.term, b.term))
}
