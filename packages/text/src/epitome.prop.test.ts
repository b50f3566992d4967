import fc from 'fast-check'
import { splitGraphemes } from 'unicode-segmenter/grapheme'
import { expect, it } from 'vitest'
import { type Epitome, headEpitome, windowEpitome } from './epitome.ts'
import { analyseQuery } from './query.ts'
import { countTokens } from './tokens.ts'

const unit = fc.constantFrom(
  '👩‍👩‍👧',
  '🇨🇭',
  '🇫',
  'e\u0301',
  '𠀀',
  'か\u3099',
  '。\u3099',
  ' \u0301',
  '\r\n',
  '한',
  'ก็',
  'word ',
  'end. ',
  '🎉',
  '1️⃣',
  '-',
  '\n',
)
const text = fc.oneof(
  fc.array(unit, { maxLength: 150 }).map((units) => units.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

function boundariesOf(source: string): Set<number> {
  const boundaries = new Set([0])
  let offset = 0
  for (const grapheme of splitGraphemes(source)) {
    offset += grapheme.length
    boundaries.add(offset)
  }
  return boundaries
}

function check(source: string, { epitome, complete }: Epitome): void {
  expect(countTokens(epitome)).toBeLessThanOrEqual(40)
  expect(epitome.isWellFormed()).toBe(true)
  const boundaries = boundariesOf(source)
  const places = [...boundaries].filter((start) => source.startsWith(epitome, start))
  expect(places.some((start) => boundaries.has(start + epitome.length))).toBe(true)
  if (complete) expect(source.replace(epitome, '')).toMatch(/^[\s\x85]*$/)
}

it('begins and ends an epitome between graphemes, within 40 tokens', () => {
  fc.assert(
    fc.property(text, (source) => check(source, headEpitome(source))),
    { numRuns: 1_000 },
  )
})

it('begins and ends a window between graphemes, within 40 tokens', () => {
  fc.assert(
    fc.property(text, fc.array(unit, { minLength: 1, maxLength: 4 }), (source, query) =>
      check(source, windowEpitome(source, analyseQuery(query.join('')))),
    ),
    { numRuns: 1_000 },
  )
})

it('is the same window whether or not the tokens of the text are known', () => {
  fc.assert(
    fc.property(text, fc.array(unit, { minLength: 1, maxLength: 4 }), (source, words) => {
      const query = analyseQuery(words.join(''))
      expect(windowEpitome(source, query, countTokens(source))).toEqual(windowEpitome(source, query))
    }),
    { numRuns: 1_000 },
  )
})
