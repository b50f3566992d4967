import { LIMITS } from '@cairn/contract/limits'
import { expect, test } from 'vitest'
import { FETCH_BOUNDS } from './hydrate.ts'

test('the bounds of fetch-content are those of the contract', () => {
  const { refsMax, tokenBudgetMin, tokenBudgetMax } = LIMITS
  expect(FETCH_BOUNDS).toEqual({ refsMax, tokenBudgetMin, tokenBudgetMax })
})
