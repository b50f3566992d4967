import { expect, it } from 'vitest'
import { foldWord } from './fold-word.ts'

it.each([
  ['Müller', 'muller'],
  ['CAFÉ', 'cafe'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['İstanbul', 'istanbul'],
  ['Αθήνας', 'αθηνασ'],
  ['Ёлка', 'елка'],
  ['Край', 'край'],
  ['مُحَمَّد', 'محمد'],
  ['محمـــد', 'محمد'],
  ['أحمد', 'احمد'],
  ['مدرسة', 'مدرسه'],
  ['على', 'علي'],
  ['שָׁלוֹם', 'שלום'],
  ['हिन्दी', 'हिन्दी'],
  ['ｆｕｌｌ'.normalize('NFKC'), 'full'],
  ['co\u00adop', 'coop'],
])('folds %s to %s', (word, folded) => {
  expect(foldWord(word)).toBe(folded.normalize('NFC'))
})

it('leaves a word of nothing but dropped characters as it is', () => {
  expect(foldWord('\u064e')).toBe('\u064e')
})
