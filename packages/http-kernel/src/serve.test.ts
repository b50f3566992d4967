import type { WorkerName } from '@cairn/contract/operation'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { echoing, serviceUnderTest } from '../test/service-under-test.ts'
import { Problem } from './problem.ts'
import { operationsOf } from './route.ts'

type Service = Awaited<ReturnType<typeof serviceUnderTest>>
let search: Service
let library: Service
let facts: Service

const echoAll = (worker: WorkerName) =>
  Object.fromEntries(
    operationsOf(worker)
      .filter((operation) => operation.worker === worker)
      .map(({ id }) => [id, echoing]),
  )

beforeAll(async () => {
  search = await serviceUnderTest('search', echoAll('search'))
  library = await serviceUnderTest('library', echoAll('library'))
  facts = await serviceUnderTest('facts', echoAll('facts'))
})

const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
})
const query = (members: object = {}) => JSON.stringify({ query: 'signing key', ...members })
const codeOf = async (answer: Response | Promise<Response>) => {
  const response = await answer
  const body = await response.json()
  return response.status < 400 ? response.status : `${response.status} ${body.code}`
}

describe('an answer', () => {
  it('says its contract, its version, how it may be kept, and how long it took', async () => {
    const response = await search.send('/v1/query/search', post(query()))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-contract': 'crc-v1',
      'contract-version': '1.3.0',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Contract',
      'server-timing': 'total;dur=0',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    })
  })

  it('carries the trace of its question, and a new one where that is malformed', async () => {
    const mine = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const traced = async (traceparent: string) =>
      (await search.send('/health', { headers: { traceparent } })).headers.get('traceparent')
    expect(await traced(mine)).toBe(mine)
    expect(await traced(`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`)).not.toContain('0'.repeat(32))
  })

  it('has typed parameters with their defaults', async () => {
    const response = await search.send(
      '/v1/query/search?query=a+b&lanes=Bm25,Indexing&filter=%7B%22kind%22:%22doc%22%7D',
    )
    expect((await response.json()).input).toEqual({
      query: 'a b',
      lanes: ['Bm25', 'Indexing'],
      filter: { kind: 'doc' },
      limit: 10,
      hydrate: 'pointer',
    })
  })

  it('has path parameters decoded once', async () => {
    const response = await library.send('/v1/sources/handbook/documents/guide%2Fkeys%2525')
    expect((await response.json()).path).toEqual({ id: 'handbook', document: 'guide/keys%25' })
  })

  it('keeps parameters apart from a free JSON body', async () => {
    const state = JSON.stringify({ ttl_seconds: 'mine', id: 'x' })
    const response = await facts.send('/v1/sessions/s1/state?ttl_seconds=60', {
      ...post(state),
      method: 'PUT',
    })
    expect(await response.json()).toMatchObject({
      input: { ttl_seconds: 60 },
      body: { ttl_seconds: 'mine', id: 'x' },
    })
  })

  it('takes no name twice, in the path and in the query', async () => {
    expect(await codeOf(facts.send('/v1/facts/a/b?key=c'))).toBe('400 contradictory_parameters')
  })

  it('knows another free body as another request', async () => {
    const hash = async (state: unknown) => {
      const init = { ...post(JSON.stringify(state)), method: 'PUT' }
      return (await (await facts.send('/v1/sessions/s/state', init)).json()).requestHash
    }
    expect(await hash([1])).toMatch(/^[0-9a-f]{64}$/)
    expect(await hash([1])).toBe(await hash([1]))
    expect(await hash([1])).not.toBe(await hash([2]))
  })

  it('has the status of its operation', async () => {
    const body = JSON.stringify({ entity: 'acme', key: 'k', value: 1 })
    expect(await codeOf(facts.send('/v1/facts', post(body)))).toBe(201)
  })
})

describe('negotiation', () => {
  it.each([
    ['', {}, 'crc-v1'],
    ['?contract=legacy', {}, 'legacy'],
    ['', { 'Accept-Contract': ' Off ' }, 'legacy'],
    ['?contract=v1', { 'Accept-Contract': 'legacy' }, 'crc-v1'],
    ['?contract=', { 'Accept-Contract': 'legacy' }, 'crc-v1'],
  ])('of %j with %j is %s', async (suffix, headers: Record<string, string>, contract) => {
    const response = await search.send(`/v1/query/search${suffix}`, post(query(), headers))
    expect(response.headers.get('Content-Contract')).toBe(contract)
    expect((await response.json()).contract).toBe(contract)
  })

  it('shows on refusals too', async () => {
    const response = await search.send('/v1/query/search?contract=legacy', post('{'))
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Contract')).toBe('legacy')
    expect(response.headers.get('Vary')).toBe('Accept-Contract')
  })

  it('is no parameter of an operation without an envelope', async () => {
    expect(await codeOf(library.send('/v1/sources?contract=v1'))).toBe('400 unknown_parameter')
    expect((await library.send('/v1/sources')).headers.get('Content-Contract')).toBeNull()
  })

  it('takes hydrate from the address or the body, both when they agree', async () => {
    const tierOf = async (suffix: string, body: string) =>
      (await (await search.send(`/v1/query/search${suffix}`, post(body))).json()).tier
    expect(await tierOf('', query())).toBe('pointer')
    expect(await tierOf('?hydrate=full', query())).toBe('full')
    expect(await tierOf('', query({ hydrate: 'summary' }))).toBe('summary')
    expect(await tierOf('?hydrate=full', query({ hydrate: 'full' }))).toBe('full')
  })

  it('means whole bodies where a budget is given without a tier', async () => {
    const tier = async (members: object) =>
      (await (await search.send('/v1/query/search', post(query(members)))).json()).tier
    expect(await tier({ token_budget: 1000 })).toBe('full')
    expect(await tier({ token_budget: 1000, hydrate: 'pointer' })).toBe('pointer')
    const response = await search.send('/v1/query/search?query=a&token_budget=1000')
    expect((await response.json()).tier).toBe('full')
  })

  it('refuses two tiers and unknown tiers', async () => {
    const codes = (suffix: string, members: object) =>
      codeOf(search.send(`/v1/query/search${suffix}`, post(query(members))))
    expect(await codes('?hydrate=full', { hydrate: 'pointer' })).toBe('400 contradictory_parameters')
    expect(await codes('?hydrate=all', {})).toBe('400 invalid_parameter')
    expect(await codes('', { hydrate: 'all' })).toBe('400 invalid_body')
  })
})

describe('a refusal', () => {
  it('is a problem document that nobody keeps', async () => {
    const response = await search.send('/v1/query/search?limt=5&query=x')
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      type: '/v1/bootstrap/errors#unknown_parameter',
      title: 'A parameter is not known here',
      status: 400,
      code: 'unknown_parameter',
      detail: expect.stringContaining('limit'),
      instance: '/v1/query/search',
      errors: [{ pointer: 'limt', rule: 'additionalProperties', message: expect.any(String) }],
    })
  })

  it.each([
    ['GET', '/v1/nothing', '404 not_found'],
    ['GET', '/v1/query/search/', '404 not_found'],
    ['DELETE', '/v1/query/search', '405 method_not_allowed'],
    ['GET', '/v1/query/search', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&query=b', '400 contradictory_parameters'],
    ['GET', '/v1/query/search?query=a&limit=0', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&limit=101', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&limit=1e1', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&limit=', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&filter=x', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=%zz', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=%ff', '400 malformed_unicode'],
    ['GET', '/v1/query/search?query=a&namespace=A', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&consistency=weak', '400 invalid_parameter'],
    ['GET', '/v1/query/search?query=a&__proto__=1', '400 unknown_parameter'],
    ['GET', '/v1/query/search?query=a&constructor=1', '400 unknown_parameter'],
  ])('of %s %s is %s', async (method, path, code) => {
    expect(await codeOf(search.send(path, { method }))).toBe(code)
  })

  it('of a method lists the ones there are', async () => {
    const response = await search.send('/v1/query/search', { method: 'PUT' })
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS, POST')
  })

  it('of a token says where tokens come from, and of a scope which one', async () => {
    const missing = await search.send('/v1/query/search?query=a', {}, null)
    expect(await codeOf(missing.clone())).toBe('401 unauthenticated')
    expect(missing.headers.get('WWW-Authenticate')).toBe(
      'Bearer resource_metadata="https://cairn.example/.well-known/oauth-protected-resource"',
    )
    const weak = await search.send('/v1/query/search?query=a', {}, await search.sign({ scope: 'admin' }))
    expect(await codeOf(weak.clone())).toBe('403 insufficient_scope')
    expect(weak.headers.get('WWW-Authenticate')).toContain('scope="query:read"')
  })

  it('of a foreign namespace has the same bytes whatever its name', async () => {
    const token = await search.sign({ ns: ['notes'] })
    const refusal = async (namespace: string) =>
      (await search.send(`/v1/query/search?query=a&namespace=${namespace}`, {}, token)).text()
    expect(await refusal('secret')).toContain('namespace_not_found')
    expect(await refusal('secret')).toBe(await refusal('unknown'))
  })

  it('echoes no more than 64 code points of anything', async () => {
    const long = 'x'.repeat(500)
    for (const path of [
      `/v1/${long}`,
      `/v1/query/search?${long}=1`,
      `/v1/query/search?query=a&lanes=${long}`,
    ])
      expect(await (await search.send(path)).text()).not.toContain('x'.repeat(65))
  })
})

describe('a body', () => {
  const judged = (body: BodyInit, headers = {}) =>
    codeOf(search.send('/v1/query/search', post(body, headers)))

  it.each([
    ['', '400 malformed_json'],
    ['{', '400 malformed_json'],
    ['[]', '400 invalid_body'],
    ['null', '400 invalid_body'],
    ['{}', '400 invalid_body'],
    ['{"query":""}', '400 invalid_body'],
    ['{"query":"   "}', '400 invalid_body'],
    ['{"query":"a","qeury":"b"}', '400 invalid_body'],
    ['{"query":"a","__proto__":{}}', '400 invalid_body'],
    ['{"query":"a","constructor":1}', '400 invalid_body'],
    ['{"query":"a","limit":1.5}', '400 invalid_body'],
    ['{"query":"a","limit":null}', '400 invalid_body'],
    ['{"query":"\\ud800"}', '400 malformed_unicode'],
  ])('%s is answered with %s', async (body, code) => {
    expect(await judged(body)).toBe(code)
  })

  it('may begin with a byte order mark and must be UTF-8', async () => {
    expect(await judged(`\ufeff${query()}`)).toBe(200)
    expect(await judged(new Uint8Array([0x22, 0xff, 0x22]))).toBe('400 malformed_unicode')
  })

  it('of another type is refused', async () => {
    expect(await judged(query(), { 'Content-Type': 'text/plain' })).toBe('415 unsupported_media_type')
  })

  it('is read to its 4 MiB and refused one byte later', async () => {
    const filled = (bytes: number) => query().padEnd(bytes, ' ')
    expect(await judged(filled(4 * 1024 * 1024))).toBe(200)
    expect(await judged(filled(4 * 1024 * 1024 + 1))).toBe('413 payload_too_large')
  })

  it('is counted as it comes, whatever Content-Length claims', async () => {
    const endless = (megabytes: number) => {
      let left = megabytes
      return new ReadableStream<Uint8Array>({
        pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(1024 * 1024)) : stream.close()),
      })
    }
    expect(await judged(endless(6))).toBe('413 payload_too_large')
    expect(await judged(endless(6), { 'Content-Length': '5' })).toBe('413 payload_too_large')
  })

  it('that claims to be too large is refused with limit and actual', async () => {
    const response = await search.send('/v1/query/search', post(query(), { 'Content-Length': '9999999' }))
    expect((await response.json()).errors).toEqual([
      { pointer: '', rule: 'jsonBodyBytesMax', message: 'limit 4194304 bytes, actual 9999999 bytes' },
    ])
  })

  it('that breaks off is refused, not a failure', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.error(new Error('connection lost')),
    })
    expect(await judged(broken)).toBe('400 invalid_body')
  })

  it('is refused where the operation takes none', async () => {
    expect(await codeOf(library.send('/v1/maintenance/step', post('{}')))).toBe('400 invalid_body')
    expect(await codeOf(library.send('/v1/maintenance/step', { method: 'POST' }))).toBe(200)
  })

  it('that is an array, where many may come, is told to come as NDJSON', async () => {
    const response = await library.send('/v1/sources/s/documents', post('[{"id":"a","text":"b"}]'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_body',
      detail: expect.stringContaining('application/x-ndjson'),
    })
  })

  it('of NDJSON comes as lines', async () => {
    const response = await library.send(
      '/v1/sources/handbook/documents',
      post('{"id":"a"}\r\n\n{"id":"b"}', { 'Content-Type': 'application/x-ndjson' }),
    )
    expect((await response.json()).lines).toEqual([
      { line: 1, text: '{"id":"a"}', problem: null },
      { line: 3, text: '{"id":"b"}', problem: null },
    ])
  })
})

describe('an NDJSON body', () => {
  const send = (megabytes: number) => {
    let left = megabytes
    const newlines = new Uint8Array(1024 * 1024).fill(0x0a)
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => (left-- > 0 ? stream.enqueue(newlines) : stream.close()),
    })
    return codeOf(
      library.send('/v1/sources/handbook/documents', post(body, { 'Content-Type': 'application/x-ndjson' })),
    )
  }

  it('is read to its 64 MiB and refused past them', async () => {
    expect(await send(64)).toBe(200)
    expect(await send(65)).toBe('413 payload_too_large')
  })
})

describe('headers of a request', () => {
  it('carry an idempotency key of 1 to 128 visible characters to what creates', async () => {
    const body = JSON.stringify({ entity: 'acme', key: 'k', value: 1 })
    const keyed = (key: string) => facts.send('/v1/facts', post(body, { 'Idempotency-Key': key }))
    expect((await (await keyed('k'.repeat(128))).json()).idempotencyKey).toBe('k'.repeat(128))
    expect(await codeOf(keyed('k'.repeat(129)))).toBe('400 invalid_parameter')
    expect(await codeOf(keyed('a b'))).toBe('400 invalid_parameter')
    expect(await codeOf(keyed(''))).toBe('400 invalid_parameter')
    const reading = await facts.send('/v1/facts', { headers: { 'Idempotency-Key': 'a b' } })
    expect((await reading.json()).idempotencyKey).toBeNull()
  })

  it('carry If-Match and the version seen', async () => {
    const headers = { 'If-Match': '"3"', 'Consistency-Token': 'e1.42' }
    const call = await (await facts.send('/v1/sessions/s/state?consistency=bounded', { headers })).json()
    expect(call).toMatchObject({ ifMatch: '"3"', consistency: { mode: 'bounded', token: 'e1.42' } })
  })

  it('with a consistency token that we never printed are refused', async () => {
    const headers = { 'Consistency-Token': 'x' }
    expect(await codeOf(facts.send('/v1/sessions/s/state', { headers }))).toBe('400 invalid_parameter')
  })
})

describe('a GET', () => {
  const path = '/v1/query/search?query=a'

  it('is answered with 304 and no body when the client has the bytes', async () => {
    const etag = (await search.send(path)).headers.get('ETag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await search.send(path, { headers: { 'If-None-Match': known } })
      expect([response.status, await response.text(), response.headers.get('ETag')]).toEqual([304, '', etag])
      expect(response.headers.get('Vary')).toBe('Accept-Contract')
    }
    expect((await search.send(path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
  })

  it('of another contract or tier has another ETag', async () => {
    const etag = async (suffix: string) => (await search.send(path + suffix)).headers.get('ETag')
    expect(new Set([await etag(''), await etag('&contract=legacy'), await etag('&hydrate=full')]).size).toBe(
      3,
    )
    expect(await etag('')).toBe(await etag(''))
  })

  it('asked as HEAD has the same headers and no body', async () => {
    const [got, head] = await Promise.all([search.send(path), search.send(path, { method: 'HEAD' })])
    expect(await head.text()).toBe('')
    expect(head.status).toBe(200)
    expect(head.headers.get('ETag')).toBe(got.headers.get('ETag'))
    expect((await search.send('/v1/nothing', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('a failure', () => {
  const failing = async (error: unknown) => {
    const service = await serviceUnderTest('search', {
      search: echoing,
      retrieve: echoing,
      searchByQuery: async () => {
        throw error
      },
    })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const response = await service.send('/v1/query/search?query=topsecret')
    const log = logged.mock.calls.map(([line]) => JSON.parse(String(line)))
    logged.mockRestore()
    return { response, body: await response.json(), log }
  }

  it('that nobody expected says nothing but an id, under which the log has its class and operation', async () => {
    const { response, body, log } = await failing(new TypeError('no such table: topsecret'))
    expect(response.status).toBe(500)
    expect(body).toEqual({
      type: '/v1/bootstrap/errors#internal',
      title: 'The service failed',
      status: 500,
      code: 'internal',
      detail: expect.not.stringContaining('table'),
      instance: expect.stringMatching(/^\/v1\/query\/search#[0-9a-f]{16}$/),
    })
    const incident = body.instance.split('#')[1]
    expect(log).toEqual([{ incident, code: 'internal', error: 'TypeError', operation: 'searchByQuery' }])
  })

  it('of the world can be tried again, and keeps its cause for the log', async () => {
    const cause = new RangeError('D1_ERROR topsecret')
    const { response, body, log } = await failing(
      new Problem('unavailable', 'The store cannot be reached.', { cause }),
    )
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(body.resolution).toBe('__bootstrap__::resolution:Timeout')
    expect(JSON.stringify([body, log])).not.toContain('topsecret')
    expect(log).toMatchObject([{ code: 'unavailable', error: 'RangeError' }])
  })

  it('of a store that may answer next time can be tried again', async () => {
    const { body } = await failing(Object.assign(new Error('D1 is away'), { retryable: true }))
    expect(body.code).toBe('unavailable')
    expect((await failing(Object.assign(new Error('bug'), { retryable: false }))).body.code).toBe('internal')
  })

  it('of the client is no line in the log', async () => {
    const { body, log } = await failing(new Problem('document_gone', 'The document was deleted.'))
    expect([body.code, log]).toEqual(['document_gone', []])
  })

  it('of thrown nonsense is still a problem document', async () => {
    expect((await failing(undefined)).body.code).toBe('internal')
    expect((await failing('text')).body.code).toBe('internal')
  })
})

describe('a front door', () => {
  const door = (forward: (operation: { id: string }, request: Request) => Promise<Response>) =>
    serviceUnderTest(
      'gateway',
      { openapi: echoing, contractFile: echoing, protectedResource: echoing },
      forward,
    )

  it('passes the operations of its siblings on unjudged, with a trace', async () => {
    const { send } = await door(async ({ id }, request) =>
      Response.json([id, request.method, request.headers.has('traceparent'), await request.text()]),
    )
    const response = await send('/v1/query/search?nonsense=1', post('{not json'), null)
    expect(await response.json()).toEqual(['search', 'POST', true, '{not json'])
  })

  it('answers what no Worker has, and its own', async () => {
    const { send } = await door(async () => Response.json('sibling'))
    expect(await codeOf(send('/v1/nothing'))).toBe('404 not_found')
    expect(await codeOf(send('/v1/query/search', { method: 'DELETE' }))).toBe('405 method_not_allowed')
    expect(await (await send('/health')).json()).toMatchObject({ status: 'ok' })
  })

  it('tells what its forwarding throws', async () => {
    const { send } = await door(async () => {
      throw new Problem('unavailable', 'A part of the service does not answer.')
    })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await codeOf(send('/v1/facts'))).toBe('503 unavailable')
    logged.mockRestore()
  })
})

describe('a Worker', () => {
  it('answers OPTIONS with what the address takes', async () => {
    const response = await search.send('/v1/query/search', { method: 'OPTIONS' }, null)
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
  })

  it('tells without a token that it runs and that it is ready', async () => {
    expect(await (await search.send('/health', {}, null)).json()).toEqual({
      status: 'ok',
      contract_version: '1.3.0',
    })
    expect(await (await search.send('/ready', {}, null)).json()).toEqual({ status: 'ready' })
  })

  it('does not start without a handler for each of its operations, or with one for none', async () => {
    await expect(serviceUnderTest('search', { search: echoing, retrieve: echoing })).rejects.toThrow(
      'missing [searchByQuery]',
    )
    await expect(
      serviceUnderTest('search', {
        search: echoing,
        searchByQuery: echoing,
        retrieve: echoing,
        other: echoing,
      }),
    ).rejects.toThrow('unknown [other]')
  })
})
