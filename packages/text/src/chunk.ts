import { characterClass } from './character-class.ts'
import { foldWord } from './fold-word.ts'

/** One word of a chunk: a stretch of letters, digits and marks, at most 128 UTF-16 units. */
export interface ChunkWord {
  readonly raw: string
  /** Offsets in the chunk. */
  readonly start: number
  readonly end: number
}

/** The words of a chunk in order, those over 128 units cut. */
export function wordsOfChunk(chunk: string): ChunkWord[] {
  const words: ChunkWord[] = []
  for (let start = 0; start < chunk.length; ) {
    let end = start
    while (end < chunk.length && isWordUnit(chunk, end, start))
      end += chunk.codePointAt(end)! > 0xffff ? 2 : 1
    if (end > start) words.push({ raw: chunk.slice(start, end), start, end })
    start = end > start ? end : end + 1
  }
  return words
}

const WORD_UNITS_MAX = 128

function isWordUnit(chunk: string, offset: number, wordStart: number): boolean {
  if (offset - wordStart >= WORD_UNITS_MAX - 1) return false
  if (chunk[offset] === "'") return true
  return 'LMI'.includes(characterClass(chunk.codePointAt(offset)!))
}

/** A word folded, and the parts an apostrophe or a change of case divides it into (none when it is one piece). */
export interface FoldedWord {
  readonly whole: string
  readonly parts: readonly string[]
}

/** Folds a word: a possessive `'s` is dropped, other apostrophes are closed up (`don't` gives `dont`). */
export function foldChunkWord(raw: string): FoldedWord {
  if (PLAIN.test(raw)) return { whole: raw.toLowerCase(), parts: [] }
  const pieces = raw
    .replace(/'[sS]$/, '')
    .split("'")
    .filter((piece) => piece !== '')
  const whole = foldWord(pieces.join('') || raw)
  const isElided = pieces.length > 1 && pieces.at(-1)!.length >= ELIDED_UNITS_MIN
  const parts = (isElided ? pieces : [pieces.join('')]).flatMap(caseParts).map(foldWord)
  return { whole, parts: parts.length > 1 ? parts : [] }
}

/** ASCII words of one case but for their first letter: most words of most texts need no more than lower case. */
const PLAIN = /^(?:[A-Za-z][a-z]*|[A-Z]+)$/

/** `l'homme` is two words and `don't` is one: what follows an elision is longer than an English ending. */
const ELIDED_UNITS_MIN = 3

/** `getUserById` to `get`, `User`, `By`, `Id`; `HTTPServer` to `HTTP`, `Server`; `PDFs` stays one. */
function caseParts(piece: string): string[] {
  if (!/.[A-Z]/.test(piece)) return [piece]
  return piece.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/)
}

/** An identifier without the punctuation of the sentence around it: `TODO:` gives `TODO`, `*C++*` gives `C++`. */
export function trimmedIdentifier(chunk: string): { readonly start: number; readonly end: number } {
  let start = 0
  let end = chunk.length
  while (start < end && chunk[start] === '*' && chunk[end - 1] === '*') [start, end] = [start + 1, end - 1]
  while (start < end && (LEADING.includes(chunk[start]!) || isEllipsis(chunk, start))) start++
  while (end > start && TRAILING.includes(chunk[end - 1]!)) end--
  return { start, end }
}

const LEADING = ':=|^*&%'
const TRAILING = '.:-/\\=|^&~@'

function isEllipsis(chunk: string, offset: number): boolean {
  return chunk.startsWith('..', offset) && chunk[offset + 2] !== '/'
}

/** Whether a trimmed chunk names something: it holds a symbol, a change of case, or letters beside digits. */
export function isIdentifier(trimmed: string): boolean {
  return /[_.\-/\\:@#+$%&*=~^|]|[a-z0-9][A-Z]|[A-Za-z]\d|\d[A-Za-z]/.test(trimmed)
}
