import { isWhiteSpace, type Range } from './white-space.ts'

/**
 * The sentences of a range, contiguous, each with the white space after it. A full stop ends one only before white
 * space that no lower-case letter follows, an ideographic one always, a blank line always.
 */
export function sentencesOf(text: string, range: Range): Range[] {
  const sentences: Range[] = []
  let start = range.start
  for (let at = nextStop(text, range.start); at < range.end; ) {
    const end = sentenceEndAt(text, at, range.end)
    if (end !== undefined) {
      sentences.push({ start, end })
      start = end
    }
    at = nextStop(text, end ?? at + 1)
  }
  if (start < range.end) sentences.push({ start, end: range.end })
  return sentences
}

/** The first unit from an offset on that may end a sentence; the end of the text where none does. */
function nextStop(text: string, from: number): number {
  STOP.lastIndex = from
  return STOP.exec(text)?.index ?? text.length
}

const STOP = /[\n.!?…؟۔।॥։。！？｡．]/g
const STOPS = '.!?…؟۔।॥։'
const IDEOGRAPHIC_STOPS = '。！？｡．'
const CLOSERS = '"\')]}»”’」』）】*_'

/** Where the next sentence begins when the unit at `at` ends one. */
function sentenceEndAt(text: string, at: number, limit: number): number | undefined {
  const unit = text[at]!
  if (unit === '\n') return blankLineEnd(text, at, limit)
  if (IDEOGRAPHIC_STOPS.includes(unit))
    return skip(text, skip(text, at + 1, limit, isCloser), limit, isWhiteSpace)
  if (!STOPS.includes(unit) || (at + 1 < limit && STOPS.includes(text[at + 1]!))) return undefined
  const closed = skip(text, at + 1, limit, isCloser)
  const next = skip(text, closed, limit, isWhiteSpace)
  const goesOn = next === closed || /\p{Ll}/u.test(text[next] ?? '')
  return goesOn && next < limit ? undefined : next
}

function blankLineEnd(text: string, at: number, limit: number): number | undefined {
  const next = skip(text, at + 1, limit, isWhiteSpace)
  return text.slice(at + 1, next).includes('\n') ? next : undefined
}

function isCloser(unit: string): boolean {
  return CLOSERS.includes(unit)
}

function skip(text: string, from: number, limit: number, isSkipped: (unit: string) => boolean): number {
  let at = from
  while (at < limit && isSkipped(text[at]!)) at++
  return at
}
