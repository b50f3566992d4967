import { expect, it } from 'vitest'
import { ndcgAt10 } from './ndcg.ts'

it('is 1 for the ideal order, falls with rank, and is 0 without a relevant document', () => {
  const judged = new Map([
    ['a', 2],
    ['b', 1],
  ])
  expect(ndcgAt10(['a', 'b', 'c'], judged)).toBe(1)
  expect(ndcgAt10(['c', 'b'], new Map([['b', 1]]))).toBeCloseTo(1 / Math.log2(3), 12)
  expect(ndcgAt10(['c'], judged)).toBe(0)
})
