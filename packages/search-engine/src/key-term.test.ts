import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'
import { keyTerm } from './key-term.ts'

describe('a key term', () => {
  it('is the key itself up to 40 units and short for any longer one', () => {
    expect(keyTerm('x'.repeat(40))).toBe('x'.repeat(40))
    expect(keyTerm('x'.repeat(41)).length).toBeLessThan(40)
    expect(keyTerm('x'.repeat(100_000)).length).toBeLessThan(40)
  })

  it('differs for long keys that differ anywhere', () => {
    const long = 'a title that goes on and on, and on, and then some more, and ends'
    const keys = Array.from(long, (_, i) => `${long.slice(0, i)}#${long.slice(i + 1)}`)
    expect(new Set(keys.map(keyTerm)).size).toBe(long.length)
  })

  it('lets a document be found by a key of any length', () => {
    const uri = `https://example.org/${'path/'.repeat(300)}`
    const hits = new Collection([{ uri, text: 'Words.' }, 'path']).search(uri).hits
    expect(hits[0]).toMatchObject({ reason: 'Exact', passage: { uri } })
  })
})
