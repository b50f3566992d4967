import { describe, expect, it } from 'vitest'
import { Collection } from '../../test/collection.ts'
import { quantize } from '../vector.ts'

const near = quantize([1, 0.1, 0])
const far = quantize([0.1, 1, 0])
const opposite = quantize([-1, -0.1, 0])
const vector = quantize([1, 0, 0])

describe('Dense', () => {
  it('finds what shares no word with the query, as a topic, nearest first', () => {
    const notes = new Collection([
      { text: 'Behind the garden.', vector: far },
      { text: 'A car stands there.', vector: near },
      { text: 'Nothing of the kind.', vector: opposite },
      { text: 'Without a vector.' },
    ])
    const { hits, coverage, missing } = notes.search('automobile', { vector })
    expect(hits.map(({ passage }) => passage.text)).toEqual(['A car stands there.', 'Behind the garden.'])
    expect(hits[0]).toMatchObject({
      reason: 'TopicMatch',
      words: [],
      score: 0.12,
      lanes: { Dense: 0.12, Bm25: 0 },
    })
    expect([coverage, missing]).toEqual([0, ['automobile']])
  })

  it('does not run where the query has no vector, or the lane is not asked for', () => {
    const notes = new Collection([{ text: 'A car stands there.', vector: near }])
    expect(notes.texts('automobile')).toEqual([])
    expect(notes.texts('automobile', { vector, lanes: ['Bm25', 'Indexing', 'Topology'] })).toEqual([])
  })

  it('compares no vectors of another length', () => {
    const notes = new Collection([{ text: 'A car stands there.', vector: near }])
    expect(notes.texts('automobile', { vector: quantize([1, 0]) })).toEqual([])
  })

  it('adds to the words: of two passages with the same word the nearer is first', () => {
    const notes = new Collection([
      { text: 'The red car.', vector: far },
      { text: 'The red roof.', vector: near },
      { text: 'The blue sky.', vector },
    ])
    expect(notes.texts('red', { vector })).toEqual(['The red roof.', 'The red car.', 'The blue sky.'])
    expect(notes.texts('red')).toEqual(['The red car.', 'The red roof.'])
  })

  it('leaves what a key found above what is nearest', () => {
    const notes = new Collection([
      { text: 'Nearest of all.', vector },
      { text: 'It fixed POL-358.', vector: opposite },
    ])
    expect(notes.texts('POL-358', { vector })).toEqual(['It fixed POL-358.', 'Nearest of all.'])
  })

  it('shows one hit a text, and a fourth passage of a document on a later page', () => {
    const notes = new Collection([
      ...[0, 1, 2, 3].map((index) => ({ documentId: 'a', index, text: `part ${index}`, vector })),
      { text: 'copied', vector: near },
      { text: 'copied', vector: far },
    ])
    const pages = notes.walk('automobile', 4, { vector })
    expect(pages.map((page) => page.map(({ passage, copies }) => [passage.text, copies]))).toEqual([
      [
        ['part 0', 1],
        ['part 1', 1],
        ['part 2', 1],
        ['copied', 2],
      ],
      [['part 3', 1]],
    ])
  })

  it('keeps the place of what died after the walk began, and does not show it', () => {
    const notes = new Collection(
      [1, 2, 3, 4].map((n) => ({ text: `note ${n}`, vector: quantize([1, n, 0]) })),
    )
    const pages = notes.walk('automobile', 2, { vector, hidden: ['1:1'] })
    expect(pages.map((page) => page.map(({ ordinal }) => ordinal))).toEqual([[0], [2, 3]])
  })
})
