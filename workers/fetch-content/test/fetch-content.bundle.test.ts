import { validateCrcV1 } from '@cairn/contract/validate'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'

let cairn: TestCairn
let reader: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  reader = await cairn.as('reader')
  await reader.json('PUT', '/v1/sources/notes', { body: {} })
})
afterAll(() => cairn.stop())

async function add(document: object): Promise<string[]> {
  return (await reader.json('POST', '/v1/sources/notes/documents', { body: document })).body.pointers
}
const fetchContent = (body: object) => reader.json('POST', '/v1/query/fetch-content', { body })
const codesOf = (answer: { body: { envelope?: { unavailable?: object[] } } }) =>
  answer.body.envelope?.unavailable ?? []

it('reads at three tiers, joined by id, in the order first asked, each once', async () => {
  const [a] = await add({ id: 'a', text: 'First.' })
  const [b] = await add({ id: 'b', text: 'Second.' })
  for (const hydrate of ['pointer', 'summary', 'full']) {
    const answer = await fetchContent({ refs: [b, a, b], hydrate })
    expect(validateCrcV1(answer.body, { countTokens }).findings).toEqual([])
    expect(answer.body.pointers.map(({ id }: { id: string }) => id)).toEqual([b, a])
    const texts = answer.body.content?.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(hydrate === 'pointer' ? undefined : ['Second.', 'First.'])
  }
})

it('names the deleted and the unknown one by one, and reads the rest', async () => {
  const [kept] = await add({ id: 'kept', text: 'Still here.' })
  const [gone] = await add({ id: 'gone', text: 'Soon deleted.' })
  await reader.json('DELETE', '/v1/sources/notes/documents/gone')
  const answer = await fetchContent({ refs: [gone, '999:0', 'f3', 'nonsense', kept], hydrate: 'full' })
  expect(answer.status).toBe(200)
  expect(answer.body.content).toEqual([{ id: kept, text: 'Still here.', token_count: 3 }])
  expect(codesOf(answer)).toEqual([
    { id: gone, code: 'pointer_gone' },
    { id: '999:0', code: 'pointer_not_found' },
    { id: 'f3', code: 'pointer_not_found' },
    { id: 'nonsense', code: 'pointer_not_found' },
  ])
  expect((await fetchContent({ refs: [gone] })).body).toMatchObject({ status: 410, code: 'pointer_gone' })
  expect((await fetchContent({ refs: [gone, '999:0'] })).body).toMatchObject({
    status: 404,
    code: 'pointer_not_found',
  })
})

it('reads a fact by its id where the token may read facts, and does not know it elsewhere', async () => {
  const { body } = await reader.json('PUT', '/v1/facts/acme/motto', { body: { value: 'Onwards' } })
  const answer = await fetchContent({ refs: [body.fact_id], hydrate: 'full' })
  expect(answer.body.content).toMatchObject([{ id: body.fact_id, text: 'Onwards' }])
  const narrow = await cairn.as('reader', { scopes: ['query:read'] })
  const refused = await narrow.json('POST', '/v1/query/fetch-content', { body: { refs: [body.fact_id] } })
  expect(refused.body.code).toBe('pointer_not_found')
})

it('reads on by cursor where the budget ended, and loses nothing', async () => {
  const refs: string[] = []
  for (let n = 0; n < 12; n++)
    refs.push(
      ...(await add({
        id: `long-${n}`,
        text: `Part ${n}. ${'A long story follows here. '.repeat(12)}`,
        format: 'plain',
      })),
    )
  const read: string[] = []
  let cursor: string | undefined
  do {
    const answer = await fetchContent({ refs, token_budget: 600, ...(cursor ? { cursor } : {}) })
    expect(countTokens(JSON.stringify(answer.body))).toBeLessThanOrEqual(600)
    expect(answer.body.pointers.length).toBeGreaterThan(0)
    read.push(...answer.body.pointers.map(({ id }: { id: string }) => id))
    cursor = answer.body.next?.cursor
  } while (cursor !== undefined)
  expect(read).toEqual(refs)
})

it('a document with a horizon ages from when it was made', async () => {
  const created_at = new Date(Date.now() - 48 * 3_600_000).toISOString()
  const [old] = await add({ id: 'old', text: 'Yesterday’s news.', created_at, horizon_class: 'volatile' })
  const { body } = await fetchContent({ refs: [old] })
  expect(body.envelope.freshness).toMatchObject({
    age_hours: 48,
    effective_confidence: 0.25,
    horizon_class: 'volatile',
  })
  const [timeless] = await add({ id: 'timeless', text: 'Water is wet.' })
  expect((await fetchContent({ refs: [timeless] })).body.envelope?.freshness).toBeUndefined()
})

it('opts out to the frozen body', async () => {
  const [a] = await add({ id: 'legacy', text: 'As it was.' })
  const answer = await reader.json('GET', `/v1/query/fetch-content?refs=${a},9:9&contract=legacy`)
  const [segment_index, doc_id] = a!.split(':')
  expect(answer.body).toEqual({
    documents: [{ segment_index: Number(segment_index), doc_id, content: 'As it was.' }],
    missing: ['9:9'],
    meta: { backend: 'segments', took_ms: expect.any(Number) },
  })
})
