import { workersWithFakeAi } from '@cairn/test-kit/fake-ai'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SMALL = 'workers-ai:@cf/baai/bge-small-en-v1.5'
/** Written before there was a model. */
const EARLY = { id: 'early', text: 'A ferry crosses at dawn.' }
let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn({ workers: workersWithFakeAi() })
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: {} })
  await acme.json('POST', '/v1/sources/s/documents', { body: EARLY })
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'
const search = (body: object) => acme.json('POST', '/v1/query/search', { body })

async function lines(...documents: object[]) {
  const ndjson = documents.map((one) => `${JSON.stringify(one)}\n`).join('')
  const text = await (await acme.send('POST', DOCUMENTS, { ndjson })).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a model has the dimensions that it has', async () => {
  const wrong = await acme.json('PUT', '/v1/embedder', { body: { embedder: SMALL, dimensions: 768 } })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/dimensions'])
  const { body } = await acme.json('PUT', '/v1/embedder', { body: { embedder: SMALL } })
  expect(body).toEqual({ embedder: SMALL, dimensions: 384, version: '1', status: 'created' })
})

test('every passage gets its own vector, however many there are', async () => {
  const sections = Array.from({ length: 130 }, (_, n) => `# Part ${n}\n\n${'filler '.repeat(150)}part ${n}.`)
  const answers = await lines(
    { id: 'car', text: 'The motorcar stands in the yard.' },
    { id: 'doctor', text: 'A physician came at noon.' },
    { id: 'long', text: sections.join('\n\n') },
  )
  expect(answers.map(({ status }) => status)).toEqual(['created', 'created', 'created'])
  expect(answers[2].pointers.length).toBeGreaterThan(100)
  const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  const sql = `SELECT count(*) AS n, count(vector) AS vectors, count(DISTINCT vector) AS own FROM passage WHERE document = 'long'`
  const { n, vectors, own } = (await db.prepare(sql).first<Record<string, number>>())!
  expect(vectors).toBe(n)
  expect(own).toBeGreaterThan(50)
})

test('a question finds what means the same in other words', async () => {
  const [car] = (await search({ query: 'automobile', detail: 'full' })).body.pointers
  expect(car.document).toBe('s/car')
  expect((await search({ query: 'automobile', lanes: ['Bm25'] })).body.pointers).toEqual([])
})

test('nothing of a commit is written when the model fails', async () => {
  const answers = await lines({ id: 'fine', text: 'Fine.' }, { id: 'bad', text: 'Please refuse-me.' })
  expect(answers.map(({ status, problem }) => [status, problem.status, problem.code])).toEqual([
    ['refused', 503, 'embedder_unavailable'],
    ['refused', 503, 'embedder_unavailable'],
  ])
  expect(JSON.stringify(answers)).not.toContain('3040')
  const one = await acme.send('POST', DOCUMENTS, { body: { id: 'bad', text: 'Please refuse-me.' } })
  expect([one.status, one.headers.get('retry-after')]).toEqual([503, '1'])
  for (const id of ['fine', 'bad'])
    expect((await acme.json('GET', `${DOCUMENTS}/${id}`)).body.code).toBe('document_not_found')
  expect((await lines({ id: 'fine', text: 'Fine.' }))[0].status).toBe('created')
})

test('a question whose vector fails is answered by words, and says so', async () => {
  const page = await search({ query: 'refuse-me physician' })
  expect([page.status, page.body.envelope.degraded_reasons]).toEqual([200, ['lane_unavailable:Dense']])
  expect(page.body.pointers).toHaveLength(1)
})

test('a question whose vector takes too long is answered by words before its deadline', async () => {
  const page = await search({ query: 'never-mind physician', deadline_ms: 1000 })
  expect([page.status, page.body.envelope.degraded_reasons]).toEqual([200, ['lane_unavailable:Dense']])
  expect(page.body.pointers).toHaveLength(1)
})

test('embeddings of others are refused where a model makes them', async () => {
  const embedding = Array(384).fill(1)
  const line = (await lines({ id: 'own', text: 'Own.', embedding }))[0]
  expect([line.status, line.problem.errors[0].pointer]).toEqual(['refused', '/embedding'])
  const { status, body } = await search({ query: 'car', embedding })
  expect([status, body.errors[0].pointer]).toEqual([400, '/embedding'])
})

test('a document of before there was a model gets its vector when it is sent again, once', async () => {
  expect((await lines(EARLY)).map(({ status }) => status)).toEqual(['replaced'])
  expect((await lines(EARLY)).map(({ status }) => status)).toEqual(['unchanged'])
  const [found] = (await search({ query: 'dawn', lanes: ['Dense'], detail: 'full' })).body.pointers
  expect(found.document).toBe('s/early')
})
