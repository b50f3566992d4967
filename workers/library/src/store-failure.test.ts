import { Problem } from '@cairn/http-kernel/problem'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import { StoreFailed } from '@cairn/memory-store/store-failed'
import { StoreUnavailable } from '@cairn/memory-store/store-unavailable'
import { expect, test } from 'vitest'
import { refusalOf } from './store-failure.ts'

test('a store out of reach and a damaged segment may be tried again, what the store refused may not', () => {
  expect(refusalOf(new StoreUnavailable(new Error('lost'))).code).toBe('unavailable')
  expect(refusalOf(new SegmentDamaged(1, 2)).code).toBe('unavailable')
  expect(refusalOf(new StoreFailed(new Error('SQL'))).code).toBe('internal')
})

test('a problem stays itself, and no text of a failure reaches a client', () => {
  const problem = new Problem('document_gone', 'gone')
  expect(refusalOf(problem)).toBe(problem)
  expect(refusalOf(new StoreUnavailable(new Error('D1_ERROR: secret'))).message).not.toContain('secret')
})
