import fc from 'fast-check'
import { expect, it } from 'vitest'
import { elementTexts } from './element-texts.ts'

const lists = fc.array(fc.jsonValue(), { minLength: 1 })

it('cuts a list into the texts of its elements, however it is spaced and whatever its strings hold', () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(undefined, 1, '\t'), (list, indent) => {
      const texts = elementTexts(` ${JSON.stringify(list, null, indent)}\n`)
      expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

it('keeps each element as it was written', () => {
  expect(elementTexts('[ 500.0, {"a" : "]\\",["}, 5e2 ]')).toEqual(['500.0', '{"a" : "]\\",["}', '5e2'])
})
