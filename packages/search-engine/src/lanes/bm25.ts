import type { RankedChannel } from '../channels.ts'
import { RANKED_CHANNELS } from '../channels.ts'
import type { TermMatch } from '../term-reader.ts'
import { dropGramStrays } from './gram-admission.ts'
import type { LaneContext, LaneScores } from './lane.ts'

/** What a channel adds to the score. */
export const CHANNEL_WEIGHT: Readonly<Record<RankedChannel, number>> = { stem: 1, exact: 0.25, gram: 0.5 }
const K1 = 1.2
const B = 0.75

/**
 * BM25 over three channels, each with its own frequencies and lengths, summed. Terms are added rarest first, so a
 * passage's score does not depend on how passages are spread over segments.
 */
export function bm25(context: LaneContext): LaneScores {
  const scores = context.segments.map((segment) => new Float64Array(segment.counts.passages))
  for (const match of rankedMatches(context)) addTerm(context, match, CHANNEL_WEIGHT[match.channel], scores)
  dropGramStrays(context, scores)
  return { scores, best: bestEligible(context, scores), evidence: null }
}

export type RankedMatch = TermMatch & { readonly channel: RankedChannel }

function rankedMatches(context: LaneContext): RankedMatch[] {
  const matches: RankedMatch[] = []
  for (const channel of RANKED_CHANNELS) {
    for (const term of context.query.terms) {
      if (term.channel === channel) matches.push(context.terms.match(channel, term.term) as RankedMatch)
    }
  }
  return matches.toSorted((a, b) => a.frequency - b.frequency)
}

/** Adds what a term scores in each passage, times `weight`. */
export function addTerm(
  context: LaneContext,
  match: RankedMatch,
  weight: number,
  scores: readonly Float64Array[],
): void {
  const rarity = weight * context.corpus.idf(match.frequency) * (K1 + 1)
  const mean = context.corpus.meanLength(match.channel)
  for (const [i, postings] of context.terms.postings(match).entries()) {
    if (postings === null) continue
    const lengths = context.segments[i]!.lengths(match.channel)
    const into = scores[i]!
    for (let at = 0; at < postings.rows.length; at++) {
      const row = postings.rows[at]!
      const frequency = postings.weights[at]! / 2
      into[row] = into[row]! + (rarity * frequency) / (frequency + K1 * (1 - B + (B * lengths[row]!) / mean))
    }
  }
}

/** The largest score of a passage that may be a hit. */
export function bestEligible(context: LaneContext, scores: readonly Float64Array[]): number {
  let best = 0
  for (const [i, eligible] of context.eligible.entries()) {
    const of = scores[i]!
    for (let row = 0; row < of.length; row++) if (eligible[row] === 1 && of[row]! > best) best = of[row]!
  }
  return best
}
