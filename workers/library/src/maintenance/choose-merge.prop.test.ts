import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseMerge, type MergeCandidate } from './choose-merge.ts'

const MERGE_BYTES_MAX = 4 * 1024 * 1024

test('however segments arrive, steps end, merges are bounded, and a byte is rewritten at most 13 times', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1000, max: 300_000 }), { minLength: 1, maxLength: 300 }),
      (lengths) => {
        let live: (MergeCandidate & { rewrites: number })[] = []
        let version = 0
        for (const length of lengths) {
          version += 1
          live.push({ seq: version, length, builtAt: version, analyser: 1, merged: false, rewrites: 0 })
          for (let step = 0; ; step++) {
            const inputs = chooseMerge({ segments: live, tombstones: 0, passages: 0 })
            if (inputs.length === 0) break
            expect(step).toBeLessThan(20)
            const sum = inputs.reduce((total, segment) => total + segment.length, 0)
            expect(sum).toBeLessThanOrEqual(MERGE_BYTES_MAX)
            version += 1
            const rewrites = 1 + Math.max(...inputs.map((segment) => segment.rewrites))
            live = live.filter((segment) => !inputs.includes(segment))
            live.push({ seq: version, length: sum, builtAt: version, analyser: 1, merged: true, rewrites })
          }
          const small = live.filter((segment) => segment.length < MERGE_BYTES_MAX / 4)
          expect(small.length).toBeLessThanOrEqual(16)
          expect(Math.max(...live.map((segment) => segment.rewrites))).toBeLessThanOrEqual(13)
        }
      },
    ),
    { numRuns: 100 },
  )
})
