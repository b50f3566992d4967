import type { QueryTerms } from '@cairn/text/query'
import type { CorpusCounts } from './corpus-counts.ts'
import type { TermReader } from './term-reader.ts'

/** Hits that are asked what of the query they hold: the best of the ranking, whatever page is shown. */
export const BEST_HITS = 3

type QueryWord = QueryTerms['words'][number]

/**
 * Share of the query, weighed by rarity, that the words any of `held` (those of the best hits) has make up; 0..1, and 0
 * for a query without words.
 */
export function coverageOf(
  query: QueryTerms,
  corpus: CorpusCounts,
  terms: TermReader,
  held: WordLists,
): number {
  const covered = coveredCharacters(query, held)
  let total = 0
  let sum = 0
  for (const { weighed } of query.words) {
    for (const term of weighed) {
      const rarity = corpus.idf(terms.match(term.channel, term.term).frequency) / weighed.length
      total += rarity
      if (charactersOf(term).every((character) => covered.has(character))) sum += rarity
    }
  }
  return total === 0 ? 0 : sum / total
}

/** The query's words that none of `held` has; of scripts without spaces, whose words overlap, the stretches that no held word has. */
export function missingWords(query: QueryTerms, held: WordLists): string[] {
  const covered = coveredCharacters(query, held)
  const missing = new Map<number, string>()
  const begins = new Set<number>()
  for (const word of query.words) {
    const span = spanOf(word)
    if (!missing.has(span.start)) begins.add(span.start)
    for (const character of charactersOf(span))
      if (!covered.has(character)) missing.set(character, word.text[character - span.start]!)
  }
  return runsOf(missing, begins)
}

/** For each of some hits the indexes of the query words it holds. */
type WordLists = readonly (readonly number[])[]

/**
 * Offsets in the query of what the held words were made from. Words of scripts without spaces are n-grams that overlap,
 * and half of them straddle a boundary between real words: one is held when those that overlap it are.
 */
function coveredCharacters(query: QueryTerms, held: WordLists): Set<number> {
  return new Set([...new Set(held.flat())].flatMap((i) => charactersOf(spanOf(query.words[i]!))))
}

function spanOf({ terms }: QueryWord): Span {
  return {
    start: Math.min(...terms.map((term) => term.start)),
    end: Math.max(...terms.map((term) => term.end)),
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function charactersOf({ start, end }: Span): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** Neighbouring characters together, in order, but for those at which a word `begins` that overlaps none before it. */
function runsOf(characters: ReadonlyMap<number, string>, begins: ReadonlySet<number>): string[] {
  const runs: string[] = []
  let last = -2
  for (const [at, character] of [...characters].sort(([a], [b]) => a - b)) {
    if (at === last + 1 && !begins.has(at)) runs[runs.length - 1] += character
    else runs.push(character)
    last = at
  }
  return runs
}
