import { caseFold } from './case-fold.ts'
import { characterClass } from './character-class.ts'

/**
 * The form in which two spellings of one word meet: case folded; Latin and Greek marks, Arabic harakat and tatweel,
 * Hebrew points and ignorable characters dropped; alef, ya, ta marbuta and ё unified. Indic vowel signs stay.
 * Takes NFKC text, gives NFC text; a word of nothing but dropped characters stays as it is.
 */
export function foldWord(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself.
  if (/^[\x00-\x7f]*$/.test(word)) return caseFold(word)
  return withoutMarks(caseFold(word).normalize('NFD')).normalize('NFC') || word
}

/** Letters that carry their mark inside the glyph, so that decomposition cannot drop it, and letter variants. */
const VARIANTS = new Map(
  Object.entries({
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ς: 'σ',
    ى: 'ي',
    ی: 'ي',
    ې: 'ي',
    ک: 'ك',
    ة: 'ه',
    ٱ: 'ا',
  }),
)

function withoutMarks(decomposed: string): string {
  let kept = ''
  let base = 0
  for (const character of decomposed) {
    const codePoint = character.codePointAt(0)!
    const kind = characterClass(codePoint)
    if (kind === 'I' || codePoint === TATWEEL) continue
    if (kind !== 'M') base = codePoint
    else if (isDropped(codePoint, base)) continue
    kept += VARIANTS.get(character) ?? character
  }
  return kept
}

const TATWEEL = 0x640
const CYRILLIC_IE = 0x435
const ALEF = 0x627

function isDropped(mark: number, base: number): boolean {
  if (isLatinOrGreek(base)) return true
  if (base === CYRILLIC_IE) return mark === 0x308
  if (mark >= 0x653 && mark <= 0x655) return base === ALEF
  return (
    (mark >= 0x610 && mark <= 0x61a) ||
    (mark >= 0x64b && mark <= 0x65f) ||
    mark === 0x670 ||
    (mark >= 0x6d6 && mark <= 0x6ed) ||
    (mark >= 0x591 && mark <= 0x5c7)
  )
}

function isLatinOrGreek(base: number): boolean {
  return (
    (base > 0x40 && base < 0x400) ||
    (base >= 0x1d00 && base < 0x2000) ||
    (base >= 0x2c60 && base < 0x2c80) ||
    (base >= 0xa720 && base < 0xa800) ||
    (base >= 0xab30 && base < 0xab70)
  )
}
