import { caseFold } from './case-fold.ts'
import { characterClass } from './character-class.ts'
import { compatibleForm } from './compatible-form.ts'

/**
 * The form under which a name is looked up whole: NFKC, case folded, invisible characters dropped, white space
 * folded to one space and trimmed, every symbol kept (`C++` gives `c++`). Empty only for a text of white space.
 */
export function keyOf(text: string): string {
  const folded = compatibleForm(caseFold(compatibleForm(text).text)).text
  return visible(folded) || spaced(folded)
}

function visible(text: string): string {
  let kept = ''
  for (const character of text) if (characterClass(character.codePointAt(0)!) !== 'I') kept += character
  return spaced(kept)
}

function spaced(text: string): string {
  return text
    .split(WHITE_SPACE)
    .filter((word) => word !== '')
    .join(' ')
}

/** Unicode's White_Space, spelled out because `\s` also takes U+FEFF and leaves U+0085. */
const WHITE_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/
