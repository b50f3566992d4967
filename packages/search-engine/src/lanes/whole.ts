import { RANKED_CHANNELS, type RankedChannel } from '../channels.ts'
import type { Gain } from '../scores.ts'
import type { SegmentRows } from '../segment-rows.ts'
import { rankedMatches, saturated, type Words, weightOf } from './bm25.ts'
import type { LaneContext } from './lane.ts'

/** The part of what its whole scores more that a passage takes over. */
const SHARE = 0.3

/** Whether any document or turn may have more than one passage: where nobody speaks, whether one has. */
export function hasWholes({ segments }: LaneContext): boolean {
  return segments.some(({ rows }) => rows.hasCut)
}

/**
 * What a passage gains from the whole it was cut from, a document or a long turn: a part of how much more the whole
 * scores by BM25 than the passage does (`words`), so that words which the cut parted still count together. At most
 * as much as if the whole scored what all its passages do together, which it never exceeds.
 */
export class WholeGain implements Gain {
  readonly most: Float64Array
  readonly #words: Float64Array
  readonly #candidates: LaneContext['candidates']
  readonly #wholes: readonly WholeScores[]

  constructor(context: LaneContext, { scores, all }: Words) {
    this.#words = scores
    this.#candidates = context.candidates
    this.#wholes = context.segments.map((_, segment) => new WholeScores(context, segment))
    this.most = mostGained(context, scores, all)
  }

  /** Less than `most` by as much as terms count less in the whole, which is longer. */
  atMost(candidate: number): number {
    const most = this.most[candidate]!
    if (most === 0) return 0
    const segment = this.#candidates.segmentOf(candidate)
    const words = this.#words[candidate]!
    const damped = this.#wholes[segment]!.damping(this.#candidates.rows[candidate]!) * (most / SHARE + words)
    return SHARE * Math.max(0, damped - words)
  }

  of(candidate: number): number {
    if (this.most[candidate] === 0) return 0
    const segment = this.#candidates.segmentOf(candidate)
    const whole = this.#wholes[segment]!.around(this.#candidates.rows[candidate]!)
    return SHARE * Math.max(0, whole - this.#words[candidate]!)
  }
}

/**
 * What each candidate gains at most. One that is alone in its whole gains nothing: with the terms of one passage and at least
 * its length, a whole never scores more than the passage.
 */
function mostGained(
  { segments, candidates }: LaneContext,
  words: Float64Array,
  all: Float64Array,
): Float64Array {
  const most = new Float64Array(words.length)
  for (const [segment, { rows }] of segments.entries()) {
    if (!rows.hasCut) continue
    const own = candidates.rowsOf(segment)
    const wholes = rows.wholesOf(own)
    const start = candidates.starts[segment]!
    for (let first = 0; first < own.length; ) {
      let sum = all[start + first]!
      let next = first + 1
      while (
        next < own.length &&
        wholes[next] === wholes[first] &&
        isOneWhole(rows, own[next - 1]!, own[next]!)
      )
        sum += all[start + next++]!
      if (next - first > 1)
        for (let i = start + first; i < start + next; i++)
          if (words[i]! > 0) most[i] = SHARE * (sum - words[i]!)
      first = next
    }
  }
  return most
}

/** Whether two rows are of one whole whose numbers are the same; sure of those that are nearer than it takes to count anew. */
function isOneWhole(rows: SegmentRows, row: number, other: number): boolean {
  if (other - row < WHOLES) return true
  let next = row + 1
  while (next <= other && rows.goesOn(next)) next++
  return next > other
}

const WHOLES = 256

/** BM25 of wholes of one segment, the terms of each counted over all its passages; asked for in ascending order they cost least. */
class WholeScores {
  readonly #context: LaneContext
  readonly #segment: number
  readonly #lists: readonly List[]
  /** The mean length in each channel that some term is in. */
  readonly #means: readonly (readonly [RankedChannel, number])[]
  readonly #frequencyMost: number
  readonly #known = new Map<number, number>()

  constructor(context: LaneContext, segment: number) {
    this.#context = context
    this.#segment = segment
    const { terms, corpus, query } = context
    this.#lists = rankedMatches(terms, query).flatMap((match) => {
      const postings = terms.postings(match)[segment] ?? null
      if (postings === null) return []
      const rarity = weightOf(match) * corpus.idf(match.frequency)
      return [{ channel: match.channel, ...postings, rarity, next: 0 }]
    })
    const channels = RANKED_CHANNELS.filter((each) => this.#lists.some(({ channel }) => channel === each))
    this.#means = channels.map((channel) => [channel, corpus.meanLength(channel)])
    this.#frequencyMost = this.#lists.reduce((most, { weights }) => largestOf(weights, most), 0) / 2
  }

  /** The score of the whole that a row is of. */
  around(row: number): number {
    const { start, end } = this.#whole(row)
    const known = this.#known.get(start)
    if (known !== undefined) return known
    const score = this.#score(start, end)
    this.#known.set(start, score)
    return score
  }

  /** At most this part of what its passages score together is what the whole of a row scores. */
  damping(row: number): number {
    const { start, end } = this.#whole(row)
    const { rows } = this.#context.segments[this.#segment]!
    let most = 0
    for (const [channel, mean] of this.#means) {
      let [sum, longest] = [0, 0]
      for (let row = start; row < end; row++) {
        const length = rows.length(channel, row)
        sum += length
        if (length > longest) longest = length
      }
      const part = saturated(this.#frequencyMost, sum / mean) / saturated(this.#frequencyMost, longest / mean)
      if (part > most) most = part
    }
    return most
  }

  #whole(row: number): { readonly start: number; readonly end: number } {
    const { rows } = this.#context.segments[this.#segment]!
    let start = row
    while (rows.goesOn(start)) start--
    let end = row + 1
    while (end < rows.count && rows.goesOn(end)) end++
    return { start, end }
  }

  #score(start: number, end: number): number {
    let score = 0
    for (const [channel, mean] of this.#means) {
      let length = -1
      for (const list of this.#lists) {
        if (list.channel !== channel) continue
        const frequency = this.#frequency(list, start, end)
        if (frequency === 0) continue
        if (length < 0) length = this.#length(channel, start, end)
        score += list.rarity * saturated(frequency, length / mean)
      }
    }
    return score
  }

  /** How often live passages from `start` to `end` hold a term. */
  #frequency(list: List, start: number, end: number): number {
    const { rows, weights } = list
    list.next = firstFrom(rows, start, list.next)
    let sum = 0
    for (let i = list.next; i < rows.length && rows[i]! < end; i++)
      if (this.#context.candidates.numberOf(this.#segment, rows[i]!) >= 0) sum += weights[i]! / 2
    return sum
  }

  /** In half units. */
  #length(channel: RankedChannel, start: number, end: number): number {
    const { rows } = this.#context.segments[this.#segment]!
    let sum = 0
    for (let row = start; row < end; row++) sum += rows.length(channel, row)
    return sum
  }
}

/** A term of the query in one segment, and where it was looked at last. */
interface List {
  readonly channel: RankedChannel
  readonly rows: Uint32Array
  readonly weights: Uint32Array
  readonly rarity: number
  next: number
}

function largestOf(weights: Uint32Array, least: number): number {
  let largest = least
  for (let i = 0; i < weights.length; i++) if (weights[i]! > largest) largest = weights[i]!
  return largest
}

/** The first of ascending `rows` that is not below `wanted`, looked for in growing steps from `from` on. */
function firstFrom(rows: Uint32Array, wanted: number, from: number): number {
  let low = from > 0 && rows[from - 1]! >= wanted ? 0 : from
  let step = 1
  while (low + step < rows.length && rows[low + step]! < wanted) step *= 2
  let high = Math.min(rows.length, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
