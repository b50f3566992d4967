import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

describe('a filtered search', () => {
  it('fills its page from behind the cut', () => {
    const notes = new Collection(
      Array.from({ length: 40 }, (_, n) => ({
        kind: n < 30 ? 'loud' : 'quiet',
        text: `${'red '.repeat(40 - n)} ${n}`,
      })),
    )
    expect(notes.search('red', { filter: { kind: 'quiet' } }).hits).toHaveLength(10)
  })

  it('ranks by the counts of the whole collection', () => {
    const notes = new Collection([
      { kind: 'a', text: 'red' },
      { kind: 'a', text: 'blue' },
      { kind: 'b', text: 'blue blue sky' },
    ])
    const hits = notes.search('red blue', { filter: { kind: 'a' } }).hits
    expect(hits.map((hit) => hit.passage.text)).toEqual(['red', 'blue'])
    expect(hits[1]!.score).toBeLessThan(hits[0]!.score)
  })
})
