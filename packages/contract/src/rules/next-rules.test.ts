import { expect, test } from 'vitest'
import { OPERATIONS } from '../operations.ts'
import { READS } from './next-rules.ts'

test('each operation that reads a fact or a session may be what an answer expands by, and no other path', () => {
  for (const { kind, method, path } of OPERATIONS) {
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    for (const read of ['fact', 'session'] as const) {
      const isRead = READS[read].some((pattern) => pattern.test(address))
      if (method === 'GET') expect(isRead, `${read} ${path}`).toBe(kind === read)
    }
  }
})
