import { CLASS_RUNS } from './generated/unicode-tables.ts'

/**
 * What a code point does in a word: W white space, B breaking punctuation, J punctuation that joins identifiers,
 * L letter or digit of a script written with spaces, M combining mark, I ignorable, C ideographic (Han, kana, Hangul
 * and their like), T letter of a script written without spaces (Thai, Lao, Khmer, Myanmar and their like), N mark of one,
 * S anything else: symbols, emoji, controls, unassigned, lone surrogates.
 */
export type CharacterClass = 'W' | 'B' | 'J' | 'L' | 'M' | 'I' | 'C' | 'T' | 'N' | 'S'

/** The class of a code point in the Unicode version of the tables, whatever the platform's own version is. */
export function characterClass(codePoint: number): CharacterClass {
  return CLASSES[codePoint < BMP_END ? bmp[codePoint]! : classAbove(codePoint)]!
}

const CLASSES = ['W', 'B', 'J', 'L', 'M', 'I', 'C', 'T', 'N', 'S'] as const
const BMP_END = 0x10000
const astralStarts: number[] = []
const astralClasses: number[] = []
const bmp = decodeRuns()

function decodeRuns(): Uint8Array {
  const table = new Uint8Array(BMP_END)
  let start = 0
  for (const [, length, name] of CLASS_RUNS.matchAll(/([0-9a-z]+)([A-Z])/g)) {
    const index = CLASSES.indexOf(name as CharacterClass)
    const end = start + Number.parseInt(length!, 36)
    table.fill(index, Math.min(start, BMP_END), Math.min(end, BMP_END))
    if (end > BMP_END) {
      astralStarts.push(start)
      astralClasses.push(index)
    }
    start = end
  }
  return table
}

function classAbove(codePoint: number): number {
  let low = 0
  let high = astralStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (astralStarts[middle]! <= codePoint) low = middle
    else high = middle - 1
  }
  return astralClasses[low]!
}
