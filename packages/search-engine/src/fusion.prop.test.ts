import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'
import { QUERY_VECTOR } from '../test/steps.ts'
import { vectorOf } from '../test/vectors.ts'

const WORDS = [
  'red',
  'lines',
  'C-8',
  'GB/s',
  'of',
  'code',
  'alpha',
  'beta',
  'gamma',
  'delta',
  'roof',
  'door',
  'rain',
]
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
const passage = fc.record({
  text,
  title: fc.constantFrom('', 'C-8', 'Red lines', 'Code'),
  author: fc.constantFrom('', 'Red'),
  vector: vectorOf(3),
})

describe('fusion', () => {
  it('puts what a key or a quote found above everything else, by score too', () => {
    const query = fc.constantFrom('C-8', '"red lines"', 'code', 'GB/s', 'C-8 red lines', 'red lines')
    fc.assert(
      fc.property(
        fc.array(passage, { maxLength: 40, size: 'max' }),
        query,
        fc.boolean(),
        (passages, query, isNear) => {
          const notes = new Collection(passages)
          const named = notes.search(query, { limit: 100, lanes: ['Indexing'] }).hits
          const firstTier = new Set(named.filter((hit) => hit.score >= 0.85).map((hit) => hit.passage.text))
          const { hits } = notes.search(query, { limit: 100, vector: isNear ? QUERY_VECTOR : null })
          const isFirstTier = hits.map((hit) => firstTier.has(hit.passage.text))
          expect(isFirstTier).toEqual(isFirstTier.toSorted((a, b) => Number(b) - Number(a)))
          expect(hits.every((hit) => hit.reason !== 'Exact' || firstTier.has(hit.passage.text))).toBe(true)
        },
      ),
    )
  })

  it('keeps a key above a passage that shares every telling word of the best hits', () => {
    const told = 'alpha beta gamma alpha beta gamma'
    const named = [`${told} 1`, `${told} 2`, `${told} 3`, 'sand mud clay']
    const notes = new Collection([
      ...named.map((text) => ({ text, tags: ['roof'] })),
      `roof ${told}`,
      ...Array.from({ length: 30 }, (_, n) => `roof ${`stone${n} `.repeat(30)}`),
      ...Array.from({ length: 85 }, (_, n) => `other note ${n}`),
    ])
    expect(notes.texts('roof').slice(0, 5)).toEqual([...named, `roof ${told}`])
  })
})
