import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIntegerSource } from './source-text.ts'

const integers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, 2 ** 53 - 1))
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    integers,
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
}))

test('what has whole numbers alone is read as JSON.parse reads it, however it is spaced', () => {
  fc.assert(
    fc.property(values, fc.constantFrom('', ' ', '\t', '\n  '), (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(readIntegerSource(text)).toEqual({ value: JSON.parse(text) })
    }),
    { numRuns: 2000 },
  )
})

test('what JSON.parse refuses is no JSON, and what it takes is never called none', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '1.0',
    '-',
    'null',
    'tru',
    ' ',
    '\\',
    '\u0001',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      const isToldSo = readIntegerSource(text).findings?.some(({ rule }) => rule === 'json') ?? false
      expect(isToldSo).toBe(!isJson)
    }),
    { numRuns: 5000 },
  )
})

test('a number with a fraction or an exponent is found wherever it stands', () => {
  const wrong = fc.constantFrom('1.0', '5e2', '-1', '9007199254740993', '1E1')
  fc.assert(
    fc.property(values, wrong, fc.boolean(), (value, source, isMember) => {
      const text = isMember
        ? `{"x":${JSON.stringify(value)},"y":${source}}`
        : `[${source},${JSON.stringify(value)}]`
      expect(readIntegerSource(text).findings).toMatchObject([
        { pointer: isMember ? '/y' : '/0', rule: 'integer' },
      ])
    }),
  )
})

test('two million characters are read in one pass', () => {
  const text = JSON.stringify(['\\"'.repeat(500_000), Array.from({ length: 100_000 }, (_, n) => n)])
  expect(readIntegerSource(text).findings).toBeUndefined()
})
