import { splitGraphemes } from 'unicode-segmenter/grapheme'
import { characterClass } from './character-class.ts'
import { foldChunkWord, isIdentifier, trimmedIdentifier, wordsOfChunk } from './chunk.ts'
import { type CompatibleForm, compatibleForm } from './compatible-form.ts'
import { foldWord } from './fold-word.ts'
import { keyOf } from './key-of.ts'
import { type Run, runsOf } from './runs.ts'
import { stem } from './stem.ts'

/** The version of the analyser; it changes whenever some passage is indexed under other terms. */
export const ANALYSER = 1

/** Where a term is indexed: word stems, exact words, character 4-grams, whole identifiers. */
export type Channel = 'stem' | 'exact' | 'gram' | 'key'

/** One term of a text. Offsets are UTF-16 units of the text given; the parts of one word share its position. */
export interface Term {
  readonly channel: Channel
  readonly term: string
  readonly position: number
  readonly start: number
  readonly end: number
}

/**
 * The terms of a document or a query, in order of position, the whole form of a word before its parts. A text with
 * one character that is not white space has at least one term. Linear in the length of the text; terms are at most
 * 256 UTF-16 units.
 */
export function analyse(text: string): Term[] {
  return termsAmong(text, () => true)
}

/** Those terms of a text that are wanted, in the same order; cheaper than all of them where few are. */
export function termsAmong(text: string, isWanted: IsWanted): Term[] {
  const form = compatibleForm(text)
  const sink = new TermSink(form, isWanted)
  for (const run of runsOf(form.text)) EMITTERS[run.kind](sink, run)
  return sink.terms
}

type IsWanted = (channel: Channel, term: string) => boolean

const TERM_UNITS_MAX = 256
const GRAM_SIZE = 4
const UNSPACED_GRAM_SIZE = 3
/** Words whose first code point is at or above this one also yield 4-grams (past Latin Extended-B). */
const GRAMS_FROM = 0x250

/** Collects terms at the current position and carries their offsets back to the source. */
class TermSink {
  readonly terms: Term[] = []
  private position = 0
  readonly form: CompatibleForm
  private readonly isWanted: IsWanted

  constructor(form: CompatibleForm, isWanted: IsWanted) {
    this.form = form
    this.isWanted = isWanted
  }

  add(channel: Channel, term: string, start: number, end: number): void {
    if (!this.isWanted(channel, term)) return
    const { form, position } = this
    this.terms.push({ channel, term, position, start: form.startOf(start), end: form.endOf(end) })
  }

  advance(): void {
    this.position++
  }
}

const EMITTERS: Record<Run['kind'], (sink: TermSink, run: Run) => void> = {
  chunk: emitChunk,
  ideographic: emitIdeographic,
  unspaced: emitUnspaced,
  symbol: emitSymbols,
  punctuation: emitPunctuation,
}

function emitChunk(sink: TermSink, run: Run): void {
  const chunk = sink.form.text.slice(run.start, run.end)
  if (isPlainWord(chunk)) {
    emitWord(sink, chunk, run.start, run.end)
    sink.advance()
    return
  }
  const words = wordsOfChunk(chunk)
  const isOneName = chunk.length <= TERM_UNITS_MAX
  if (isOneName) emitName(sink, chunk, run.start, words.length)
  for (const word of words) {
    emitWord(sink, word.raw, run.start + word.start, run.start + word.end)
    if (!isOneName) sink.advance()
  }
  sink.advance()
}

/** Most chunks are one word of small letters but perhaps for the first, and no name of anything. */
function isPlainWord(chunk: string): boolean {
  return chunk.length <= MEMO_UNITS_MAX && /^[A-Za-z][a-z]*$/.test(chunk)
}

/** The chunk as one name: its key when it looks like an identifier, and its joined form when it has several words. */
function emitName(sink: TermSink, chunk: string, offset: number, wordCount: number): void {
  const { start, end } = trimmedIdentifier(chunk)
  const name = chunk.slice(start, end)
  if (isIdentifier(name)) sink.add('key', keyOf(name), offset + start, offset + end)
  if (wordCount < 2) return
  const words = wordsOfChunk(chunk)
  const [first, last] = [words[0]!.start, words.at(-1)!.end]
  const joined = foldWord(chunk.slice(first, last))
  sink.add('exact', joined, offset + first, offset + last)
  sink.add('stem', joined, offset + first, offset + last)
}

function emitWord(sink: TermSink, raw: string, start: number, end: number): void {
  const { whole, stems, grams } = wordTerms(raw)
  sink.add('exact', whole, start, end)
  for (const stem of stems) sink.add('stem', stem, start, end)
  for (const gram of grams) sink.add('gram', gram, start, end)
}

/** What a word is indexed under: its whole form, the stems of that and of its parts, and its 4-grams. */
interface WordTerms {
  readonly whole: string
  readonly stems: readonly string[]
  readonly grams: readonly string[]
}

function wordTerms(raw: string): WordTerms {
  const known = memo.get(raw)
  if (known !== undefined) return known
  const { whole, parts } = foldChunkWord(raw)
  const terms = {
    whole,
    stems: [whole, ...parts].map(stem),
    grams: whole.codePointAt(0)! >= GRAMS_FROM ? grams(whole) : [],
  }
  if (raw.length <= MEMO_UNITS_MAX) remember(raw, terms)
  return terms
}

const MEMO_UNITS_MAX = 32
const MEMO_WORDS_MAX = 10_000
const memo = new Map<string, WordTerms>()

function remember(raw: string, terms: WordTerms): void {
  if (memo.size >= MEMO_WORDS_MAX) memo.clear()
  memo.set(raw, terms)
}

/** The 4-grams of `_word`; the whole of it when it is shorter. */
function grams(word: string): string[] {
  const characters = ['_', ...word]
  const last = Math.max(0, characters.length - GRAM_SIZE)
  return Array.from({ length: last + 1 }, (_, i) => characters.slice(i, i + GRAM_SIZE).join(''))
}

interface Unit {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Ideographs one by one, and in pairs; each has its own position, so that a phrase is a substring. */
function emitIdeographic(sink: TermSink, run: Run): void {
  const units = unitsOf(sink.form.text, run, 'MI')
  units.forEach((unit, i) => {
    const next = units[i + 1]
    sink.add('exact', unit.text, unit.start, unit.end)
    sink.add('stem', unit.text, unit.start, unit.end)
    if (next !== undefined) sink.add('stem', unit.text + next.text, unit.start, next.end)
    sink.advance()
  })
}

/** Trigrams of the code points of a script written without spaces; a shorter run is one term. */
function emitUnspaced(sink: TermSink, run: Run): void {
  const units = unitsOf(sink.form.text, run, 'I')
  const size = Math.min(UNSPACED_GRAM_SIZE, units.length)
  for (let i = 0; i + size <= units.length; i++) {
    const gram = units.slice(i, i + size)
    const term = gram.map((unit) => unit.text).join('')
    sink.add('exact', term, gram[0]!.start, gram.at(-1)!.end)
    sink.add('stem', term, gram[0]!.start, gram.at(-1)!.end)
    sink.advance()
  }
}

/** The code points of a run, each with those of the attaching classes that follow it; ignorables are dropped. */
function unitsOf(text: string, run: Run, attaching: string): Unit[] {
  const units: Unit[] = []
  for (let start = run.start; start < run.end; ) {
    let end = start + unitLength(text, start)
    while (
      end < run.end &&
      end - start < UNIT_UNITS_MAX &&
      attaching.includes(characterClass(text.codePointAt(end)!))
    ) {
      end += unitLength(text, end)
    }
    units.push({ text: foldWord(text.slice(start, end)), start, end })
    start = end
  }
  return units
}

const UNIT_UNITS_MAX = 32

function unitLength(text: string, offset: number): number {
  return text.codePointAt(offset)! > 0xffff ? 2 : 1
}

/** Symbols are keys, one for each grapheme. */
function emitSymbols(sink: TermSink, run: Run): void {
  let start = run.start
  for (const grapheme of splitGraphemes(sink.form.text.slice(run.start, run.end))) {
    sink.add('key', keyOf(grapheme.slice(0, TERM_UNITS_MAX)), start, start + grapheme.length)
    start += grapheme.length
    sink.advance()
  }
}

function emitPunctuation(sink: TermSink, run: Run): void {
  const end = Math.min(run.end, run.start + TERM_UNITS_MAX)
  sink.add('key', keyOf(sink.form.text.slice(run.start, end)), run.start, end)
  sink.advance()
}
