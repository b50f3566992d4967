import type { QueryTerms } from '@cairn/text/query'
import { LINK_BITS } from '../passage-links.ts'
import { ENTITY_BITS } from '../passage-terms.ts'
import type { TermMatch, TermReader } from '../term-reader.ts'
import type { LaneContext } from './lane.ts'

/** What a passage's score is multiplied by when the question asks for the words of its speaker. */
const ASKED = 1.5

/**
 * The scores with those of the asked speaker raised: who is named, or the user or the assistant where the question
 * says "my" or "did you".
 */
export function spokenScores(context: LaneContext, scores: Float64Array): Float64Array {
  const { candidates, segments, query } = context
  const named = namedCandidates(context)
  const role = query.asks === null ? 0 : LINK_BITS[query.asks]
  const spoken = scores.slice()
  for (const [segment, { rows }] of segments.entries()) {
    if (!rows.hasTalk) continue
    for (let i = candidates.starts[segment]!; i < candidates.starts[segment + 1]!; i++) {
      const link = rows.link(candidates.rows[i]!)
      if ((link & role) !== 0 || (named[i] === 1 && (link & ROLES) === 0)) spoken[i] = scores[i]! * ASKED
    }
  }
  return spoken
}

const ROLES = LINK_BITS.user | LINK_BITS.assistant

/** The terms that may name a speaker. */
export function speakerMatches(terms: TermReader, query: QueryTerms): TermMatch[] {
  return query.terms
    .filter(({ channel }) => channel === 'exact')
    .map(({ term }) => terms.match('entity', term))
}

/** 1 for the candidates whose speaker a word of the query names. */
function namedCandidates({ candidates, terms, query }: LaneContext): Uint8Array {
  const named = new Uint8Array(candidates.count)
  for (const match of speakerMatches(terms, query)) {
    for (const [segment, postings] of terms.postings(match).entries()) {
      if (postings === null) continue
      for (let i = 0; i < postings.rows.length; i++) {
        if ((postings.weights[i]! & ENTITY_BITS.speaker) === 0) continue
        const candidate = candidates.numberOf(segment, postings.rows[i]!)
        if (candidate >= 0) named[candidate] = 1
      }
    }
  }
  return named
}
