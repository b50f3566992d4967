import { LINK_BITS } from '../passage-links.ts'
import { ENTITY_BITS } from '../passage-terms.ts'
import type { LaneContext } from './lane.ts'

/** What a passage's score is multiplied by when the question asks for the words of its speaker. */
const ASKED = 1.5

/**
 * Scores with those of the asked speaker raised and those of the dead at zero. A speaker is asked by name, or as
 * user or assistant where the question says "my" or "did you".
 */
export function spokenScores(context: LaneContext, words: readonly Float64Array[]): Float64Array[] {
  const named = namedRows(context)
  const role = context.query.asks === null ? 0 : LINK_BITS[context.query.asks]
  return words.map((scores, segment) => {
    const links = context.segments[segment]!.links()
    const live = context.live[segment]!
    const isNamed = named[segment]!
    return scores.map((score, row) => {
      if (live[row] === 0) return 0
      return (links[row]! & role) !== 0 || isNamed.has(row) ? score * ASKED : score
    })
  })
}

const ROLES = LINK_BITS.user | LINK_BITS.assistant

/** For each segment the rows whose speaker a word of the query names; `user` and `assistant` are no names. */
function namedRows(context: LaneContext): Set<number>[] {
  const named = context.segments.map(() => new Set<number>())
  for (const { channel, term } of context.query.terms) {
    if (channel !== 'exact') continue
    const match = context.terms.match('entity', term)
    for (const [segment, postings] of context.terms.postings(match).entries()) {
      if (postings === null) continue
      const links = context.segments[segment]!.links()
      for (let i = 0; i < postings.rows.length; i++) {
        const row = postings.rows[i]!
        const isSpeaker = (postings.weights[i]! & ENTITY_BITS.speaker) !== 0
        if (isSpeaker && (links[row]! & ROLES) === 0) named[segment]!.add(row)
      }
    }
  }
  return named
}
