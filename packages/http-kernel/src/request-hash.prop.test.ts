import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashRequest } from './request-hash.ts'

const request = { tenant: 'acme', operation: 'search', namespace: 'default', path: {}, body: null }
const members = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, member]) => [name, reversed(member)]),
        )
      : value

it('does not depend on the order of members or on the cursor', async () => {
  await fc.assert(
    fc.asyncProperty(members, async (input) => {
      const other = { ...(reversed(input) as object), cursor: 'page-2' }
      const { cursor: _, ...mine } = input
      expect(await hashRequest({ ...request, input: other })).toBe(
        await hashRequest({ ...request, input: mine }),
      )
    }),
    { numRuns: 50 },
  )
})

it.each([
  [{ tenant: 'other' }],
  [{ operation: 'listFacts' }],
  [{ namespace: 'notes' }],
  [{ path: { id: 'x' } }],
  [{ input: { query: 'b' } }],
  [{ body: [1] }],
])('differs when the request differs in %j', async (difference) => {
  const asked = { ...request, input: { query: 'a' } }
  expect(await hashRequest({ ...asked, ...difference })).not.toBe(await hashRequest(asked))
})
