import { LINK_BITS } from '../passage-links.ts'
import { ENTITY_BITS } from '../passage-terms.ts'
import type { LaneContext } from './lane.ts'

/** What a passage's score is multiplied by when the question asks for the words of its speaker. */
const ASKED = 1.5

/** Scores with those of the asked speaker raised and those of the dead at zero. */
export function spokenScores(
  scores: Float64Array,
  live: Uint8Array,
  isAsked: (row: number) => boolean,
): Float64Array {
  const spoken = new Float64Array(scores.length)
  for (let row = 0; row < spoken.length; row++) {
    const score = scores[row]!
    if (score > 0 && live[row] === 1) spoken[row] = isAsked(row) ? score * ASKED : score
  }
  return spoken
}

/**
 * Tells the rows whose speaker the question asks for: by name, or as user or assistant where it says "my" or "did
 * you".
 */
export function askedRows(context: LaneContext): (segment: number, row: number) => boolean {
  const named = namedRows(context)
  const role = context.query.asks === null ? 0 : LINK_BITS[context.query.asks]
  return (segment, row) => {
    const link = context.segments[segment]!.links()?.[row] ?? 0
    return (link & role) !== 0 || named[segment]!.has(row)
  }
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
      if (links === null) continue
      for (let i = 0; i < postings.rows.length; i++) {
        const row = postings.rows[i]!
        const isSpeaker = (postings.weights[i]! & ENTITY_BITS.speaker) !== 0
        if (isSpeaker && (links[row]! & ROLES) === 0) named[segment]!.add(row)
      }
    }
  }
  return named
}
