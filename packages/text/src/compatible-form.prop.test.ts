import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compatibleForm } from './compatible-form.ts'

const short = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...'a가각ㄱㅏㄳﾀﾞﾊﾟ한글é\u0301\u0323\u1161\u11a8\u09c7\u09beกุ่ำﬁ㍿½'),
    maxLength: 30,
  }),
)
/** Long texts too, which are taken in stretches. */
const text = fc.oneof(
  short,
  fc.tuple(fc.integer({ min: 170, max: 200 }), short).map(([length, end]) => 'ö'.repeat(length) + end),
)

it('is the NFKC of the text, with ASCII hyphen and apostrophe', () => {
  fc.assert(
    fc.property(text, (source) => {
      const expected = source
        .toWellFormed()
        .normalize('NFKC')
        .replaceAll('\u2010', '-')
        .replaceAll('\u2019', "'")
      expect(compatibleForm(source).text).toBe(expected)
    }),
    { numRuns: 5_000 },
  )
})

it('leads every unit back to a stretch of the source that normalises to text holding it', () => {
  fc.assert(
    fc.property(text, (source) => {
      const form = compatibleForm(source)
      let i = 0
      for (const character of form.text) {
        const [start, end] = [form.startOf(i), form.endOf(i + character.length)]
        expect(start).toBeLessThan(end)
        expect(compatibleForm(source.slice(start, end)).text).toContain(character)
        i += character.length
      }
      expect(form.startOf(0)).toBe(0)
      expect(form.endOf(form.text.length)).toBe(source.length)
    }),
    { numRuns: 2_000 },
  )
})
