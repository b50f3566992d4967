import { analyseQuery } from '@cairn/text/query'
import { expect, it } from 'vitest'
import { History } from '../../test/history.ts'
import { naiveTopology } from '../../test/naive-topology.ts'
import { hashOf, passageOf } from '../../test/passages.ts'
import { pointersOf } from '../../test/pointers.ts'
import { search } from '../search.ts'

const QUERY = analyseQuery('quarry ledger ferry')

/** A document of as many passages, some of which say something. */
const document = (id: string, passages: number, said: Readonly<Record<number, string>>) =>
  Array.from({ length: passages }, (_, index) =>
    passageOf({
      documentId: id,
      index,
      text: said[index] ?? `filler${index}`,
      hash: hashOf(`${id}/${index}`),
    }),
  )

function scoresOf(history: History): readonly (readonly [string, number])[] {
  const { hits } = search(history.segments, pointersOf(history.dead), {
    query: QUERY,
    vector: null,
    filter: null,
    limit: 100,
    offset: 0,
    lanes: ['Bm25', 'Topology'],
  })
  const best = hits[0]!.score
  return hits.map(({ passage, score }) => [`${passage.documentId}/${passage.index}`, score / best])
}

function expected(history: History): readonly (readonly [string, number])[] {
  const scores = naiveTopology(history.live, QUERY)
  const best = Math.max(...scores)
  return history.live
    .map(({ passage }, i) => [`${passage.documentId}/${passage.index}`, scores[i]! / best] as const)
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
}

it('words parted by hundreds of passages of one document count together, sealed or not', () => {
  const history = new History()
  const tale = Array.from({ length: 150 }, (_, word) => `tale${word % 50}`).join(' ')
  history.commit([
    ...document('long', 300, { 1: 'quarry', 290: 'ledger '.repeat(40) }),
    ...Array.from({ length: 200 }, (_, i) => document(`other${i}`, 1, { 0: `${tale} ${i}` })).flat(),
  ])
  for (const isSealed of [false, true]) {
    if (isSealed) history.merge(() => true, true)
    const wanted = expected(history)
    expect(wanted.map(([name]) => name)).toEqual(['long/290', 'long/1'])
    for (const [i, [name, score]] of scoresOf(history).entries()) {
      expect(name).toBe(wanted[i]![0])
      expect(score).toBeCloseTo(wanted[i]![1], 9)
    }
  }
})
