import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentHash } from './document-hash.ts'

const document = fc.record({
  id: fc.string(),
  text: fc.string(),
  title: fc.string(),
  tags: fc.array(fc.string()),
})

test('the order of members does not change the hash', async () => {
  await fc.assert(
    fc.asyncProperty(document, async ({ id, text, title, tags }) => {
      expect(await documentHash({ tags, title, text, id })).toBe(
        await documentHash({ id, text, title, tags }),
      )
    }),
  )
})

test('another value of any member, or the order of tags, changes the hash', async () => {
  const sent = { id: 'a', text: 'b', title: 'c', tags: ['d', 'e'] }
  const others = [
    { ...sent, id: 'x' },
    { ...sent, text: 'x' },
    { ...sent, title: 'x' },
    { ...sent, tags: ['e', 'd'] },
    { ...sent, format: 'markdown' as const },
    { id: 'a', text: 'b', title: 'c' },
    { id: 'a', messages: [{ speaker: '', text: 'b' }], title: 'c', tags: ['d', 'e'] },
  ]
  const hashes = await Promise.all([sent, ...others].map(documentHash))
  expect(new Set(hashes).size).toBe(8)
})
