import { fitFrom, type Grapheme, graphemesFrom, graphemesNear } from './fit.ts'
import type { QueryTerms } from './query.ts'
import { sentencesOf } from './sentences.ts'
import { type Channel, termsAmong } from './terms.ts'
import { countTokens, fitsTokens } from './tokens.ts'
import type { Range } from './white-space.ts'

/** A preview of a text: an exact stretch of it of at most 40 tokens that begins and ends between graphemes. */
export interface Epitome {
  readonly epitome: string
  /** Whether it is the whole text but for white space at its ends. */
  readonly complete: boolean
}

/**
 * The beginning of a text, to a sentence bound where that fits. Lone surrogates become U+FFFD. Empty for white space
 * and where the first grapheme alone has more than 40 tokens.
 */
export function headEpitome(text: string): Epitome {
  const whole = wholeEpitome(text)
  if (whole !== undefined) return whole
  const graphemes = graphemesOfStart(text, HEAD_UNITS_MAX, 0)
  return cutEpitome(text, graphemes, firstReadable(graphemes, 0), 0)
}

/**
 * The stretch of a text that holds most of the words of a query, rarer words counting more; the beginning of the text
 * when it holds none. Only the first 32,768 UTF-16 units are looked at. `tokens` is the number of those of the text, where it is known:
 * counting them again is most of the work.
 */
export function windowEpitome(text: string, query: QueryTerms, tokens?: number): Epitome {
  const isLong = tokens !== undefined && tokens > EPITOME_TOKENS_MAX && text === text.trim()
  const whole = isLong ? undefined : wholeEpitome(text)
  if (whole !== undefined) return whole
  const start = text.slice(0, WINDOW_UNITS_MAX).toWellFormed()
  const window = densestWindow(start, query, windowUnits(text, tokens))
  if (window === undefined) return headEpitome(text)
  const first = firstOffset(start, window)
  const graphemes = graphemesOfStart(text, WINDOW_UNITS_MAX, first)
  const at = graphemes.findLastIndex((grapheme) => grapheme.start <= first)
  const cut = cutEpitome(text, graphemes, firstReadable(graphemes, at), window.end)
  return cut.epitome === '' ? headEpitome(text) : cut
}

const EPITOME_TOKENS_MAX = 40
const HEAD_UNITS_MAX = 4_096
const WINDOW_UNITS_MAX = 32_768
/** No token of the profile is longer, in UTF-16 units. */
const TOKEN_UNITS_MAX = 128

function wholeEpitome(text: string): Epitome | undefined {
  const whole = text.trim()
  if (whole.length > EPITOME_TOKENS_MAX * TOKEN_UNITS_MAX || !fitsTokens(whole, EPITOME_TOKENS_MAX))
    return undefined
  const graphemes = [...graphemesFrom(text.toWellFormed(), 0)]
  const first = firstReadable(graphemes, 0)
  const last = graphemes.findLastIndex((grapheme) => !grapheme.isSpace)
  if (last < 0) return { epitome: '', complete: true }
  const epitome = text.slice(graphemes[first]!.start, graphemes[last]!.end).toWellFormed()
  return fitsTokens(epitome, EPITOME_TOKENS_MAX) ? { epitome, complete: true } : undefined
}

/** The graphemes for a cut from `first` on in the beginning of a text, without the last one where the text goes on. */
function graphemesOfStart(text: string, unitsMax: number, first: number): Grapheme[] {
  const start = text.slice(0, unitsMax).toWellFormed()
  const graphemes = graphemesNear(start, first, EPITOME_TOKENS_MAX)
  const isCutOff = text.length > unitsMax && graphemes.at(-1)?.end === start.length
  return isCutOff ? graphemes.slice(0, -1) : graphemes
}

function firstReadable(graphemes: readonly Grapheme[], from: number): number {
  let first = from
  while (first < graphemes.length && graphemes[first]!.isSpace) first++
  return first
}

function cutEpitome(text: string, graphemes: readonly Grapheme[], first: number, reach: number): Epitome {
  const { start, end } = fitFrom(text, graphemes, first, { tokensMax: EPITOME_TOKENS_MAX, reach })
  return { epitome: text.slice(start, end).toWellFormed(), complete: false }
}

/** A place where a query word stands in a text. */
interface Match extends Range {
  readonly word: number
}

function densestWindow(text: string, query: QueryTerms, unitsMax: number): Range | undefined {
  const matches = matchesOf(text, query)
  const weights = weightsOf(matches)
  let best: WeighedRange | undefined
  for (let first = 0; first < matches.length; first++) {
    const window = windowFrom(matches, first, unitsMax, weights)
    if (window.weight > (best?.weight ?? 0)) best = window
  }
  return best
}

interface WeighedRange extends Range {
  readonly weight: number
}

/** The stretch from a match on to the last that is near enough, weighing as its distinct words do. */
function windowFrom(
  matches: readonly Match[],
  first: number,
  unitsMax: number,
  weights: ReadonlyMap<number, number>,
): WeighedRange {
  const { start } = matches[first]!
  const words = new Set<number>()
  let end = start
  let weight = 0
  for (let at = first; at < Math.min(matches.length, first + MATCHES_MAX); at++) {
    const match = matches[at]!
    if (match.end - start > unitsMax) break
    end = Math.max(end, match.end)
    if (words.has(match.word)) continue
    words.add(match.word)
    weight += weights.get(match.word)!
  }
  return { start, end, weight }
}

/** Forty tokens hold few more words than this; the bound keeps a text of one repeated word linear. */
const MATCHES_MAX = 128

/** About the units of forty tokens of this text, a little fewer. */
function windowUnits(text: string, tokens: number | undefined): number {
  const sample = text.slice(0, 2_000)
  const count = sample.length === text.length && tokens !== undefined ? tokens : countTokens(sample)
  return (0.9 * EPITOME_TOKENS_MAX * sample.length) / Math.max(1, count)
}

function matchesOf(text: string, query: QueryTerms): Match[] {
  const wordOf: WordsOfTerms = { stem: new Map(), exact: new Map(), gram: new Map(), key: new Map() }
  for (const [i, word] of query.words.entries())
    for (const { channel, term } of word.terms) wordOf[channel].set(term, i)
  return termsAmong(text, (channel, term) => wordOf[channel].has(term)).map(
    ({ channel, term, start, end }) => ({ word: wordOf[channel].get(term)!, start, end }),
  )
}

/** By channel and term the query word it belongs to; the last, where several have it. */
type WordsOfTerms = Readonly<Record<Channel, Map<string, number>>>

/** One for each word, and more for a word that is rare in the text. */
function weightsOf(matches: readonly Match[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { word } of matches) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, 1 + 1 / count]))
}

/** Where the epitome begins: with the sentence of the first match where the window still fits, else as near as fits. */
function firstOffset(text: string, window: Range): number {
  const sentences = sentencesOf(text, { start: 0, end: text.length })
  const sentence = sentences.find(({ start, end }) => start <= window.start && window.start < end)!
  const starts = [sentence.start, ...wordStarts(text, sentence.start, window.start), window.start]
  const fitting = starts.find((start) =>
    fitsTokens(text.slice(start, window.end), EPITOME_TOKENS_MAX - LEAD_TOKENS),
  )
  return fitting ?? window.start
}

/** Tokens left for what follows the last match. */
const LEAD_TOKENS = 4

/** The starts of words in the last units before the window. */
function wordStarts(text: string, from: number, windowStart: number): number[] {
  const near = Math.max(from, windowStart - 160)
  return [...text.slice(near, windowStart).matchAll(/(?<=\s)\S/g)].map((match) => near + match.index)
}
