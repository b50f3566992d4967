import { expect, it } from 'vitest'
import { caseFold } from './case-fold.ts'
import { characterClass } from './character-class.ts'

it.each([
  [' ', 'W'],
  ['\u3000', 'W'],
  ['(', 'B'],
  ['<', 'B'],
  ['。', 'B'],
  ['-', 'J'],
  ['#', 'J'],
  ['a', 'L'],
  ['é', 'L'],
  ['я', 'L'],
  ['9', 'L'],
  ['๙', 'L'],
  ['\u0301', 'M'],
  ['\u200d', 'I'],
  ['\ufe0f', 'I'],
  ['部', 'C'],
  ['か', 'C'],
  ['ー', 'C'],
  ['한', 'C'],
  ['𠀀', 'C'],
  ['ก', 'T'],
  ['\u0e31', 'N'],
  ['🎉', 'S'],
  ['\ud800', 'S'],
  ['\u{10ffff}', 'S'],
  ['\u0378', 'S'],
  ['𐐀', 'L'],
])('classes %j as %s', (character, kind) => {
  expect(characterClass(character.codePointAt(0)!)).toBe(kind)
})

it('folds case as the platform does where a letter has one lower-case form', () => {
  for (let codePoint = 0; codePoint < 0x250; codePoint++) {
    const letter = String.fromCodePoint(codePoint)
    if (letter.toUpperCase().toLowerCase() !== letter.toLowerCase() || !/\p{L}/u.test(letter)) continue
    expect(caseFold(letter.toUpperCase()), letter).toBe(caseFold(letter))
  }
  expect(caseFold('ΑΩ Жж ẞ Ǆ 𐐀')).toBe('αω жж ss ǆ 𐐨')
})
