import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { leastTokens } from './least-tokens.ts'

const words = fc.constantFrom(
  ...[
    "don't",
    'verantwoordelijkheid',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'ありがとうございました',
    '天天中彩票大神推荐',
    '微信公众号天天中彩票',
  ],
  ...[
    'สำนักเลขานุการองค์กร',
    '2023',
    '1234567',
    "l'été",
    '/***',
    '====================',
    '    ',
    '\r\n\r\n',
    '한국어',
    '😀',
    '👩‍👩‍👧',
    'é',
    "'''",
    'x1y2',
    '_a_',
  ],
)
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.tuple(words, fc.integer({ min: 1, max: 60 })).map(([word, times]) => word.repeat(times)),
)

test('no text has fewer tokens than the least it is said to have', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(leastTokens(text)).toBeLessThanOrEqual(countTokens(text))
    }),
    { numRuns: 3000 },
  )
})

test('the least is near the truth for prose', () => {
  const prose =
    'Rotate the signing key every ninety days, and keep the one before it for another day. '.repeat(20)
  expect(leastTokens(prose) / countTokens(prose)).toBeGreaterThan(0.8)
})

test('a long text without a space is not free', () => {
  expect(leastTokens('x'.repeat(2600))).toBe(100)
  expect(leastTokens('天'.repeat(1100))).toBe(100)
  expect(leastTokens('='.repeat(11_300))).toBe(100)
})
