import { characterClass } from './character-class.ts'

/**
 * A stretch of text that is analysed in one way: `chunk` words of a spaced script with the punctuation that joins
 * them (`getUserById`, `C++`, `a/b-c.d`), `ideographic` and `unspaced` text, `symbol` anything without a reading
 * (emoji, signs, controls), `punctuation` where it stands alone between white space.
 */
export interface Run {
  readonly kind: 'chunk' | 'ideographic' | 'unspaced' | 'symbol' | 'punctuation'
  readonly start: number
  readonly end: number
}

/** The runs of a text in order. A text that is not all white space has at least one. */
export function* runsOf(text: string): Generator<Run> {
  for (let start = 0; start < text.length; ) {
    const kind = classAt(text, start)
    if (kind === 'W') {
      start = endOfClasses(text, start, 'W')
    } else if (kind === 'B' || kind === 'J') {
      const end = endOfClasses(text, start, 'BJ')
      if (isAlone(text, start, end)) yield { kind: 'punctuation', start, end }
      start = 'LMI'.includes(classAt(text, end)) ? joinedFrom(text, start, end) : end
      if (start < end) start = yield* chunk(text, start)
    } else if (kind === 'L' || kind === 'M' || kind === 'I') {
      start = yield* chunk(text, start)
    } else {
      const run = unjoinedRun(text, start, kind)
      yield run
      start = run.end
    }
  }
}

/** The class of the code point at an offset; white space at the end of the text. */
function classAt(text: string, offset: number): string {
  return offset < text.length ? characterClass(text.codePointAt(offset)!) : 'W'
}

function endOfClasses(text: string, start: number, classes: string): number {
  const hasLetters = classes.includes('L')
  let end = start
  while (end < text.length) {
    if (hasLetters && isAsciiLetter(text.charCodeAt(end))) end++
    else if (classes.includes(classAt(text, end))) end += text.codePointAt(end)! > 0xffff ? 2 : 1
    else break
  }
  return end
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)
}

function isAlone(text: string, start: number, end: number): boolean {
  return (start === 0 || classAt(text, start - 1) === 'W') && classAt(text, end) === 'W'
}

/** Where the joints that belong to the following word begin. */
function joinedFrom(text: string, start: number, end: number): number {
  let joined = end
  while (joined > start && classAt(text, joined - 1) === 'J') joined--
  return joined
}

function* chunk(text: string, start: number): Generator<Run, number> {
  let end = endOfClasses(text, start, 'LMIJ')
  while (isInnerApostrophe(text, end)) end = endOfClasses(text, end + 1, 'LMIJ')
  yield { kind: 'chunk', start, end }
  return end
}

function isInnerApostrophe(text: string, offset: number): boolean {
  return text[offset] === "'" && 'LM'.includes(classAt(text, offset - 1)) && classAt(text, offset + 1) === 'L'
}

function unjoinedRun(text: string, start: number, kind: string): Run {
  if (kind === 'C') return { kind: 'ideographic', start, end: endOfClasses(text, start, 'CMI') }
  if (kind === 'S') return { kind: 'symbol', start, end: endOfClasses(text, start, 'SMI') }
  return { kind: 'unspaced', start, end: endOfClasses(text, start, 'TNMI') }
}
