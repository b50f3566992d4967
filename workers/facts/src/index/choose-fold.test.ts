import { expect, test } from 'vitest'
import { chooseFold, type FoldCandidate } from './choose-fold.ts'

const segments = (count: number, fields: Partial<FoldCandidate> = {}): FoldCandidate[] =>
  Array.from({ length: count }, (_, n) => ({
    seq: n + 1,
    length: 1000,
    analyser: 1,
    format: 1,
    merged: false,
    ...fields,
  }))
const chosen = (given: readonly FoldCandidate[], taken: readonly number[] = []) =>
  chooseFold(given, new Set(taken)).map(({ seq }) => seq)

test('fifteen fresh segments are left alone, sixteen are folded', () => {
  expect(chosen(segments(15))).toEqual([])
  expect(chosen(segments(16))).toHaveLength(16)
})

test('segments that a merge made, that are large, or that a merge under way takes in are left to merges', () => {
  expect(chosen(segments(20, { merged: true }))).toEqual([])
  expect(chosen(segments(20, { length: 64 * 1024 + 1 }))).toEqual([])
  expect(chosen(segments(20), [3])).not.toContain(3)
})

test('segments of an older analyser or another format wait for a rebuild', () => {
  const mixed = [...segments(16), { seq: 17, length: 1000, analyser: 2, format: 1, merged: false }]
  expect(chosen(mixed)).toEqual([])
})

test('at most a megabyte is folded at once, oldest first', () => {
  expect(chosen(segments(32, { length: 64 * 1024 }))).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))
})

test('of nothing nothing is folded', () => {
  expect(chosen([])).toEqual([])
})
