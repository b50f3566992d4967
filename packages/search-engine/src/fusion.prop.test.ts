import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

const WORDS = ['red', 'lines', 'C-8', 'GB/s', 'of', 'code']
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
const passage = fc.record({
  text,
  title: fc.constantFrom('', 'C-8', 'Red lines', 'Code'),
  author: fc.constantFrom('', 'Red'),
})

describe('fusion', () => {
  it('puts what a key or a phrase found above everything else, by score too', () => {
    const query = fc.constantFrom('C-8', '"red lines" of code', 'code', 'GB/s', 'C-8 red lines', 'red lines')
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 12 }), query, (passages, query) => {
        const { hits } = new Collection(passages).search(query, { limit: 100 })
        const isFirstTier = hits.map((hit) => hit.lanes.Indexing >= 0.5)
        expect(isFirstTier).toEqual(isFirstTier.toSorted((a, b) => Number(b) - Number(a)))
        expect(hits.every((hit) => hit.reason !== 'Exact' || hit.lanes.Indexing >= 0.5)).toBe(true)
      }),
    )
  })
})
