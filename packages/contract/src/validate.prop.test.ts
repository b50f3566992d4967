import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWER_EXAMPLES } from './answer-examples.ts'
import { valueAt } from './json-pointer.ts'
import { validateCrcV1 } from './validate.ts'

type Loose = Record<string, unknown>

function pathsOf(value: unknown, steps: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [steps]
  return [steps, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...steps, name]))]
}
const places = Object.entries(ANSWER_EXAMPLES).flatMap(([name, document]) =>
  pathsOf(document)
    .filter((steps) => steps.length > 0)
    .map((steps) => ({ name: name as keyof typeof ANSWER_EXAMPLES, steps })),
)

test('nothing that stands anywhere in a document makes the judge throw, and a second judging says the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), ({ name, steps }, value) => {
      const document: Loose = structuredClone(ANSWER_EXAMPLES[name])
      ;(valueAt(document, steps.slice(0, -1)) as Loose)[steps.at(-1)!] = value
      const verdict = validateCrcV1(document, { countTokens: (text) => text.length })
      expect(validateCrcV1(document, { countTokens: (text) => text.length })).toEqual(verdict)
      expect(verdict.cairn && !verdict.conformant).toBe(false)
    }),
    { numRuns: 3000 },
  )
})

test('any JSON value can be judged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(validateCrcV1(value).conformant).toBe(false)
    }),
  )
})
