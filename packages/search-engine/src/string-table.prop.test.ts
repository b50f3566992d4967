import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StringTable, StringTableWriter } from './string-table.ts'

describe('a string table', () => {
  it('numbers strings in byte order, gives them back and finds them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.string({ unit: 'grapheme' }),
        (texts, other) => {
          const writer = new StringTableWriter()
          const provisional = texts.map((text) => writer.add(text))
          const { ends, bytes, count, numbers } = writer.write()
          const table = new StringTable(ends, bytes, count)
          expect(provisional.map((number) => table.at(numbers[number]!))).toEqual(texts)
          expect(texts.map((text) => table.at(table.find(text)))).toEqual(texts)
          expect(table.find(other) >= 0).toBe(texts.includes(other))
        },
      ),
    )
  })
})
