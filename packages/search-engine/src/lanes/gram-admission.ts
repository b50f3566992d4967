import type { Term } from '@cairn/text/terms'
import type { LaneContext } from './lane.ts'

/** Share of a word's 4-grams a passage must have to count as holding a form of the word. */
export const GRAM_SHARE = 0.5

/**
 * Sets to zero the score of every passage that has neither a stem nor an exact word of the query nor half the
 * 4-grams of any of its words: a few shared letters rank forms of a word, they are not a match.
 */
export function dropGramStrays(context: LaneContext, scores: readonly Float64Array[]): void {
  if (!context.query.terms.some((term) => term.channel === 'gram')) return
  const admitted = scores.map((rows) => new Uint8Array(rows.length))
  for (const term of context.query.terms) {
    if (term.channel === 'stem' || term.channel === 'exact') admit(context, [term], admitted)
  }
  for (const word of context.query.words) {
    admit(
      context,
      word.terms.filter((term) => term.channel === 'gram'),
      admitted,
    )
  }
  for (const [i, rows] of scores.entries()) {
    for (let row = 0; row < rows.length; row++) if (admitted[i]![row] === 0) rows[row] = 0
  }
}

/** Admits the rows that hold at least GRAM_SHARE of the terms. */
function admit(context: LaneContext, terms: readonly Term[], admitted: readonly Uint8Array[]): void {
  if (terms.length === 0) return
  const names = new Set(terms.map((term) => term.term))
  const held = admitted.map((rows) => new Uint16Array(rows.length))
  for (const name of names) {
    const match = context.terms.match(terms[0]!.channel, name)
    for (const [i, postings] of context.terms.postings(match).entries()) {
      if (postings !== null) for (const row of postings.rows) held[i]![row]! += 1
    }
  }
  for (const [i, counts] of held.entries()) {
    for (let row = 0; row < counts.length; row++)
      if (counts[row]! >= names.size * GRAM_SHARE) admitted[i]![row] = 1
  }
}
