import { isFunctionWord } from '@cairn/text/function-words'
import type { StoredPassage } from '../passage.ts'
import { termsOf } from '../passage-terms.ts'
import type { Place } from '../ranking.ts'
import { addTerm, type RankedMatch } from './bm25.ts'
import type { LaneContext } from './lane.ts'

/** The best hits that the telling terms are taken from, and that keep their places. */
export const HEAD = 3
const TERMS_MAX = 10
/** Terms held by a larger share of the passages tell nothing. */
const FREQUENCY_SHARE_MAX = 0.1
/** Part of an expanded query that its new terms make up. */
const WEIGHT = 0.3

/**
 * What the telling terms of the best hits (relevance model 3, on stems) add to each candidate's score. `head` is best
 * first, with what is stored of each. The terms together weigh as much as WEIGHT / (1 - WEIGHT) of the query's words;
 * those of the query itself are not among them.
 */
export function feedback(context: LaneContext, head: readonly ReadPlace[]): Float64Array {
  const scores = new Float64Array(context.candidates.count)
  const terms = tellingTerms(context, sharesIn(context, head))
  const total = terms.reduce((sum, { share }) => sum + share, 0)
  const whole = (WEIGHT / (1 - WEIGHT)) * context.query.words.length
  for (const { match, share } of terms) {
    const postings = context.terms.postingsAmong(match, context.candidates)
    addTerm(context, { match, weight: (whole * share) / total, postings }, scores)
  }
  return scores
}

/** A hit and its stored fields. */
export interface ReadPlace extends Place {
  readonly passage: StoredPassage
}

/** How much of the best hits each stem makes up, a better hit counting more. */
function sharesIn(context: LaneContext, head: readonly ReadPlace[]): Map<string, number> {
  const shares = new Map<string, number>()
  const total = head.reduce((sum, { score }) => sum + score, 0)
  for (const { segment, row, score, passage } of head) {
    const share = score / total / context.segments[segment]!.rows.length('stem', row)
    for (const [term, { weight }] of termsOf(passage).stem)
      shares.set(term, (shares.get(term) ?? 0) + share * weight)
  }
  return shares
}

interface TellingTerm {
  readonly match: RankedMatch
  readonly share: number
}

/** The terms with the largest shares that are rare enough; looked up only until there are TERMS_MAX. */
function tellingTerms(context: LaneContext, shares: ReadonlyMap<string, number>): TellingTerm[] {
  const asked = new Set(
    context.query.terms.filter(({ channel }) => channel === 'stem').map(({ term }) => term),
  )
  const ranked = [...shares]
    .filter(([term]) => !asked.has(term) && !isFunctionWord(term) && !isOneCharacter(term))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const telling: TellingTerm[] = []
  for (const [term, share] of ranked) {
    if (telling.length === TERMS_MAX) break
    const match = context.terms.match('stem', term) as RankedMatch
    if (match.frequency <= FREQUENCY_SHARE_MAX * context.corpus.passages) telling.push({ match, share })
  }
  return telling
}

/** A single ideograph, letter or digit stands in too many words to tell about one. */
function isOneCharacter(term: string): boolean {
  return term.length <= 2 && [...term].length === 1
}
