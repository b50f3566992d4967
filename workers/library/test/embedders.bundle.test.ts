import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
})
afterAll(() => cairn?.stop())

const CALLER = { embedder: 'caller', dimensions: 8 }
const EAST = [1, 0, 0, 0, 0, 0, 0, 0]
const NORTH = [0, 1, 0, 0, 0, 0, 0, 0]

/** What is asked in a namespace, which has a source `s`. */
async function inNamespace(namespace: string) {
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}namespace=${namespace}`
  const json = (method: string, path: string, body?: unknown) => acme.json(method, at(path), { body })
  await json('PUT', '/v1/sources/s', {})
  return {
    json,
    put: (body: unknown) => json('PUT', '/v1/embedder', body),
    add: (body: unknown) => json('POST', '/v1/sources/s/documents', body),
    lines: async (...documents: unknown[]) => {
      const ndjson = documents.map((one) => `${JSON.stringify(one)}\n`).join('')
      const response = await acme.send('POST', at('/v1/sources/s/documents'), { ndjson })
      const text = await response.text()
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
  }
}

describe('the embedder of a namespace', () => {
  test('is none until one is named, and stays as it was named', async () => {
    const { json, put } = await inNamespace('named')
    const none = { embedder: null, dimensions: null, version: null }
    expect((await json('GET', '/v1/embedder')).body).toEqual(none)
    expect((await put(CALLER)).body).toEqual({ ...CALLER, version: '1', status: 'created' })
    expect((await put({ ...CALLER, version: '1' })).body.status).toBe('unchanged')
    expect((await put({ ...CALLER, version: 'e5' })).body.status).toBe('replaced')
    expect((await json('GET', '/v1/embedder')).body).toEqual({ ...CALLER, version: 'e5' })
    const other = await (await cairn.as('other')).json('GET', '/v1/embedder?namespace=named')
    expect(other.body).toEqual(none)
  })

  test('is another one only once no vector of the present one is left in rows or index', async () => {
    const { json, put, add } = await inNamespace('used')
    await put(CALLER)
    await add({ id: 'a', text: 'One.', embedding: EAST })
    for (const change of [{ dimensions: 9 }, { version: '2' }]) {
      const { status, body } = await put({ ...CALLER, ...change })
      expect([status, body.code]).toEqual([409, 'embedder_in_use'])
      expect(body.detail).toContain('?namespace=')
    }
    expect((await put(CALLER)).body.status).toBe('unchanged')
    await json('DELETE', '/v1/sources/s/documents/a')
    const { body } = await put({ ...CALLER, version: '2' })
    expect(body.code).toBe('embedder_in_use')
    expect(body.detail).toContain('POST /v1/maintenance/step?rebuild=true')
  })

  test.each([
    [{ embedder: 'caller' }, '/dimensions'],
    [{ embedder: 'caller', dimensions: 7 }, '/dimensions'],
    [{ embedder: 'caller', dimensions: 1537 }, '/dimensions'],
    [{ embedder: 'me', dimensions: 8 }, '/embedder'],
    [{ ...CALLER, version: '' }, '/version'],
    [{ embedder: 'workers-ai:@cf/meta/llama-3' }, '/embedder'],
    [{ embedder: 'workers-ai:@cf/baai/bge-m3' }, '/embedder'],
  ])('is refused as %j, with what passes', async (sent, pointer) => {
    const { put } = await inNamespace('refused')
    const { status, body } = await put(sent)
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_body', pointer])
    expect(body.errors[0].message).toMatch(/^found .*expected .*this passes: /)
  })

  test('names the binding that a model lacks here', async () => {
    const { put } = await inNamespace('refused')
    const { body } = await put({ embedder: 'workers-ai:@cf/baai/bge-small-en-v1.5' })
    expect(body.detail).toContain('no binding `AI`')
  })
})

describe('a document with an embedding', () => {
  test('is unchanged only where its embedding is too', async () => {
    const { put, add } = await inNamespace('changed')
    await put(CALLER)
    const document = { id: 'a', text: 'One.', embedding: EAST }
    expect((await add(document)).body.status).toBe('created')
    expect((await add(document)).body.status).toBe('unchanged')
    expect((await add({ ...document, embedding: NORTH })).body.status).toBe('replaced')
    expect((await add({ id: 'a', text: 'One.' })).body.status).toBe('replaced')
  })

  test('is given back without it', async () => {
    const { json, put, add } = await inNamespace('changed')
    await put(CALLER)
    await add({ id: 'b', title: 'B', embedding: EAST, text: 'Two.' })
    const { body } = await json('GET', '/v1/sources/s/documents/b')
    expect(body).toEqual({
      id: 'b',
      title: 'B',
      text: 'Two.',
      source_id: 's',
      pointers: [expect.any(String)],
    })
  })

  test('is refused alone where its embedding is none, and the others go on', async () => {
    const { put, lines } = await inNamespace('lines')
    await put(CALLER)
    const answers = await lines(
      { id: 'good', text: 'Good.', embedding: EAST },
      { id: 'short', text: 'Short.', embedding: [1, 2, 3] },
      { id: 'long', text: 'Long.', embedding: [...EAST, 0] },
      { id: 'zero', text: 'Zero.', embedding: Array(8).fill(0) },
      { id: 'word', text: 'Word.', embedding: [...EAST.slice(1), 'x'] },
      { id: 'null', text: 'Null.', embedding: [...EAST.slice(1), null] },
      { id: 'bare', text: 'None at all is fine.' },
    )
    expect(
      answers.map(({ id, status, problem }) => [id, status, problem?.errors[0].pointer ?? null]),
    ).toEqual([
      ['good', 'created', null],
      ['short', 'refused', '/embedding'],
      ['long', 'refused', '/embedding'],
      ['zero', 'refused', '/embedding'],
      ['word', 'refused', '/embedding/7'],
      ['null', 'refused', '/embedding/7'],
      ['bare', 'created', null],
    ])
    for (const { problem } of answers.filter(({ status }) => status === 'refused'))
      expect(problem.errors[0].message).toMatch(/^found .*expected .*this passes: /)
  })

  test('is refused where no embedder is named, with the call that names it', async () => {
    const { add, lines } = await inNamespace('unnamed')
    const document = { id: 'a', text: 'One.', embedding: EAST }
    const { status, body } = await add(document)
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.errors[0].message).toContain('PUT /v1/embedder {"embedder":"caller","dimensions":8}')
    const [refused, stored] = await lines(document, { id: 'b', text: 'Two.' })
    expect([refused.status, stored.status]).toEqual(['refused', 'created'])
  })

  test('whose number is past what a double holds is refused', async () => {
    const { put } = await inNamespace('huge')
    await put(CALLER)
    const ndjson = '{"id":"a","text":"One.","embedding":[1e999,0,0,0,0,0,0,0]}\n'
    const response = await acme.send('POST', '/v1/sources/s/documents?namespace=huge', { ndjson })
    expect(JSON.parse(await response.text()).problem.errors[0].pointer).toBe('/embedding/0')
  })
})
