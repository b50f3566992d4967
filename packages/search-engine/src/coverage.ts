import type { QueryTerms } from '@cairn/text/query'
import type { CorpusCounts } from './corpus-counts.ts'
import type { TermReader } from './term-reader.ts'

/** Hits that are asked what of the query they hold: the best of the ranking, whatever page is shown. */
export const BEST_HITS = 3

type QueryWord = QueryTerms['words'][number]

/**
 * Share of the query's words, weighed by rarity, that any of `held` (the words of the best hits) has; 0..1, and 0
 * for a query without words.
 */
export function coverageOf(
  query: QueryTerms,
  corpus: CorpusCounts,
  terms: TermReader,
  held: WordLists,
): number {
  const isCovered = coveredBy(query, held)
  let total = 0
  let covered = 0
  for (const word of query.words) {
    const rarity = rarityOf(word, corpus, terms)
    total += rarity
    if (isCovered(word)) covered += rarity
  }
  return total === 0 ? 0 : covered / total
}

/** The query's words that none of `held` has. */
export function missingWords(query: QueryTerms, held: WordLists): string[] {
  const isCovered = coveredBy(query, held)
  return query.words.filter((word) => !isCovered(word)).map((word) => word.text)
}

/** For each of some hits the indexes of the query words it holds. */
type WordLists = readonly (readonly number[])[]

/**
 * A word counts as held when every character of it is in a held word: words of scripts without spaces are n-grams
 * that overlap, and half of them straddle a boundary between real words.
 */
function coveredBy(query: QueryTerms, held: WordLists): (word: QueryWord) => boolean {
  const characters = new Set([...new Set(held.flat())].flatMap((i) => charactersOf(query.words[i]!)))
  return (word) => charactersOf(word).every((character) => characters.has(character))
}

/** Offsets in the query of what a word was made from. */
function charactersOf(word: QueryWord): number[] {
  const start = Math.min(...word.terms.map((term) => term.start))
  const end = Math.max(...word.terms.map((term) => term.end))
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** Mean idf of a word's stems, or of whatever terms it has. */
function rarityOf(word: QueryWord, corpus: CorpusCounts, terms: TermReader): number {
  const stems = word.terms.filter((term) => term.channel === 'stem')
  const counted = stems.length > 0 ? stems : word.terms
  if (counted.length === 0) return 0
  const sum = counted.reduce(
    (total, term) => total + corpus.idf(terms.match(term.channel, term.term).frequency),
    0,
  )
  return sum / counted.length
}
