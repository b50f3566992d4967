import type { QueryTerms } from '@cairn/text/query'
import { analyse } from '@cairn/text/terms'
import type { PassageInput } from '../src/passage.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
export const WEIGHTS = { stem: 1, exact: 0.25, gram: 0.5 } as const
export type Channel = keyof typeof WEIGHTS

/** BM25 as written on paper: every passage read in full for every query. One score a passage. */
export function naiveBm25(passages: readonly PassageInput[], query: QueryTerms): number[] {
  const bags = passages.map(bagsOf)
  const terms = (['stem', 'exact', 'gram'] as const)
    .flatMap((channel) =>
      query.terms.filter((term) => term.channel === channel).map(({ term }) => ({ channel, term })),
    )
    .map((term) => ({ ...term, df: frequencyOf(bags, term.channel, term.term) }))
    .sort((a, b) => a.df - b.df)
  return bags.map((bag) => {
    if (!isMatch(bag, query)) return 0
    return terms.reduce(
      (sum, { channel, term }) =>
        addTermScore(sum, bags, bag, {
          channel,
          term,
          weight: WEIGHTS[channel] * (isHiragana(term) ? 0.5 : 1),
        }),
      0,
    )
  })
}

export function isHiragana(term: string): boolean {
  return [...term].every((character) => character >= 'ぁ' && character <= 'ゖ')
}

/** Adds what one term scores in one of the bags. */
export function addTermScore(
  sum: number,
  bags: readonly Bags[],
  bag: Bags,
  { channel, term, weight }: { channel: Channel; term: string; weight: number },
): number {
  const tf = bag[channel].get(term) ?? 0
  if (tf === 0) return sum
  const df = frequencyOf(bags, channel, term)
  const idf = Math.log(1 + (bags.length - df + 0.5) / (df + 0.5))
  const mean = meanLength(bags.map((other) => lengthOf(other[channel])))
  const norm = tf + 1.2 * (1 - 0.75 + (0.75 * lengthOf(bag[channel])) / mean)
  return sum + (weight * idf * 2.2 * tf) / norm
}

export function frequencyOf(bags: readonly Bags[], channel: Channel, term: string): number {
  return bags.filter((bag) => bag[channel].has(term)).length
}

export type Bags = Record<Channel, Map<string, number>>

function isMatch(bag: Bags, query: QueryTerms): boolean {
  const sharesTerm = query.terms.some(
    (t) => (t.channel === 'stem' || t.channel === 'exact') && bag[t.channel].has(t.term),
  )
  return (
    sharesTerm ||
    query.words.some(({ terms }) => {
      const grams = new Set(terms.filter((term) => term.channel === 'gram').map((term) => term.term))
      return grams.size > 0 && [...grams].filter((gram) => bag.gram.has(gram)).length >= grams.size / 2
    })
  )
}

export function bagsOf(passage: PassageInput): Bags {
  const bags: Bags = { stem: new Map(), exact: new Map(), gram: new Map() }
  const fields: [string, number][] = [
    [passage.title, 2],
    [passage.heading, 1],
    [passage.speaker, 1],
    [passage.text, 1],
    [dateOf(passage.eventAt ?? passage.createdAt), 0.5],
  ]
  for (const [text, weight] of fields) {
    for (const { channel, term } of analyse(text)) {
      if (channel !== 'key') bags[channel].set(term, (bags[channel].get(term) ?? 0) + weight)
    }
  }
  return bags
}

function dateOf(instant: number | null): string {
  if (instant === null) return ''
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day} ${year}`
}

export function lengthOf(bag: ReadonlyMap<string, number>): number {
  return [...bag.values()].reduce((a, b) => a + b, 0)
}

function meanLength(lengths: readonly number[]): number {
  const some = lengths.filter((length) => length > 0)
  return some.reduce((a, b) => a + b, 0) / some.length
}
