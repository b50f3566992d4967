import { fitFrom, graphemesNear } from './fit.ts'
import { isFunctionWord } from './function-words.ts'
import { sentencesOf } from './sentences.ts'
import { termsAmong } from './terms.ts'
import { fitsTokens } from './tokens.ts'
import { type Range, trimRange } from './white-space.ts'

/**
 * An extract of at most 150 tokens: the text itself when it is that short, else its most telling sentences in their
 * order, joined by a space; the beginning of the text when no sentence fits. Reads the first 32,768 UTF-16 units.
 */
export function summarise(text: string): string {
  const source = text.slice(0, SOURCE_UNITS_MAX).toWellFormed()
  if (text.length <= SOURCE_UNITS_MAX && fitsTokens(source, SUMMARY_TOKENS_MAX)) return source
  const extract = joined(source, chosen(source, scoredSentences(source)))
  return extract === '' ? beginning(source) : extract
}

const SUMMARY_TOKENS_MAX = 150
const SOURCE_UNITS_MAX = 32_768

interface ScoredSentence extends Range {
  readonly score: number
}

/** Sentences score by the mean weight of their words, a word weighing by how often the text uses it (Luhn 1958). */
function scoredSentences(text: string): ScoredSentence[] {
  const sentences = sentencesOf(text, { start: 0, end: text.length }).map((range) => trimRange(text, range))
  const words = sentences.map(({ start, end }) => contentWords(text.slice(start, end)))
  const counts = new Map<string, number>()
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return sentences.map((range, i) => ({ ...range, score: meanWeight(words[i]!, counts) * lead(i) }))
}

function contentWords(sentence: string): string[] {
  return termsAmong(sentence, (channel, term) => channel === 'stem' && !isFunctionWord(term)).map(
    ({ term }) => term,
  )
}

function meanWeight(words: readonly string[], counts: ReadonlyMap<string, number>): number {
  const sum = [...new Set(words)].reduce((total, word) => total + Math.log(1 + counts.get(word)!), 0)
  return sum / Math.max(WORDS_FLOOR, words.length)
}

/** Sentences of fewer words are held back: they say little however telling each word is. */
const WORDS_FLOOR = 8

/** The first sentences of a text tell most. */
function lead(index: number): number {
  return 1 + 1 / (1 + index)
}

/** Takes sentences by score, ties by place, while the whole extract fits. */
function chosen(text: string, sentences: readonly ScoredSentence[]): ScoredSentence[] {
  const ranked = [...sentences].sort((a, b) => b.score - a.score || a.start - b.start).slice(0, RANKED_MAX)
  let taken: ScoredSentence[] = []
  for (const sentence of ranked) {
    const next = [...taken, sentence].sort((a, b) => a.start - b.start)
    if (fitsTokens(joined(text, next), SUMMARY_TOKENS_MAX)) taken = next
  }
  return taken
}

/** Sentences past these are not tried. */
const RANKED_MAX = 64

function joined(text: string, sentences: readonly Range[]): string {
  return sentences.map(({ start, end }) => text.slice(start, end)).join(' ')
}

function beginning(text: string): string {
  const graphemes = graphemesNear(text.slice(0, 4 * 2_560), 0, SUMMARY_TOKENS_MAX)
  const first = graphemes.findIndex((grapheme) => !grapheme.isSpace)
  const { start, end } = fitFrom(text, graphemes, Math.max(0, first), {
    tokensMax: SUMMARY_TOKENS_MAX,
    reach: 0,
  })
  return text.slice(start, end)
}
