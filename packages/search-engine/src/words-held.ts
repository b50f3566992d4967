import { holdsWord, type QueryTerms } from '@cairn/text/query'
import type { IndexChannel } from './channels.ts'
import { keyTerm } from './key-term.ts'
import type { Place } from './ranking.ts'
import type { TermReader } from './term-reader.ts'

/** Indexes of the query words a passage holds in its text or fields, or as an entity; ascending. */
export function wordsHeld(terms: TermReader, query: QueryTerms, place: Place): number[] {
  const has = (channel: IndexChannel, term: string) => hasTerm(terms, channel, term, place)
  return query.words.flatMap((word, i) => {
    const inText = holdsWord(word, ({ channel, term }) =>
      has(channel, channel === 'key' ? keyTerm(term) : term),
    )
    return inText || word.terms.some(({ channel, term }) => channel === 'exact' && has('entity', term))
      ? [i]
      : []
  })
}

function hasTerm(terms: TermReader, channel: IndexChannel, term: string, place: Place): boolean {
  const postings = terms.postings(terms.match(channel, term))[place.segment]
  return postings ? includesSorted(postings.rows, place.row) : false
}

function includesSorted(rows: Uint32Array, wanted: number): boolean {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]!
    if (row === wanted) return true
    if (row < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
