import { connect } from 'node:net'
import { OPERATIONS } from '@cairn/contract/operations'
import { PROBLEMS } from '@cairn/contract/problems'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let speaker: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('acme')
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  await speaker.json('PUT', '/v1/facts/acme/k', { body: { value: 1 } })
})
afterAll(() => cairn?.stop())

const ORIGIN = { origin: 'https://app.example' }
/** What clients are told to read: on every answer, or where it applies. */
const TOLD = [
  'ETag',
  'Allow',
  'Consistency-Token',
  'Content-Contract',
  'Contract-Version',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'traceparent',
]
const paths = [...new Set(OPERATIONS.map(({ path }) => path))]
/** A path of words is matched by one of parameters too: `from-pointer` may be the id of a passage. */
const methodsOf = (path: string): string[] => [
  ...new Set(OPERATIONS.filter((operation) => matches(operation.path, path)).map(({ method }) => method)),
]
const matches = (template: string, path: string) =>
  template === path || new RegExp(`^${template.replace(/\{\w+\}/g, '[^/{}]+')}$`).test(path)
const example = (path: string) =>
  path
    .replace('/v1/bootstrap/{topic}', '/v1/bootstrap/errors')
    .replace('/contracts/{file}', '/contracts/crc-v1.schema.json')
    .replace('{entity}/{key}', 'acme/k')
    .replace(/\{\w+\}/g, 's')

function expectOpen(response: Response, asked: string): void {
  expect(response.headers.get('access-control-allow-origin'), asked).toBe('*')
  expect(response.headers.get('access-control-allow-credentials'), asked).toBeNull()
  const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase().split(/, */)
  expect(exposed, asked).toEqual(expect.arrayContaining(TOLD.map((name) => name.toLowerCase())))
  for (const name of response.headers.keys())
    if (/^(x-cairn|ratelimit|retry|etag|content-contract|contract-version|consistency|allow$)/.test(name))
      expect(exposed, asked).toContain(name)
}

async function expectProblem(response: Response, asked: string): Promise<string> {
  expect(response.headers.get('content-type'), asked).toBe('application/problem+json')
  const body = (await response.json()) as { code: keyof typeof PROBLEMS; status: number }
  expect(PROBLEMS[body.code].status, asked).toBe(response.status)
  return `${response.status} ${body.code}`
}

/** Writes bytes to the socket as they are, and answers with all that came back. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(cairn.url)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })
const rawGet = (target: string, ...lines: string[]) =>
  raw(
    [
      `GET ${target} HTTP/1.1`,
      'Host: cairn',
      'Connection: close',
      `Authorization: Bearer ${speaker.token}`,
      ...lines,
      '',
      '',
    ].join('\r\n'),
  )
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const isAlive = async () => expect((await speaker.send('GET', '/v1/facts/acme/k')).status).toBe(200)

describe('a browser', () => {
  it.each(paths)('may ask first what it may send to %s', async (path) => {
    for (const method of [...methodsOf(path), 'PATCH']) {
      const headers = {
        ...ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, if-match, idempotency-key',
      }
      const response = await fetch(cairn.url + example(path), { method: 'OPTIONS', headers })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const allowed = response.headers.get('access-control-allow-methods')!.split(', ')
      expect(allowed).toEqual(expect.arrayContaining(methodsOf(path)))
      expect(response.headers.get('access-control-allow-headers')!.toLowerCase()).toContain('if-match')
    }
  })

  it.each(paths)('reads every header it is told to at %s, in success and in refusal', async (path) => {
    const methods = methodsOf(path)
    const asks: [string, string, Record<string, string>][] = [
      ...methods.map((method): [string, string, Record<string, string>] => [method, example(path), {}]),
      ...methods.map((method): [string, string, Record<string, string>] => [
        method,
        `${example(path)}?x=1`,
        {},
      ]),
      [methods[0]!, example(path), { authorization: 'Bearer nonsense' }],
      ['PATCH', example(path), {}],
      ['OPTIONS', example(path), {}],
      ['GET', `${example(path)}/nothing/here`, {}],
    ]
    for (const [method, address, headers] of asks) {
      const response = await speaker.send(method, address, { headers: { ...ORIGIN, ...headers } })
      await response.body?.cancel()
      expectOpen(response, `${method} ${address} ${JSON.stringify(headers)} ${response.status}`)
      expect(response.status).toBeLessThan(500)
    }
  })
})

describe('a method', () => {
  it.each(paths)('that %s does not take is 405 and names those that it takes', async (path) => {
    const takes = methodsOf(path)
    const allow = [...takes, ...(takes.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (takes.includes(method)) continue
      const response = await speaker.send(method, example(path))
      expect(response.headers.get('allow'), method).toBe(allow)
      expect(await expectProblem(response, method)).toBe('405 method_not_allowed')
    }
    const options = await speaker.send('OPTIONS', example(path))
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
  })

  it.each(paths.filter((path) => methodsOf(path).includes('GET')))(
    'HEAD at %s is GET without a body',
    async (path) => {
      const address = example(path)
      const [got, head] = [await speaker.send('GET', address), await speaker.send('HEAD', address)]
      expect([head.status, await head.text()]).toEqual([got.status, ''])
      for (const name of ['content-type', 'etag', 'cache-control', 'vary', 'content-contract'])
        expect(head.headers.get(name), name).toBe(got.headers.get(name))
    },
  )

  it.each(['HEAD', 'OPTIONS', 'GET', 'PATCH'])('%s at no address at all is 404', async (method) => {
    for (const address of ['/nothing', '/v1', '/v1/facts/a/b/c/d', '/V1/facts', '/v1/Facts'])
      expect((await speaker.send(method, address)).status).toBe(404)
  })
})

describe('an odd address', () => {
  it.each([
    ['/v1/facts/%2e%2e/k', 404],
    ['/v1/facts/%2E%2e/%2e%2E/history', 404],
    ['/v1/facts/%2e/k', 404],
    ['/v1/facts/../facts/acme/k', 200],
    ['/v1/facts/a%00b/k', 400],
    ['/v1/facts/acme/%0a', 400],
    ['/v1/facts/acme/%7f', 400],
    ['/v1/facts/acme/%', 400],
    ['/v1/facts/acme/%zz', 400],
    ['/v1/facts/acme/%ff', 400],
    ['/v1/facts/acme/%ed%a0%80', 400],
    ['/v1/facts/acme/%c0%ae', 400],
    ['/v1/facts/acme/k/', 404],
    ['/v1/facts/', 404],
    ['/v1/facts//k', 404],
    ['//v1/facts', 404],
    ['/v1//facts', 404],
    ['//evil.example/v1/facts', 404],
    ['/v1/facts/acme%2Fk', 404],
    ['/v1/facts/acme/k%2Fhistory', 404],
    ['/v1/facts/acme/k;x=1', 404],
    ['/v1/facts/acme/k%3Fhydrate=full', 404],
    ['/v1/facts/acme/k?', 200],
    ['/v1/facts/acme/k?&&', 200],
    ['/v1/facts/acme/k?hydrate', 400],
    ['/v1/facts/acme/k?hydrate=full&hydrate=full', 400],
    ['/v1/facts/acme/k?hydrate=full&hydrat%65=pointer', 400],
    ['/v1/facts/acme/k?entity=other', 400],
    ['/v1/facts/acme/k?__proto__=1', 400],
    ['/v1/facts/acme/k?constructor=1', 400],
    ['/v1/facts/acme/k?namespace=..%2fx', 400],
    ['/v1/facts/acme/k?hydrate=FULL', 400],
    ['/v1/facts/acme/k?hydrate=full#fragment', 200],
    ['/v1/facts/acme/k?x=%', 400],
    ['/v1/facts/acme/k?contract=%ff', 400],
    ['/v1/sources/s/documents/%2e%2e', 404],
    ['/v1/sources/s/documents/..%2f..%2ffacts', 404],
    ['/contracts/..%2f..%2fwrangler.jsonc', 400],
    ['/contracts/%2e%2e%2fhealth', 400],
    ['/v1/bootstrap/__proto__', 404],
    ['/v1/bootstrap/constructor', 404],
    ['http://evil.example/v1/facts', 200],
  ])('GET %s is %i, as it stands on the wire', async (target, status) => {
    const answer = await rawGet(target)
    expect(answer.split('\r\n')[0]).toContain(String(status))
    if (status >= 400) expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
    await isAlive()
  })

  it.each([8, 64, 256])('of %i KiB is read or refused, and the service goes on', async (kibibytes) => {
    const long = 'a'.repeat(kibibytes * 1024)
    for (const target of [`/v1/facts/${long}/k`, `/v1/query/search?query=${long}`, `/${long}`, `/?${long}`]) {
      const status = statusOf(await rawGet(target))
      expect(status === 200 || (status >= 400 && status < 500), `${target.slice(0, 30)} ${status}`).toBe(true)
    }
    await isAlive()
  })

  it('with a thousand parameters is refused once, and shortly', async () => {
    const query = Array.from({ length: 1000 }, (_, n) => `parameter${n}=1`).join('&')
    const response = await speaker.send('GET', `/v1/facts/acme/k?${query}`)
    const text = await response.text()
    expect([response.status, JSON.parse(text).code]).toEqual([400, 'unknown_parameter'])
    expect(text.length).toBeLessThan(20_000)
  })
})

describe('an odd header', () => {
  it.each([
    'accept',
    'accept-contract',
    'accept-language',
    'authorization',
    'consistency-token',
    'cookie',
    'if-none-match',
    'traceparent',
    'x-forwarded-for',
  ])('%s of 12 KiB is read or refused, and the service goes on', async (name) => {
    const answer = await rawGet('/v1/facts/acme/k', `${name}: ${'a,'.repeat(6 * 1024)}`)
    expect(answer).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
    await isAlive()
  })

  it.each(['*/*', 'application/json', 'text/event-stream', 'text/html;q=0.9, */*;q=0.1', 'nonsense', ''])(
    'Accept: %s gets JSON',
    async (accept) => {
      const response = await speaker.send('GET', '/v1/facts/acme/k', { headers: { accept } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-16', 415],
    ['application/x-ndjson', 415],
    ['nonsense', 415],
    ['application/json; charset=UTF-8', 200],
    ['APPLICATION/JSON', 200],
    ['application/vnd.example+json', 200],
  ])('Content-Type: %s of a search is %i', async (type, status) => {
    const headers = { 'content-type': type }
    const response = await speaker.send('POST', '/v1/query/search', { body: { query: 'a' }, headers })
    expect(response.status).toBe(status)
    expectOpen(response, type)
  })

  it('sent twice, or against the rules of HTTP, breaks nothing', async () => {
    for (const lines of [
      ['Authorization: Bearer x'],
      ['Accept-Contract: legacy', 'Accept-Contract: crc-v1'],
      ['Content-Length: 10'],
      ['Content-Length: -1'],
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      ['X: \x01\x02'],
      [': no name'],
      ['Expect: 200-ok'],
      ['Upgrade: websocket', 'Connection: Upgrade'],
      ['Range: bytes=0-1'],
    ]) {
      const written = rawGet('/v1/facts/acme/k', ...lines)
      if (lines[0]!.startsWith('Content-Length: 10') || lines[0]!.startsWith('Transfer')) continue
      expect(await written, lines.join()).toMatch(/^(HTTP\/1\.1 (200|4\d\d|501) |$)/)
    }
    await isAlive()
  })

  it('that states a longer body than comes breaks nothing', async () => {
    const { hostname, port } = new URL(cairn.url)
    for (const path of ['/v1/query/search', '/v1/sources/s/documents', '/v1/facts']) {
      const socket = connect(Number(port), hostname)
      const head = [`POST ${path} HTTP/1.1`, 'Host: cairn', `Authorization: Bearer ${speaker.token}`]
      const rest = ['Content-Type: application/json', 'Content-Length: 1000', '', '{"query":"a"']
      await new Promise<void>((resolve) => socket.write([...head, ...rest].join('\r\n'), () => resolve()))
      socket.destroy()
      await isAlive()
    }
  })
})

describe('an answer', () => {
  it('reaches a sender whose body never ends', async () => {
    const headers = { authorization: `Bearer ${speaker.token}`, 'content-type': 'application/x-ndjson' }
    for (const [path, status] of [
      ['/v1/nothing', '404'],
      ['/v1/sources/none/documents', '404'],
      ['/v1/sources/s/documents?x=1', '400'],
    ] as const) {
      const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new Uint8Array(9)) })
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      expect(await expectProblem(await fetch(cairn.url + path, init), path)).toContain(status)
    }
  })

  it('reaches a sender of 3 MiB whom it refuses before reading any', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    for (const [path, headers, status] of [
      ['/v1/sources/s/documents', { authorization: 'Bearer nonsense' }, 401],
      ['/v1/nothing', {}, 404],
      ['/health', {}, 405],
      ['/v1/query/search', { 'content-type': 'text/plain' }, 415],
      ['/v1/query/search?x=1', {}, 400],
    ] as const)
      for (let n = 0; n < 40; n += 1) {
        const authorization = `Bearer ${speaker.token}`
        const init = { method: 'POST', headers: { authorization, ...headers }, body }
        expect(await expectProblem(await fetch(cairn.url + path, init), path)).toContain(String(status))
      }
  })

  it('that depends on a token is kept by no shared cache, and names what it varies by', async () => {
    for (const { method, path, scope, kind } of OPERATIONS) {
      if (scope === null || method !== 'GET') continue
      const response = await speaker.send(method, example(path))
      await response.body?.cancel()
      expect(response.headers.get('cache-control'), path).toMatch(/private|no-store/)
      if (kind !== null) expect(response.headers.get('vary'), path).toContain('Accept-Contract')
    }
  })
})
