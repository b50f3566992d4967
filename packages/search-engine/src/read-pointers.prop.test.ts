import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPointers } from './read-pointers.ts'

const hit = fc.record({
  words: fc.uniqueArray(fc.constantFrom(0, 1, 30, 31, 32, 63), { maxLength: 4 }).map((words) => words.sort()),
  passage: fc.record({ tokens: fc.integer({ min: 1, max: 20 }) }),
})
type Hit = typeof hit extends fc.Arbitrary<infer T> ? T : never

describe('read pointers', () => {
  it('hold all they can with the fewest hits and, of those, the fewest tokens', () => {
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 7 }), (hits) => {
        expect(worthOf(readPointers(hits))).toEqual(worthOf(bestByHand(hits)))
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

  it('is the cheapest hit when none holds a word, and nothing without hits', () => {
    const hits = [9, 4, 4].map((tokens, place) => ({ place, words: [], passage: { tokens } }))
    expect(readPointers(hits)).toEqual([hits[1]])
    expect(readPointers([])).toEqual([])
  })
})

function worthOf(hits: readonly Hit[]) {
  const words = new Set(hits.flatMap((hit) => hit.words)).size
  return { words, hits: hits.length, tokens: hits.reduce((sum, hit) => sum + hit.passage.tokens, 0) }
}

/** Every choice of one to three hits, by hand. */
function bestByHand(hits: readonly Hit[]): readonly Hit[] {
  const choices = Array.from({ length: 2 ** hits.length }, (_, bits) =>
    hits.filter((_, i) => (bits >> i) % 2 === 1),
  )
  return choices
    .filter((choice) => choice.length > 0 && choice.length <= 3)
    .reduce<readonly Hit[]>(
      (best, choice) => (best.length === 0 || isBetter(choice, best) ? choice : best),
      [],
    )
}

function isBetter(a: readonly Hit[], b: readonly Hit[]): boolean {
  const [left, right] = [worthOf(a), worthOf(b)]
  return (right.words - left.words || left.hits - right.hits || left.tokens - right.tokens) < 0
}
