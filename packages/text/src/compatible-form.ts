import { characterClass } from './character-class.ts'

/** NFKC text with the way back to its source, both counted in UTF-16 units. */
export interface CompatibleForm {
  readonly text: string
  /** The source offset at which the character holding unit `i` begins. */
  startOf(i: number): number
  /** The source offset at which the character holding unit `i - 1` ends. */
  endOf(i: number): number
}

/**
 * NFKC of a text, with the hyphen U+2010 and the apostrophe U+2019 as ASCII. A run of more than 30 marks is
 * normalised in parts of 30 (the bound of Unicode's Stream-Safe Text Format): whole, it takes quadratic time. A lone
 * surrogate is U+FFFD.
 */
export function compatibleForm(source: string): CompatibleForm {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself.
  if (/^[\x00-\x7f]*$/.test(source)) return { text: source, startOf: (i) => i, endOf: (i) => i }
  return normalised(source.toWellFormed())
}

const MARKS_MAX = 30

/** A stretch whose units do not answer one to one: source and text offsets of its beginning and end. */
interface Change {
  readonly start: number
  readonly end: number
  readonly textStart: number
  readonly textEnd: number
}

function normalised(source: string): CompatibleForm {
  const changes: Change[] = []
  let text = ''
  for (let start = 0; start < source.length; ) {
    const end = stretchEnd(source, start)
    const stretch = source.slice(start, end)
    text += isCompatible(stretch) ? stretch : changed(stretch, start, text.length, changes)
    start = end
  }
  return { text, startOf: (i) => startThrough(changes, i), endOf: (i) => endThrough(changes, i) }
}

/** Whether a stretch is its own form; then so is each part of it. */
function isCompatible(stretch: string): boolean {
  return (
    stretch.length <= STRETCH_UNITS_MAX &&
    !/[\u2010\u2011\u2019]/.test(stretch) &&
    stretch.normalize('NFKC') === stretch
  )
}

/** Short enough that a stretch of nothing but marks is normalised at once. */
const STRETCH_UNITS = 192
const STRETCH_UNITS_MAX = 256

/** The end of a stretch that nothing behind it joins; some units on, unless marks go on and on. */
function stretchEnd(source: string, start: number): number {
  let end = Math.min(source.length, start + STRETCH_UNITS)
  while (end < source.length && (isLowSurrogate(source, end) || mayJoin(source.codePointAt(end)!))) end++
  return end
}

function isLowSurrogate(source: string, offset: number): boolean {
  const unit = source.charCodeAt(offset)
  return unit >= 0xdc00 && unit < 0xe000
}

/** The form of a stretch cluster by cluster; what does not answer one to one is added to `changes`. */
function changed(stretch: string, offset: number, textOffset: number, changes: Change[]): string {
  let text = ''
  for (let start = 0; start < stretch.length; ) {
    const end = clusterEnd(stretch, start)
    const form = clusterForm(stretch, start, end)
    if (form.length !== end - start || (end - start > 1 && form !== stretch.slice(start, end))) {
      const textStart = textOffset + text.length
      changes.push({ start: offset + start, end: offset + end, textStart, textEnd: textStart + form.length })
    }
    text += form
    start = end
  }
  return text
}

function clusterForm(source: string, start: number, end: number): string {
  const cluster = source.slice(start, end)
  if (cluster === '\u2010' || cluster === '\u2011') return '-'
  if (cluster === '\u2019') return "'"
  return end - start === 1 && cluster < '\x80' ? cluster : cluster.normalize('NFKC')
}

/** The end of the shortest stretch from `start` that normalises on its own. */
function clusterEnd(source: string, start: number): number {
  let end = start + unitsAt(source, start)
  for (
    let marks = 0;
    marks < MARKS_MAX && end < source.length && mayJoin(source.codePointAt(end)!);
    marks++
  ) {
    end += unitsAt(source, end)
  }
  return end
}

function unitsAt(source: string, offset: number): number {
  return source.codePointAt(offset)! > 0xffff ? 2 : 1
}

/** Whether normalisation may compose or reorder a code point with what stands before it. */
function mayJoin(codePoint: number): boolean {
  if (codePoint < 0x300) return false
  const kind = characterClass(codePoint)
  if (kind === 'M' || kind === 'N' || kind === 'I') return true
  return JOINING_LETTERS.some(([first, last]) => codePoint >= first && codePoint <= last)
}

/** Hangul vowels and finals in their four encodings, halfwidth voicing marks, Kirat Rai vowels. */
const JOINING_LETTERS = [
  [0x1160, 0x11ff],
  [0x3131, 0x318e],
  [0xff9e, 0xffdc],
  [0x16d63, 0x16d67],
] as const

function startThrough(changes: readonly Change[], i: number): number {
  const change = lastChange(changes, i)
  if (change === undefined) return i
  return i < change.textEnd ? change.start : change.end + (i - change.textEnd)
}

function endThrough(changes: readonly Change[], i: number): number {
  const change = lastChange(changes, i - 1)
  if (change === undefined) return i
  return i <= change.textEnd ? change.end : change.end + (i - change.textEnd)
}

/** The last change that begins at or before text unit `i`. */
function lastChange(changes: readonly Change[], i: number): Change | undefined {
  let low = -1
  let high = changes.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (changes[middle]!.textStart <= i) low = middle
    else high = middle - 1
  }
  return changes[low]
}
