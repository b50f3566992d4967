import { readdirSync } from 'node:fs'
import path from 'node:path'
import { hasSharedData, readShared } from '@cairn/test-kit/shared-data'
import { repositoryRoot, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SUITE = 'suites/json-parsing/test_parsing'
const isThere = hasSharedData(SUITE)
if (!isThere) console.log(`skipped: ../shared/${SUITE} is not there`)

/** The files whose names begin so: `n_` must be refused, `y_` must be taken, `i_` may be either. */
const files = (prefix: 'n_' | 'y_' | 'i_') =>
  (isThere ? readdirSync(path.resolve(repositoryRoot, '../shared', SUITE)) : [])
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name, bytes: readShared(`${SUITE}/${name}`) }))

let cairn: TestCairn
let token: string
beforeAll(async () => {
  if (!isThere) return
  cairn = await startCairn()
  token = await cairn.token('acme')
  await send('PUT', '/v1/sources/s', '{}')
})
afterAll(() => cairn?.stop())

async function send(method: string, address: string, body: BodyInit | null, type = 'application/json') {
  const response = await fetch(cairn.url + address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': type }) },
    body,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
type Seen = Awaited<ReturnType<typeof send>>

const get = async (address: string) => JSON.parse((await send('GET', address, null)).text)

/** Every operation that reads JSON; each takes any JSON at all as far as its syntax goes. */
const BODIES = [
  ['POST', '/v1/query/search'],
  ['POST', '/v1/query/fetch-content'],
  ['PUT', '/v1/facts/acme/k'],
  ['POST', '/v1/facts'],
  ['PUT', '/v1/sessions/s/state'],
  ['PUT', '/v1/sources/new'],
  ['POST', '/v1/sources/s/documents'],
  ['POST', '/v1/conformance/validate'],
] as const

const REFUSALS = ['malformed_json', 'malformed_unicode', 'invalid_body']

function expectProblem(seen: Seen, asked: string): void {
  expect(seen.headers.get('content-type'), asked).toBe('application/problem+json')
  const problem = JSON.parse(seen.text)
  expect([seen.status, problem.status], asked).toEqual([400, 400])
  expect(REFUSALS, asked).toContain(problem.code)
}

describe.skipIf(!isThere)('what is no JSON', () => {
  it.each(BODIES)('is refused as the body of %s %s', async (method, address) => {
    expect(files('n_')).toHaveLength(188)
    for (const { name, bytes } of files('n_'))
      expectProblem(await send(method, address, bytes), `${name} to ${address}`)
  })

  it('is refused as a line of NDJSON, and the good lines around it are stored', async () => {
    const good = (n: number) => Buffer.from(`\n{"id":"good-${n}","text":"good"}\n`)
    const bad = files('n_').flatMap(({ bytes }, n) => [good(n), bytes])
    const body = Buffer.concat([...bad, good(188)])
    const seen = await send('POST', '/v1/sources/s/documents', body, 'application/x-ndjson')
    expect(seen.status).toBe(200)
    const lines = seen.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const stored = lines.filter(({ status }) => status !== 'refused')
    expect(stored.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 189 }, (_, n) => `good-${n} created`),
    )
    for (const { status, problem } of lines)
      if (status === 'refused') expect(REFUSALS).toContain(problem.code)
  })

  it('leaves nothing behind', async () => {
    expect((await get('/v1/facts')).next.resolution_pointer).toBe('__bootstrap__::resolution:FactNotFound')
    expect((await get('/v1/sessions/s/state')).code).toBe('session_not_found')
    expect((await get('/v1/sources/new')).code).toBe('source_not_found')
    const { documents } = await get('/v1/sources/s/documents?limit=100')
    expect(documents.filter(({ id }: { id: string }) => !id.startsWith('good-'))).toEqual([])
  })
})

describe.skipIf(!isThere)('what is JSON', () => {
  it('is stored as the state of a session and comes back equal', async () => {
    for (const { name, bytes } of files('y_')) {
      expect((await send('PUT', `/v1/sessions/${name}/state`, bytes)).status, name).toBe(200)
      const { versions } = await get(`/v1/sessions/${name}/history`)
      expect(versions[0].state, name).toEqual(plain(bytes))
    }
  })

  it('is stored as the value of a fact and comes back equal', async () => {
    for (const { name, bytes } of files('y_')) {
      const body = `{"value":${bytes.toString('utf8')}}`
      expect((await send('PUT', `/v1/facts/y/${name}`, body)).status, name).toBe(200)
      const { facts } = await get(`/v1/facts/y/${name}?contract=legacy`)
      expect(facts[0].value, name).toEqual(plain(bytes))
      const { content } = await get(`/v1/facts/y/${name}?hydrate=full`)
      const text = content[0].text
      expect(typeof facts[0].value === 'string' ? text : JSON.parse(text), name).toEqual(plain(bytes))
    }
  })

  it('may be refused where parsers differ, and never fails', async () => {
    for (const { name, bytes } of files('i_'))
      for (const [method, address] of BODIES) {
        const seen = await send(method, address, bytes)
        if (seen.status >= 300) expectProblem(seen, `${name} to ${address}`)
      }
  })
})

/** The value as JSON has it: there is no negative zero in it. */
function plain(bytes: Buffer): unknown {
  return JSON.parse(JSON.stringify(JSON.parse(bytes.toString('utf8'))))
}
