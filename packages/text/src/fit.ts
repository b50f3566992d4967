import { splitGraphemes } from 'unicode-segmenter/grapheme'
import { characterClass } from './character-class.ts'
import { sentencesOf } from './sentences.ts'
import { fitsFrom, fitsTokens } from './tokens.ts'
import { isWhiteSpace, type Range, trimRange } from './white-space.ts'

/** A grapheme of a text. */
export interface Grapheme extends Range {
  readonly isSpace: boolean
}

/** The graphemes of a text from an offset on that is a bound between two, in order; lazily. */
export function* graphemesFrom(text: string, offset: number): Generator<Grapheme> {
  for (let start = offset; start < text.length; ) {
    if (isSimpleAt(text, start)) {
      yield { start, end: start + 1, isSpace: isWhiteSpace(text[start]) }
      start += 1
      continue
    }
    for (const grapheme of splitGraphemes(text.slice(start))) {
      const end = start + grapheme.length
      yield { start, end, isSpace: isSpace(grapheme) }
      start = end
      if (isSimpleAt(text, start)) break
    }
  }
}

/** Whether the unit at a bound is a grapheme of its own, as most are. */
function isSimpleAt(text: string, start: number): boolean {
  if (!isSimple(text.charCodeAt(start))) return false
  return start + 1 === text.length || isSimple(text.charCodeAt(start + 1))
}

function isSpace(grapheme: string): boolean {
  for (let i = 0; i < grapheme.length; i++) if (!isWhiteSpace(grapheme[i])) return false
  return true
}

/** The last offset up to `offset` that is sure to be a bound between graphemes, without reading what is before it. */
export function graphemeBound(text: string, offset: number): number {
  let at = Math.min(offset, text.length)
  while (at > 0 && !(isSimple(text.charCodeAt(at)) && isSimple(text.charCodeAt(at - 1)))) at--
  return at
}

/** Letters, digits, spaces, ideographs and syllables that no rule joins to a like one beside them. */
function isSimple(unit: number): boolean {
  return (
    (unit >= 0x20 && unit < 0x7f) ||
    (unit >= 0xc0 && unit < 0x180) ||
    (unit >= 0x391 && unit < 0x3ca) ||
    (unit >= 0x410 && unit < 0x450) ||
    (unit >= 0x620 && unit < 0x64b) ||
    (unit >= 0x905 && unit < 0x93a) ||
    (unit >= 0xe01 && unit < 0xe2f) ||
    (unit >= 0x3041 && unit < 0x3097) ||
    (unit >= 0x30a1 && unit < 0x30fb) ||
    (unit >= 0x4e00 && unit < 0xa000) ||
    (unit >= 0xac00 && unit < 0xd7a4)
  )
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
    cut >= least && bounds.has(cut) && fitsTokens(text.slice(start, cut), fit.tokensMax)
  return { start, end: cuts.find(isGood) ?? end }
}

/**
 * The graphemes that `fitFrom` may look at when the cut begins at `first` (an offset): from a bound at or before it to
 * past the longest cut, or to the end of the text.
 */
export function graphemesNear(text: string, first: number, tokensMax: number): Grapheme[] {
  const graphemes: Grapheme[] = []
  let read = 0
  let start = -1
  for (const grapheme of graphemesFrom(text, graphemeBound(text, first))) {
    graphemes.push(grapheme)
    if (start < 0 && grapheme.end > first && !grapheme.isSpace) start = grapheme.start
    if (start < 0) continue
    read += 1
    const isFar = read > 2 && graphemes.at(-2)!.end - start > tokensMax * UNITS_A_TOKEN
    if (isFar || read > tokensMax * GRAPHEMES_A_TOKEN + 1) return graphemes
  }
  return graphemes
}

/** No stretch is looked at past this many graphemes and units a token, which text other than runs does not reach. */
const GRAPHEMES_A_TOKEN = 16
const UNITS_A_TOKEN = 64

/** The last grapheme up to which the tokens fit, by bisection and then, counts being almost monotone, step by step. */
function lastFitting(text: string, graphemes: readonly Grapheme[], first: number, tokensMax: number): number {
  const start = graphemes[first]?.start ?? 0
  let low = first - 1
  let high = Math.min(graphemes.length, first + tokensMax * GRAPHEMES_A_TOKEN) - 1
  while (high > first && graphemes[high]!.end - start > tokensMax * UNITS_A_TOKEN) high--
  const fitsUpTo = fitsFrom(text, start, tokensMax, graphemes[high]?.end ?? start)
  const fits = (last: number) => fitsUpTo(graphemes[last]!.end)
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
