import { splitGraphemes } from 'unicode-segmenter/grapheme'
import type { Block } from './block.ts'
import { codePointsIn } from './code-points.ts'
import { linesOf } from './lines.ts'
import { outsideMarkup } from './outside-markup.ts'
import { sentencesOf } from './sentences.ts'
import { countTokens } from './tokens.ts'
import { isWhiteSpace, type Range, trimRange } from './white-space.ts'

/** A part of a document that no passage divides, with its size. White space around it belongs to nobody. */
export interface Atom extends Range {
  readonly block: Block
  readonly tokens: number
}

/** How large an atom may be. */
export interface AtomBounds {
  readonly tokensMax: number
  readonly codePointsMax: number
}

/**
 * The atoms of a block: the block itself where it fits, else its lines or sentences, else words, graphemes and code
 * points, in that order. A stretch without white space is divided at graphemes.
 */
export function atomsOf(text: string, block: Block, bounds: AtomBounds): Atom[] {
  return divide({ text, block, bounds }, block, DIVISIONS[block.parts])
}

interface Division {
  readonly text: string
  readonly block: Block
  readonly bounds: AtomBounds
}

type Divider = (text: string, range: Range) => Iterable<Range>

const DIVISIONS: Record<Block['parts'], readonly Divider[]> = {
  lines: [linesOf, sentencesOf, wordsOf, graphemesOf, codePointsOf],
  sentences: [sentencesOf, linesOf, wordsOf, graphemesOf, codePointsOf],
}

function divide(division: Division, range: Range, dividers: readonly Divider[]): Atom[] {
  const { text, block, bounds } = division
  const trimmed = trimRange(text, range)
  if (trimmed.start === trimmed.end) return []
  const isSmall = codePointsIn(text, trimmed, bounds.codePointsMax) <= bounds.codePointsMax
  const tokens = isSmall ? countTokens(text.slice(trimmed.start, trimmed.end)) : Number.POSITIVE_INFINITY
  const [divider, ...finer] = dividers
  if (divider === undefined || tokens <= bounds.tokensMax) return [{ ...trimmed, block, tokens }]
  const parts = divider(text, trimmed)
  const whole = block.isMarkup ? outsideMarkup(text, trimmed, parts) : [...parts]
  return whole.flatMap((part) => divide(division, part, finer))
}

/** Words with the white space after them, many together, so that a long text does not become a million atoms. */
function* wordsOf(text: string, range: Range): Generator<Range> {
  let start = range.start
  for (let at = range.start; at < range.end; at++) {
    if (isWhiteSpace(text[at - 1]) && !isWhiteSpace(text[at]) && at - start >= PIECE_UNITS) {
      yield { start, end: at }
      start = at
    }
  }
  yield { start, end: range.end }
}

function* graphemesOf(text: string, range: Range): Generator<Range> {
  let start = range.start
  let end = start
  for (const grapheme of splitGraphemes(text.slice(range.start, range.end))) {
    end += grapheme.length
    if (end - start < PIECE_UNITS) continue
    yield { start, end }
    start = end
  }
  if (start < end) yield { start, end }
}

function* codePointsOf(text: string, range: Range): Generator<Range> {
  for (let start = range.start; start < range.end; ) {
    let end = Math.min(range.end, start + PIECE_UNITS)
    if (end < range.end && text.codePointAt(end - 1)! > 0xffff) end++
    yield { start, end }
    start = end
  }
}

/** Far under the aim of a passage even at four tokens a unit, so that passages of such pieces come out even. */
const PIECE_UNITS = 32
