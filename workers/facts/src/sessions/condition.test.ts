import type { SessionRead } from '@cairn/memory-store/session'
import { expect, test } from 'vitest'
import { conditionOf } from './condition.ts'

const live: SessionRead = {
  kind: 'live',
  session: { id: 's', state: '1', etag: 'e2', version: 2, updatedAt: 0, expiresAt: null },
}
const unread = () => Promise.reject(new Error('the state need not be read'))

test('without If-Match any state will do', async () => {
  expect(await conditionOf(null, unread)).toEqual({ kind: 'any' })
})

test('a star asks that there is a state', async () => {
  expect(await conditionOf('*', unread)).toEqual({ kind: 'exists' })
})

test('one tag is judged by the store alone', async () => {
  expect(await conditionOf('"e1.full"', unread)).toEqual({ kind: 'match', etag: 'e1' })
})

test('of a list the tag of the stored state counts', async () => {
  expect(await conditionOf('"e1", "e2"', async () => live)).toEqual({ kind: 'match', etag: 'e2' })
})

test.each([
  ['a list that does not name the state', '"e1", "e3"', live],
  ['a list, where there is no state', '"e1", "e2"', { kind: 'never' } as const],
  ['no tag at all', 'e2', live],
])('%s is refused', async (_, ifMatch, state) => {
  await expect(conditionOf(ifMatch, async () => state)).rejects.toMatchObject({ code: 'precondition_failed' })
})
