import { RANKED_CHANNELS, type RankedChannel } from '../channels.ts'
import { LINK_BITS } from '../passage-links.ts'
import type { RowPiece } from '../row-piece.ts'
import type { SegmentRows } from '../segment-rows.ts'
import { rankedMatches, saturated, weightOf } from './bm25.ts'
import type { LaneContext } from './lane.ts'

/** The part of what its whole scores more that a passage takes over. */
const SHARE = 0.3

/**
 * What a passage gains from the whole it was cut from, a document or a long turn: a part of how much more the whole
 * scores by BM25 than the passage does (`words`), so that words which the cut parted still count together.
 */
export function wholeScores(context: LaneContext, words: Float64Array): Float64Array {
  const added = new Float64Array(words.length)
  if (!hasWholes(context)) return added
  const wholes = wholesOf(context)
  const scores = scoresOf(context, wholes)
  for (let i = 0; i < added.length; i++) {
    const whole = wholes.of[i]!
    if (whole >= 0 && words[i]! > 0) added[i] = SHARE * Math.max(0, scores[whole]! - words[i]!)
  }
  return added
}

/** Whether any document or turn has more than one passage. */
export function hasWholes({ segments }: LaneContext): boolean {
  return segments.some(({ rows }) => rows.pieces.some(hasCut))
}

/** Wholes of more than one passage that hold a candidate, numbered in order. */
interface Wholes {
  /** The whole of each candidate, -1 where it is one itself. */
  readonly of: Int32Array
  /** For each whole its length in half units. */
  readonly lengths: Readonly<Record<RankedChannel, number[]>>
}

function wholesOf({ segments, candidates }: LaneContext): Wholes {
  const of = new Int32Array(candidates.count).fill(-1)
  const lengths: Wholes['lengths'] = { stem: [], exact: [], gram: [] }
  for (const [segment, { rows }] of segments.entries()) {
    if (!rows.pieces.some(hasCut)) continue
    const last = candidates.starts[segment + 1]!
    for (let i = candidates.starts[segment]!; i < last; ) {
      const { start, end } = wholeAround(rows, candidates.rows[i]!)
      const isCut = end - start > 1
      const number = isCut ? lengths.stem.length : -1
      for (; i < last && candidates.rows[i]! < end; i++) of[i] = number
      if (isCut)
        for (const channel of RANKED_CHANNELS) lengths[channel].push(sumLengths(rows, channel, start, end))
    }
  }
  return { of, lengths }
}

/** Whether some row of a piece follows the one before; found out once. */
function hasCut(piece: RowPiece): boolean {
  const known = cutPieces.get(piece)
  if (known !== undefined) return known
  let row = 0
  while (row < piece.count && (piece.link(row) & LINK_BITS.follows) === 0) row++
  cutPieces.set(piece, row < piece.count)
  return row < piece.count
}

const cutPieces = new WeakMap<RowPiece, boolean>()

/** The rows of the document, or of the turn where somebody speaks, that a row is of. */
function wholeAround(rows: SegmentRows, row: number): { start: number; end: number } {
  let start = row
  while (start > 0 && goesOn(rows, start)) start--
  let end = row + 1
  while (end < rows.count && goesOn(rows, end)) end++
  return { start, end }
}

/** Whether a row is of one whole with the row before. */
function goesOn(rows: SegmentRows, row: number): boolean {
  const link = rows.link(row)
  if ((link & LINK_BITS.follows) === 0) return false
  return (link & LINK_BITS.sameTurn) !== 0 || ((link | rows.link(row - 1)) & LINK_BITS.speaks) === 0
}

function sumLengths(rows: SegmentRows, channel: RankedChannel, start: number, end: number): number {
  let sum = 0
  for (let row = start; row < end; row++) sum += rows.length(channel, row)
  return sum
}

/** BM25 of each whole, its terms counted over all its passages. */
function scoresOf(context: LaneContext, { of, lengths }: Wholes): Float64Array {
  const { candidates, corpus, terms } = context
  const scores = new Float64Array(lengths.stem.length)
  for (const match of rankedMatches(terms, context.query)) {
    const rarity = weightOf(match) * corpus.idf(match.frequency)
    const mean = corpus.meanLength(match.channel)
    const add = (whole: number, frequency: number) => {
      if (whole >= 0) scores[whole]! += rarity * saturated(frequency, lengths[match.channel][whole]! / mean)
    }
    for (const [segment, postings] of terms.postings(match).entries()) {
      if (postings === null) continue
      const numbers = candidates.numbersOf(segment, postings.rows)
      let whole = -1
      let frequency = 0
      for (let at = 0; at < numbers.length; at++) {
        const candidate = numbers[at]!
        const next = candidate < 0 ? -1 : of[candidate]!
        if (next !== whole) {
          add(whole, frequency)
          whole = next
          frequency = 0
        }
        frequency += postings.weights[at]! / 2
      }
      add(whole, frequency)
    }
  }
  return scores
}
