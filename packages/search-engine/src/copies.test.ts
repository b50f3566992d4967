import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

describe('passages with the same text', () => {
  const copied = new Collection([
    'red lines',
    { title: 'Red', text: 'lines of red' },
    { text: 'lines of red' },
    { title: 'Lines of red', text: 'lines of red' },
    { text: 'lines of red' },
  ])

  it('are one hit, the best ranked of them, that counts them all', () => {
    const { hits } = copied.search('lines of red')
    expect(hits.map((hit) => [hit.ordinal, hit.copies])).toEqual([
      [3, 4],
      [0, 1],
    ])
  })

  it('are the earliest where they rank alike', () => {
    const { hits } = copied.search('lines', { dead: ['1:1', '1:3'] })
    expect(hits.find((hit) => hit.copies === 2)!.ordinal).toBe(2)
  })

  it('do not count what the filter or a deletion took', () => {
    const { hits } = copied.search('lines of red', { dead: ['1:4'], hidden: new Set(['1:3']) })
    expect(hits.map((hit) => [hit.ordinal, hit.copies])).toEqual([
      [1, 2],
      [0, 1],
    ])
  })
})
