import type { QueryTerms } from '@cairn/text/query'
import { queryWeight } from '@cairn/text/query-weight'
import type { RankedChannel } from '../channels.ts'
import { RANKED_CHANNELS } from '../channels.ts'
import type { CorpusCounts } from '../corpus-counts.ts'
import type { DecodedPostings } from '../postings.ts'
import type { TermMatch, TermReader } from '../term-reader.ts'
import { withoutGramStrays } from './gram-admission.ts'
import type { LaneContext } from './lane.ts'

/** What a channel adds to the score. */
const CHANNEL_WEIGHT: Readonly<Record<RankedChannel, number>> = { stem: 1, exact: 0.25, gram: 0.5 }
const K1 = 1.2
const B = 0.75

/**
 * BM25 over three channels, each with its own frequencies and lengths, summed. Terms are added rarest first, so a
 * passage's score does not depend on how passages are spread over segments.
 */
export function bm25(context: LaneContext): Words {
  const all = new Float64Array(context.candidates.count)
  for (const match of rankedMatches(context.terms, context.query))
    addTerm(context, { match, weight: weightOf(match), postings: context.terms.postings(match) }, all)
  return { scores: withoutGramStrays(context, all), all }
}

/** What the words of the query score in each candidate, and the same before those were set to 0 that are no match. */
export interface Words {
  readonly scores: Float64Array
  readonly all: Float64Array
}

/** What a term of the query adds to the score. */
export function weightOf({ channel, term }: RankedMatch): number {
  return CHANNEL_WEIGHT[channel] * queryWeight(term)
}

export type RankedMatch = TermMatch & { readonly channel: RankedChannel }

/** The terms that BM25 adds up, rarest first. */
export function rankedMatches(terms: TermReader, query: QueryTerms): RankedMatch[] {
  const matches: RankedMatch[] = []
  for (const channel of RANKED_CHANNELS) {
    for (const term of query.terms) {
      if (term.channel === channel) matches.push(terms.match(channel, term.term) as RankedMatch)
    }
  }
  return matches.toSorted((a, b) => a.frequency - b.frequency)
}

/** How much a term counts that a text of `length` (1: the mean) holds so often, before its rarity. */
export function saturated(frequency: number, length: number): number {
  return (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * length))
}

/** Lengths whose damping is worked out beforehand, in half units. */
const DAMPINGS = 1024

/** What frequencies are damped by in texts of each length, in half units. */
interface Dampings {
  readonly table: Float64Array
  of(length: number): number
}

const KNOWN = new WeakMap<CorpusCounts, Map<RankedChannel, Dampings>>()

function dampingsIn(corpus: CorpusCounts, channel: RankedChannel): Dampings {
  const known = KNOWN.get(corpus) ?? new Map<RankedChannel, Dampings>()
  KNOWN.set(corpus, known)
  const dampings = known.get(channel) ?? dampingsAt(corpus.meanLength(channel))
  known.set(channel, dampings)
  return dampings
}

function dampingsAt(mean: number): Dampings {
  const of = (length: number) => K1 * (1 - B + (B * length) / mean)
  const table = new Float64Array(DAMPINGS)
  for (let length = 0; length < DAMPINGS; length++) table[length] = of(length)
  return { table, of }
}

/** A term, what it counts for, and where it is in each segment. */
export interface AddedTerm {
  readonly match: RankedMatch
  readonly weight: number
  readonly postings: readonly (DecodedPostings | null)[]
}

/** Adds what a term scores in each candidate. */
export function addTerm(
  context: LaneContext,
  { match, weight, postings: bySegment }: AddedTerm,
  scores: Float64Array,
): void {
  const { candidates, corpus } = context
  const rarity = weight * corpus.idf(match.frequency) * (K1 + 1)
  const dampings = dampingsIn(corpus, match.channel)
  const { table } = dampings
  for (const [segment, postings] of bySegment.entries()) {
    if (postings === null) continue
    const { weights } = postings
    const numbers = candidates.numbersOf(segment, postings.rows)
    context.segments[segment]!.rows.eachPiece(postings.rows, (piece, { rows, first, start, end }) => {
      const lengths = piece.lengths[match.channel].values()
      for (let at = start; at < end; at++) {
        const candidate = numbers[at]!
        if (candidate < 0) continue
        const frequency = weights[at]! / 2
        const length = lengths[rows[at]! - first]!
        const damping = length < DAMPINGS ? table[length]! : dampings.of(length)
        scores[candidate]! += (rarity * frequency) / (frequency + damping)
      }
    })
  }
}
