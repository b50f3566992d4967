import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { etagOf } from './etag.ts'
import { fakeService, json } from './fake-service.fixture.ts'

const clientOf = (headers: Record<string, string>) =>
  createClient({ baseUrl: 'http://cairn.test', fetch: fakeService(() => json({ id: 'n' }, headers)).fetch })

test('the ETag of an answer is told as it came, quotes and all, and the answer has no member for it', async () => {
  const answer = await clientOf({ ETag: '"a.b"' }).getNotebook({ id: 'n' })
  expect([etagOf(answer), answer]).toEqual(['"a.b"', { id: 'n' }])
})

test('an answer without an ETag has none, and so has what is no answer', async () => {
  expect(etagOf(await clientOf({}).getNotebook({ id: 'n' }))).toBeNull()
  expect(etagOf({ id: 'n' })).toBeNull()
})
