import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPointers } from './read-pointers.ts'

const hit = fc.record({
  words: fc.uniqueArray(fc.constantFrom(0, 1, 30, 31, 32, 63), { maxLength: 4 }).map((words) => words.sort()),
  passage: fc.record({ tokens: fc.integer({ min: 1, max: 20 }) }),
})
type Hit = typeof hit extends fc.Arbitrary<infer T> ? T : never

describe('read pointers', () => {
  it('hold the most words that three hits can, and are the best ranked of those that do', () => {
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 7 }), (hits) => {
        expect(new Set(readPointers(hits))).toEqual(new Set(bestByHand(hits)))
      }),
    )
  })

  it('name the cheapest hit first, none twice, at most three', () => {
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 9 }), (hits) => {
        const chosen = readPointers(hits)
        const tokens = chosen.map((hit) => hit.passage.tokens)
        expect(tokens).toEqual(tokens.toSorted((a, b) => a - b))
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('is the best hit when none holds a word, and nothing without hits', () => {
    const hits = [9, 4, 4].map((tokens, place) => ({ place, words: [], passage: { tokens } }))
    expect(readPointers(hits)).toEqual([hits[0]])
    expect(readPointers([])).toEqual([])
  })

  it('takes a better ranked hit rather than a cheaper one that holds the same words', () => {
    const long = { words: [0, 1], passage: { tokens: 300 } }
    expect(readPointers([long, { words: [0, 1], passage: { tokens: 10 } }])).toEqual([long])
  })

  it('gives up a better ranked hit only for words that three hits can hold without it', () => {
    const hits = [[0], [1], [2], [0, 3]].map((words, i) => ({ words, passage: { tokens: i } }))
    expect(readPointers(hits)).toEqual([hits[1], hits[2], hits[3]])
  })

  it('chooses among a hundred hits of 64 words within bounds', () => {
    const hits = Array.from({ length: 100 }, (_, i) => ({
      words: [i % 64, (i * 7) % 64, (i * 13 + 1) % 64],
      passage: { tokens: i },
    }))
    expect(new Set(readPointers(hits).flatMap(({ words }) => words)).size).toBe(9)
  })
})

/** The words and ranks of every choice of one to three hits in which each adds a word, compared by hand. */
function bestByHand(hits: readonly Hit[]): readonly Hit[] {
  const choices = Array.from({ length: 2 ** hits.length }, (_, bits) =>
    hits.map((_, i) => i).filter((i) => (bits >> i) % 2 === 1),
  ).filter((ranks) => ranks.length <= 3 && ranks.every((rank, n) => adds(hits, ranks.slice(0, n), rank)))
  const most = Math.max(...choices.map((ranks) => wordsOf(hits, ranks).size))
  const best = choices
    .filter((ranks) => wordsOf(hits, ranks).size === most)
    .map((ranks) => [...ranks, ...Array(3).fill(hits.length)].slice(0, 3))
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!)[0]!
  return most === 0 ? hits.slice(0, 1) : best.filter((rank) => rank < hits.length).map((rank) => hits[rank]!)
}

function adds(hits: readonly Hit[], before: readonly number[], rank: number): boolean {
  const held = wordsOf(hits, before)
  return hits[rank]!.words.some((word) => !held.has(word))
}

function wordsOf(hits: readonly Hit[], ranks: readonly number[]): Set<number> {
  return new Set(ranks.flatMap((rank) => hits[rank]!.words))
}
