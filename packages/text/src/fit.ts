import { splitGraphemes } from 'unicode-segmenter/grapheme'
import { characterClass } from './character-class.ts'
import { sentencesOf } from './sentences.ts'
import { countTokens } from './tokens.ts'
import { isWhiteSpace, type Range, trimRange } from './white-space.ts'

/** A grapheme of a text. */
export interface Grapheme extends Range {
  readonly isSpace: boolean
}

/** The graphemes of a text, in order. */
export function graphemesIn(text: string): Grapheme[] {
  const graphemes: Grapheme[] = []
  let start = 0
  for (const grapheme of splitGraphemes(text)) {
    const end = start + grapheme.length
    graphemes.push({ start, end, isSpace: [...grapheme].every(isWhiteSpace) })
    start = end
  }
  return graphemes
}

/** How long a cut may be, and how far it must reach where that is possible. */
export interface Fit {
  readonly tokensMax: number
  /** An offset that the cut should not fall short of for the sake of a sentence bound. */
  readonly reach: number
}

/**
 * The longest stretch from a grapheme on that has at most so many tokens, cut back to the end of a sentence when that
 * keeps half of it and the reach, else to the end of a word when that does, else left at a grapheme. Empty when the
 * first grapheme alone has too many tokens.
 */
export function fitFrom(text: string, graphemes: readonly Grapheme[], first: number, fit: Fit): Range {
  const start = graphemes[first]?.start ?? 0
  const last = lastFitting(text, graphemes, first, fit.tokensMax)
  if (last < first) return { start, end: start }
  const end = graphemes[last]!.end
  const least = Math.max(start + (end - start) / 2, Math.min(fit.reach, end))
  const bounds = new Set(graphemes.slice(first, last + 1).map((grapheme) => grapheme.end))
  const cuts =
    last === graphemes.length - 1
      ? []
      : [sentenceEnd(text, start, end), wordEnd(text, graphemes, first, last)]
  const isGood = (cut: number) =>
    cut >= least && bounds.has(cut) && tokensOf(text, start, cut) <= fit.tokensMax
  return { start, end: cuts.find(isGood) ?? end }
}

/** No stretch is looked at past this many graphemes and units a token, which text other than runs does not reach. */
const GRAPHEMES_A_TOKEN = 16
const UNITS_A_TOKEN = 64

function tokensOf(text: string, start: number, end: number): number {
  return countTokens(text.slice(start, end))
}

/** The last grapheme up to which the tokens fit, by bisection and then, counts being almost monotone, step by step. */
function lastFitting(text: string, graphemes: readonly Grapheme[], first: number, tokensMax: number): number {
  const start = graphemes[first]?.start ?? 0
  const fits = (last: number) => tokensOf(text, start, graphemes[last]!.end) <= tokensMax
  let low = first - 1
  let high = Math.min(graphemes.length, first + tokensMax * GRAPHEMES_A_TOKEN) - 1
  while (high > first && graphemes[high]!.end - start > tokensMax * UNITS_A_TOKEN) high--
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  while (low >= first && graphemes[low]!.isSpace) low--
  while (low >= first && !fits(low)) low--
  return low
}

/** The end of the last whole sentence in the stretch, -1 when there is none. */
function sentenceEnd(text: string, start: number, end: number): number {
  const range = { start, end: Math.min(text.length, end + SENTENCE_LOOK_AHEAD) }
  const sentences = sentencesOf(text, range).map((sentence) => trimRange(text, sentence))
  const whole = range.end < text.length ? sentences.slice(0, -1) : sentences
  return whole.findLast((sentence) => sentence.end <= end)?.end ?? -1
}

/** Enough to see whether the last stop in a stretch ends a sentence. */
const SENTENCE_LOOK_AHEAD = 16

/** The end of the last whole word up to a grapheme; scripts without spaces may be cut after any grapheme. */
function wordEnd(text: string, graphemes: readonly Grapheme[], first: number, last: number): number {
  for (let at = last; at > first; at--) {
    const next = graphemes[at + 1]
    const isEnd =
      next === undefined || next.isSpace || isUnspaced(text, graphemes[at]!) || isUnspaced(text, next)
    if (isEnd && !graphemes[at]!.isSpace) return graphemes[at]!.end
  }
  return -1
}

function isUnspaced(text: string, { start }: Grapheme): boolean {
  return 'CTN'.includes(characterClass(text.codePointAt(start)!))
}
