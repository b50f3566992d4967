import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './json.ts'
import { Problem } from './problem.ts'

it('reads every JSON text within 32 levels as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20, stringUnit: 'grapheme' }), (text) => {
      expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

it('refuses by a Problem, and nothing else, whatever the text is', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'u', 'd', '8', '0', ' ') }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
      }
    }),
    { numRuns: 500 },
  )
})

it('finds a lone surrogate wherever it is, and only there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a', '\\', '"') })),
      (strings) => {
        const text = JSON.stringify({ a: strings })
        const refused = strings.some((string) => !string.isWellFormed())
        if (refused) expect(() => parseJson(text)).toThrow(Problem)
        else expect(JSON.stringify(parseJson(text))).toBe(text)
      },
    ),
  )
})
