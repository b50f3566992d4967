import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { fakeService, json } from './fake-service.fixture.ts'
import { receiptOf } from './receipt-of.ts'

const clientOf = (headers: Record<string, string>) =>
  createClient({ baseUrl: 'http://cairn.test', fetch: fakeService(() => json({ id: 'n' }, headers)).fetch })

test('the signed receipt of a bundle is told beside the answer, which has no member for it', async () => {
  const answer = await clientOf({ Receipt: 'rabc' }).contextReceipt({ receipt: 'r0' })
  expect([receiptOf(answer), answer]).toEqual(['rabc', { id: 'n' }])
})

test('an answer that names no receipt has none', async () => {
  expect(receiptOf(await clientOf({}).contextReceipt({ receipt: 'r0' }))).toBeNull()
})
