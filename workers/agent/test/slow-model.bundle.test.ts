import { workersWithFakeAi } from '@cairn/test-kit/fake-ai'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, it } from 'vitest'

let cairn: TestCairn
beforeAll(async () => {
  cairn = await startCairn({ workers: workersWithFakeAi() })
})
afterAll(() => cairn?.stop())

it('a model that makes no vector in time takes no document that has the words of the query', async () => {
  const acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: { capabilities: { search: true } } })
  await acme.json('PUT', '/v1/embedder', { body: { embedder: 'workers-ai:@cf/baai/bge-small-en-v1.5' } })
  await acme.json('POST', '/v1/sources/s/documents', {
    body: { id: 'car', text: 'The motorcar is in the yard.' },
  })
  const asked = { task_id: 'find', query: 'never-mind the motorcar', budget_tokens: 2000, deadline_ms: 2000 }
  const { body } = await acme.json('POST', '/v1/context/bundles', { body: asked })
  expect(body.candidates).toMatchObject([{ source_id: 's' }])
  expect(body.receipt.degraded_reasons).not.toContain('source_timeout:s')
})
