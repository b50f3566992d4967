import { describe, expect, test } from 'vitest'
import { chooseMerge, type MergeCandidate } from './choose-merge.ts'

const MB = 1024 * 1024

function segments(lengths: readonly number[], merged = true): MergeCandidate[] {
  return lengths.map((length, place) => ({ seq: place + 1, length, builtAt: place + 1, analyser: 1, merged }))
}

function chosen(given: {
  segments: readonly MergeCandidate[]
  tombstones?: number
  passages?: number
}): number[] {
  return chooseMerge({ tombstones: 0, passages: 100_000, ...given }).map(({ seq }) => seq)
}

describe('chooseMerge', () => {
  test('leaves a namespace without segments alone', () => {
    expect(chosen({ segments: [] })).toEqual([])
  })

  test('leaves 8 live segments alone and merges 9', () => {
    expect(chosen({ segments: segments(Array(8).fill(1000)) })).toEqual([])
    expect(chosen({ segments: segments(Array(9).fill(1000)) })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('does not take a segment in that is larger than all smaller ones together', () => {
    expect(
      chosen({ segments: segments([9001, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]) }),
    ).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(
      chosen({ segments: segments([9000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]) }),
    ).toHaveLength(10)
  })

  test('takes at most 4 MB', () => {
    const picked = chosen({ segments: segments(Array(12).fill(MB)) })
    expect(picked).toEqual([1, 2, 3, 4])
  })

  test('leaves full segments alone however many they are', () => {
    expect(chosen({ segments: segments(Array(40).fill(3 * MB)) })).toEqual([])
  })

  test('merges fresh segments once they are more than 2 MB together, oldest first and at most 4 MB', () => {
    expect(chosen({ segments: segments([MB, MB], false) })).toEqual([])
    expect(chosen({ segments: segments([MB, MB, 1], false) })).toEqual([1, 2, 3])
    expect(chosen({ segments: segments([2 * MB, 2 * MB, MB], false) })).toEqual([1, 2])
  })

  test('takes one fresh segment in however large it is, so that writers are not stopped for ever', () => {
    expect(chosen({ segments: segments([9 * MB, MB], false) })).toEqual([1])
  })

  test('rewrites the segment of the oldest state when more than a quarter of what is stored is dead', () => {
    const old = segments([3 * MB, 3 * MB])
    expect(chosen({ segments: old, passages: 8000, tombstones: 2000 })).toEqual([])
    expect(chosen({ segments: old, passages: 8000, tombstones: 2001 })).toEqual([1])
  })

  test('does not rewrite for fewer than 1,001 dead passages', () => {
    expect(chosen({ segments: segments([1000]), passages: 10, tombstones: 1000 })).toEqual([])
    expect(chosen({ segments: segments([1000]), passages: 10, tombstones: 1001 })).toEqual([1])
  })

  test('merges segments of the newest analyser only', () => {
    const mixed = segments(Array(10).fill(1000)).map((segment, place) => ({
      ...segment,
      analyser: place === 0 ? 1 : 2,
    }))
    expect(chosen({ segments: mixed })).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})
