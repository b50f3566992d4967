import fc from 'fast-check'
import { countTokens as published } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { countTokens, fitsFrom, fitsTokens } from './tokens.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'the',
        ' Quick',
        'é',
        '部署',
        '🎉',
        '\u0301',
        '1',
        '12345',
        '\n',
        '\r\n',
        '  ',
        "'S",
        '/',
        'ไทย',
        '<|endoftext|>',
        'zzzz',
      ),
    )
    .map((pieces) => pieces.join('')),
)

it('counts as the published tokenizer does, wherever both agree on white space', () => {
  fc.assert(
    fc.property(text, (source) => {
      const plain = source.replace(/[\ufeff\x85]/g, '')
      expect(countTokens(plain)).toBe(published(plain, { disallowedSpecial: new Set() }))
    }),
    { numRuns: 2_000 },
  )
})

it('says whether a text fits as counting it would', () => {
  fc.assert(
    fc.property(text, fc.nat(40), (source, tokensMax) => {
      expect(fitsTokens(source, tokensMax)).toBe(countTokens(source) <= tokensMax)
    }),
    { numRuns: 1_000 },
  )
})

it('says of every stretch from an offset whether it fits as counting it would', () => {
  const white = fc.array(fc.constantFrom(' ', '\n', '\r', 'a', 'B', "'re", '.', '7', '/', 'é'), {
    maxLength: 30,
  })
  const source = fc.oneof(
    text,
    white.map((units) => units.join('')),
  )
  fc.assert(
    fc.property(source, fc.nat(8), fc.nat(12), (source, from, tokensMax) => {
      const start = Math.min(from, source.length)
      const fits = fitsFrom(source, start, tokensMax, source.length)
      for (let end = start; end <= source.length; end++)
        expect(fits(end)).toBe(countTokens(source.slice(start, end)) <= tokensMax)
    }),
    { numRuns: 2_000 },
  )
})
