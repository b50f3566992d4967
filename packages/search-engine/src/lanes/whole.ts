import type { RankedChannel } from '../channels.ts'
import { LINK_BITS } from '../passage-links.ts'
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

/** Whether any document or turn may have more than one passage: where nobody speaks, whether one has. */
export function hasWholes({ segments }: LaneContext): boolean {
  return segments.some(({ rows }) => rows.hasCut)
}

/**
 * Wholes that hold more than one candidate, numbered in order. The others add nothing: with the terms of one passage alone and
 * at least its length, a whole never scores more than the passage.
 */
interface Wholes {
  /** The whole of each candidate, -1 where it is alone in it. */
  readonly of: Int32Array
  /** For each whole its segment and the row of one of its candidates. */
  readonly places: readonly { readonly segment: number; readonly row: number }[]
}

function wholesOf({ segments, candidates }: LaneContext): Wholes {
  const of = new Int32Array(candidates.count).fill(-1)
  const places: { segment: number; row: number }[] = []
  for (const [segment, { rows }] of segments.entries()) {
    if (!rows.hasCut) continue
    const own = candidates.rowsOf(segment)
    const start = candidates.starts[segment]!
    for (let i = 0, end = 1; i < own.length; i = end++) {
      while (end < own.length && isOneWhole(rows, own[end - 1]!, own[end]!)) end++
      if (end - i === 1) continue
      of.fill(places.length, start + i, start + end)
      places.push({ segment, row: own[i]! })
    }
  }
  return { of, places }
}

/** Whether all rows after `row` up to `last` go on with its whole. */
function isOneWhole(rows: SegmentRows, row: number, last: number): boolean {
  let next = row + 1
  while (next <= last && goesOn(rows, next)) next++
  return next > last
}

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

/** For each whole its length in half units. */
function lengthsOf({ segments }: LaneContext, { places }: Wholes, channel: RankedChannel): Float64Array {
  return Float64Array.from(places, ({ segment, row }) => {
    const { rows } = segments[segment]!
    const { start, end } = wholeAround(rows, row)
    let sum = 0
    for (let each = start; each < end; each++) sum += rows.length(channel, each)
    return sum
  })
}

/** BM25 of each whole, its terms counted over all its passages. */
function scoresOf(context: LaneContext, wholes: Wholes): Float64Array {
  const { candidates, corpus, terms } = context
  const { of } = wholes
  const scores = new Float64Array(wholes.places.length)
  if (scores.length === 0) return scores
  const lengths = new Map<RankedChannel, Float64Array>()
  for (const match of rankedMatches(terms, context.query)) {
    const rarity = weightOf(match) * corpus.idf(match.frequency)
    const mean = corpus.meanLength(match.channel)
    const own = lengths.get(match.channel) ?? lengthsOf(context, wholes, match.channel)
    lengths.set(match.channel, own)
    const add = (whole: number, frequency: number) => {
      if (whole >= 0) scores[whole]! += rarity * saturated(frequency, own[whole]! / mean)
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
