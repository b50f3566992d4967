import type { QueryTerms } from '@cairn/text/query'
import type { CorpusCounts } from './corpus-counts.ts'
import type { TermReader } from './term-reader.ts'

/** Hits that are asked what of the query they hold: the best of the ranking, whatever page is shown. */
export const BEST_HITS = 10

export interface Coverage {
  readonly coverage: number
  readonly missing: readonly string[]
}

/** Share of the query's words, weighed by rarity, held by any of `held` (the words of the best hits); 0..1. */
export function coverageOf(
  query: QueryTerms,
  corpus: CorpusCounts,
  terms: TermReader,
  held: readonly (readonly number[])[],
): Coverage {
  const found = new Set(held.flat())
  let total = 0
  let covered = 0
  for (const [i, word] of query.words.entries()) {
    const rarity = rarityOf(word, corpus, terms)
    total += rarity
    if (found.has(i)) covered += rarity
  }
  const missing = query.words.filter((_, i) => !found.has(i)).map((word) => word.text)
  return { coverage: total === 0 ? 0 : covered / total, missing }
}

/** Mean idf of a word's stems, or of whatever terms it has. */
function rarityOf(word: QueryTerms['words'][number], corpus: CorpusCounts, terms: TermReader): number {
  const stems = word.terms.filter((term) => term.channel === 'stem')
  const counted = stems.length > 0 ? stems : word.terms
  if (counted.length === 0) return 0
  const sum = counted.reduce(
    (total, term) => total + corpus.idf(terms.match(term.channel, term.term).frequency),
    0,
  )
  return sum / counted.length
}
