import { expect, it } from 'vitest'
import type { Siblings } from './bindings.ts'
import { notReady } from './not-ready.ts'

it('names a sibling that does not answer within the deadline', async () => {
  const silent = {
    fetch: (_address: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason))
      }),
  }
  const prompt = { fetch: async () => new Response('{}') }
  const siblings = { search: silent, facts: prompt, library: silent } as unknown as Siblings
  expect(await notReady(siblings, 5)).toEqual(['search', 'library'])
})
