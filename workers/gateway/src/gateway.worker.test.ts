import { openApi } from '@cairn/contract/openapi'
import { headerParameters } from '@cairn/contract/openapi/header-parameters'
import { RESPONSE_HEADERS } from '@cairn/contract/openapi/response-headers'
import { OPERATIONS } from '@cairn/contract/operations'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { describe, expect, it, vi } from 'vitest'
import type { Env } from './bindings.ts'
import worker from './gateway.worker.ts'

type Sibling = (request: Request) => Promise<Response>
const sibling = (fetch: Sibling) =>
  ({
    fetch: (input: RequestInfo, init?: RequestInit) => fetch(new Request(input, init)),
  }) as unknown as Fetcher
const echo = (name: string) =>
  sibling(async (request) =>
    Response.json(
      { name, url: request.url, method: request.method, body: await request.text() },
      { status: 201 },
    ),
  )
const env = (more: Partial<Env> = {}): Env => ({
  SEARCH: echo('search'),
  FETCH_CONTENT: echo('fetch-content'),
  FACTS: echo('facts'),
  BOOTSTRAP: echo('bootstrap'),
  LIBRARY: echo('library'),
  AGENT: echo('agent'),
  CONFORMANCE: echo('conformance'),
  ENVIRONMENT: 'production',
  TOKEN_KEYS: '{"keys":[]}',
  TOKEN_ISSUER: 'https://issuer.example',
  TOKEN_AUDIENCE: 'cairn',
  ...more,
})
const CONTEXT = { waitUntil: () => undefined } as unknown as ExecutionContext
const ask = (path: string, init: RequestInit = {}, bindings = env()): Promise<Response> =>
  worker.fetch!(
    new Request(new URL(path, 'https://cairn.example'), init) as never,
    bindings,
    CONTEXT,
  ) as Promise<Response>
const quietly = async <T>(work: () => Promise<T>) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    return await work()
  } finally {
    logged.mockRestore()
  }
}

describe('forwarding', () => {
  it.each(OPERATIONS.filter((operation) => operation.worker !== 'gateway'))(
    '$id goes to the Worker $worker with its address untouched',
    async ({ method, path, worker: name }) => {
      const address = `${path.replaceAll(/\{\w+\}/g, 'a%2Fb')}?x=1%20`
      const response = await ask(address, { method })
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({ name, method, url: `https://cairn.example${address}` })
    },
  )

  it('passes bodies and HEAD on', async () => {
    expect(await (await ask('/v1/query/search', { method: 'POST', body: '{' })).json()).toMatchObject({
      body: '{',
    })
    expect(await (await ask('/v1/facts', { method: 'HEAD' })).json()).toMatchObject({ method: 'HEAD' })
  })

  it('passes a problem of a sibling on as it is', async () => {
    const problem = () =>
      new Response('{"code":"schema_behind"}', {
        status: 503,
        headers: { 'Content-Type': 'application/problem+json' },
      })
    const response = await ask('/v1/facts', {}, env({ FACTS: sibling(async () => problem()) }))
    expect([response.status, await response.text()]).toEqual([503, '{"code":"schema_behind"}'])
  })

  it.each<[string, Sibling]>([
    ['throws', async () => Promise.reject(new Error('secret upstream text'))],
    ['answers a bare 500', async () => new Response('secret upstream text', { status: 500 })],
    ['answers an HTML 502', async () => new Response('<h1>secret upstream text</h1>', { status: 502 })],
  ])('answers 503, without its words, for a sibling that %s', async (_title, fetch) => {
    const response = await quietly(() => ask('/v1/facts', {}, env({ FACTS: sibling(fetch) })))
    const text = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', instance: '/v1/facts' })
    expect(text).not.toContain('secret')
  })
})

describe('browsers', () => {
  it('are told by a preflight what they may send, without asking a sibling', async () => {
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' }
    const response = await ask('/v1/query/search', { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS')
    const allowed = response.headers.get('Access-Control-Allow-Headers')!.toLowerCase().split(', ')
    const sent = OPERATIONS.flatMap(headerParameters).map((parameter) =>
      (parameter as { name: string }).name.toLowerCase(),
    )
    expect(allowed).toEqual(expect.arrayContaining([...sent, 'authorization', 'content-type', 'traceparent']))
  })

  it.each([
    ['/v1/facts', 'GET', 201],
    ['/health', 'GET', 200],
    ['/', 'GET', 200],
    ['/nothing', 'GET', 404],
    ['/v1/facts', 'PATCH', 405],
    ['/contracts/x', 'GET', 404],
    ['/openapi.json?x=1', 'GET', 400],
    ['/v1/facts', 'OPTIONS', 204],
  ])('may read every documented header of %s %s', async (path, method, status) => {
    const response = await ask(path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const exposed = response.headers.get('Access-Control-Expose-Headers')!.split(', ')
    const documented = Object.keys(RESPONSE_HEADERS).filter((name) => name !== 'Vary')
    expect(exposed).toEqual(expect.arrayContaining(documented))
  })

  it('may read the refusal of a sibling that fails', async () => {
    const broken = env({ FACTS: sibling(async () => Promise.reject(new Error())) })
    const response = await quietly(() => ask('/v1/facts', {}, broken))
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })
})

describe('its own addresses', () => {
  it('serve the description of the service at the address it was asked at', async () => {
    const response = await ask('/openapi.json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApi('https://cairn.example'))))
  })

  it.each(Object.keys(SCHEMA_FILES) as (keyof typeof SCHEMA_FILES)[])(
    'serve %s byte for byte',
    async (file) => {
      const response = await ask(`/contracts/${file}`)
      expect(response.headers.get('Content-Type')).toBe('application/schema+json')
      expect(await response.text()).toBe(SCHEMA_FILES[file])
      const again = await ask(`/contracts/${file}`, {
        headers: { 'If-None-Match': response.headers.get('ETag')! },
      })
      expect(again.status).toBe(304)
    },
  )

  it('have no file by an inherited name', async () => {
    expect((await ask('/contracts/constructor')).status).toBe(404)
  })

  it('say which tokens are taken', async () => {
    expect(await (await ask('/.well-known/oauth-protected-resource')).json()).toMatchObject({
      resource: 'https://cairn.example',
      authorization_servers: ['https://issuer.example'],
      bearer_methods_supported: ['header'],
    })
  })

  it.each(['/', '/console', '/console/library/a%2Fb'])(
    'greet a person at %s with the console',
    async (path) => {
      const response = await ask(path)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      const policy = response.headers.get('Content-Security-Policy')!
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(policy).not.toContain('unsafe')
      const page = await response.text()
      expect(page).not.toMatch(/<style|style=| on\w+=|<script(?! type="module" crossorigin src="\/assets\/)/)
      const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!)
      expect(links.length).toBeGreaterThan(4)
      for (const link of links) expect([link, (await ask(link)).status < 400]).toEqual([link, true])
    },
  )

  it('serve what a page loads under a name of its content, for good', async () => {
    const [, script] = /src="(\/assets\/[^"]+)"/.exec(await (await ask('/')).text())!
    const response = await ask(script!)
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await ask('/assets/none.js')).status).toBe(404)
  })

  it('take no other method than GET at the page', async () => {
    const response = await ask('/', { method: 'POST' })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('readiness', () => {
  it('is there when every sibling says so', async () => {
    expect(await (await ask('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('names the siblings that fail or refuse', async () => {
    const broken = env({
      FACTS: sibling(async () => Promise.reject(new Error('secret'))),
      LIBRARY: sibling(async () => new Response('secret', { status: 503 })),
    })
    const response = await quietly(() => ask('/ready', {}, broken))
    const body = await response.json()
    expect(body).toMatchObject({ status: 503, code: 'unavailable', detail: 'Not reached: facts, library.' })
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})
