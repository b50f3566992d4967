import { expect, test } from 'vitest'
import { folded, quotesIn } from '../research.ts'

test.each([
  ['It says "rotate it" and "keep it".', ['rotate it', 'keep it']],
  ['It says “rotate it”.', ['rotate it']],
  ['Es sagt „dreht ihn“ und ‚jetzt‘.', ['dreht ihn', 'jetzt']],
  ['Mówi „obróć”.', ['obróć']],
  ['Den säger ”vrid”, den säger »vrid« och »vrid».', ['vrid', 'vrid', 'vrid']],
  ['Il dit « tournez la clé » et ‹ vite ›.', ['tournez la clé', 'vite']],
  ['彼は「鍵」と『回す』と言う。〝古い〟', ['鍵', '回す', '古い']],
  ['他说"转动它"。', ['转动它']],
  ['ﾊﾝｶｸ｢鍵｣ ＂全角＂', ['鍵', '全角']],
  ["It says 'turn it' and ‘turn it now’.", ['turn it', 'turn it now']],
  ["It says 'don't turn the dogs' bowl' now.", ["don't turn the dogs' bowl"]],
  ['It says ‘don’t turn the dogs’ bowl’ now.', ["don't turn the dogs' bowl"]],
  ['He wrote “she said “no” to it” then.', ["she said 'no' to it"]],
])('%s quotes %j', (claim, quotes) => {
  expect(quotesIn(claim)).toEqual(quotes)
})

test.each([
  ['a 5" screen and a 6" one'],
  ["don't, the dogs' bowl, the boys' hats"],
  ["the '90s and the dogs' bowl"],
  ['never closed: “so'],
  ['empty: "" « »'],
])('%s quotes nothing', (claim) => {
  expect(quotesIn(claim)).toEqual([])
})

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['e\u0301', 'É'],
  ['ﬁrst\u00a0 key', 'First key'],
  ['it’s “so”', 'IT\'S "so"'],
  ['1–2', '1-2'],
  ['re\u00adturn', 'return'],
])('%s is compared like %s', (one, other) => {
  expect(folded(one)).toBe(folded(other))
})
