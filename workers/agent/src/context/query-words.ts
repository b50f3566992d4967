import { holdsWord, type QueryTerms } from '@cairn/text/query'
import { type Term, termsAmong } from '@cairn/text/terms'

/** Tells which words of a query a text holds, by their indexes. */
export function wordsHeldBy({ words }: QueryTerms): (text: string) => ReadonlySet<number> {
  const wanted = new Set(words.flatMap(({ terms }) => terms.map(nameOf)))
  const isWanted = (channel: Term['channel'], term: string) => wanted.has(nameOf({ channel, term }))
  return (text) => {
    const found = new Set(termsAmong(text, isWanted).map(nameOf))
    const has = (term: Term) => found.has(nameOf(term))
    return new Set(words.flatMap((word, index) => (holdsWord(word, has) ? [index] : [])))
  }
}

/** ⌊1000 · words held ÷ words asked⌋; all of none is all. */
export function coverageMilli({ words }: QueryTerms, held: ReadonlySet<number>): number {
  return words.length === 0 ? 1000 : Math.floor((1000 * held.size) / words.length)
}

const nameOf = ({ channel, term }: Pick<Term, 'channel' | 'term'>): string => `${channel} ${term}`
