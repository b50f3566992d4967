import fc from 'fast-check'
import { expect, it } from 'vitest'
import { analyseQuery } from './query.ts'
import { analyse } from './terms.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aB1 -_./\'"(#+é部かㅏกá́́🎉\u0301\u200d\ufe0f的the'), maxLength: 40 }),
)

const idsOf = (terms: readonly { channel: string; term: string }[]) =>
  terms.map(({ channel, term }) => `${channel} ${term}`)

it('gives every text that is not white space a term in common between query and document', () => {
  fc.assert(
    fc.property(text, (source) => {
      fc.pre(/[^\s\x85]/.test(source.replaceAll('\ufeff', ' ')))
      const document = new Set(idsOf(analyse(source)))
      const query = idsOf(analyseQuery(source).terms)
      expect(query.some((id) => document.has(id))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('gives the same terms for composed and decomposed spellings', () => {
  fc.assert(
    fc.property(text, (source) => {
      expect(idsOf(analyse(source.normalize('NFD')))).toEqual(idsOf(analyse(source.normalize('NFC'))))
    }),
    { numRuns: 2_000 },
  )
})

it('orders terms by position and keeps offsets inside the text, never in the middle of a surrogate pair', () => {
  fc.assert(
    fc.property(text, (source) => {
      let position = 0
      for (const term of analyse(source)) {
        expect(term.term).not.toBe('')
        expect(term.term.isWellFormed()).toBe(true)
        expect(term.position - position).toBeOneOf([0, 1])
        expect(term.start).toBeGreaterThanOrEqual(0)
        expect(term.end).toBeGreaterThan(term.start)
        expect(term.end).toBeLessThanOrEqual(source.length)
        if (source.isWellFormed()) expect(source.slice(term.start, term.end).isWellFormed()).toBe(true)
        position = term.position
      }
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  'a',
  'A',
  'é',
  '(',
  '<',
  '.',
  "a'",
  'a.',
  '🎉',
  '\u0301',
  '\u0323\u0301\u031b',
  '部',
  'ก',
  'ㅋ',
  '\ud800',
  '"',
])('analyses a mebibyte of %j', (unit) => {
  const source = unit.repeat(Math.floor(1_048_576 / new TextEncoder().encode(unit).length))
  expect(analyse(source).length).toBeLessThanOrEqual(4 * source.length)
})
