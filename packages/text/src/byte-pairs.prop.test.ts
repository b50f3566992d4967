import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countMerged } from './byte-pairs.ts'

const ranks = new Map(
  ['a', 'b', 'c', 'ab', 'bc', 'aa', 'aab', 'abab', 'ca', 'aaaa', 'bcb', 'cc'].map((token, rank) => [
    token,
    rank,
  ]),
)

/** The definition: merge the leftmost pair of the lowest rank until none has a rank. */
function slowCount(bytes: string): number {
  const parts = [...bytes]
  for (;;) {
    let best = -1
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.get(parts[i]! + parts[i + 1]!)
      if (rank !== undefined && (best < 0 || rank < ranks.get(parts[best]! + parts[best + 1]!)!)) best = i
    }
    if (best < 0) return parts.length
    parts.splice(best, 2, parts[best]! + parts[best + 1]!)
  }
}

it('merges pairs as the definition says', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 }), (bytes) => {
      expect(countMerged(bytes, ranks)).toBe(slowCount(bytes))
    }),
    { numRuns: 3_000 },
  )
})
