import { readFileSync } from 'node:fs'
import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BUNDLE = path.resolve(import.meta.dirname, '../dist/gateway.worker.js')
const DATE = '2026-08-01'
const ready = "if (new URL(request.url).pathname === '/ready') return Response.json({});"
const worker = (name: string, answer: string) => ({
  name,
  modules: [
    {
      type: 'ESModule' as const,
      path: 'index.js',
      contents: `export default { async fetch(request) { ${answer} } }`,
    },
  ],
  compatibilityDate: DATE,
})

let miniflare: Miniflare
let url: string
beforeAll(async () => {
  const siblings = [
    worker(
      'count',
      `${ready} let bytes = 0; for await (const chunk of request.body) bytes += chunk.length; return Response.json({ bytes });`,
    ),
    worker(
      'echo',
      `${ready} return new Response(request.body, { headers: { 'X-Trace': request.headers.get('traceparent') } });`,
    ),
    worker('throw', `${ready} throw new Error('secret upstream text');`),
    worker('silent', `return new Promise(() => {});`),
    worker('plain', `${ready} return Response.json({ path: new URL(request.url).pathname });`),
  ]
  const gateway = {
    name: 'gateway',
    modules: [{ type: 'ESModule' as const, path: 'index.js', contents: readFileSync(BUNDLE, 'utf8') }],
    compatibilityDate: DATE,
    bindings: {
      ENVIRONMENT: 'production',
      TOKEN_KEYS: '{"keys":[]}',
      TOKEN_ISSUER: 'i',
      TOKEN_AUDIENCE: 'a',
    },
    serviceBindings: {
      SEARCH: 'echo',
      FETCH_CONTENT: 'plain',
      FACTS: 'throw',
      BOOTSTRAP: 'plain',
      LIBRARY: 'count',
      AGENT: 'count',
      CONFORMANCE: 'silent',
    },
  }
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      workers: [gateway, ...siblings],
    }),
  )
  url = (await miniflare.ready).origin
})
afterAll(() => miniflare?.dispose())

const stream = (chunks: number) => {
  let left = chunks
  return new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(1024 * 1024)) : controller.close()),
  })
}

describe('the built gateway', () => {
  it('streams a body of 40 MiB to the sibling it belongs to', async () => {
    const init = { method: 'POST', body: stream(40), duplex: 'half' } as RequestInit
    const response = await fetch(`${url}/v1/sources/s/documents`, init)
    expect(await response.json()).toEqual({ bytes: 40 * 1024 * 1024 })
  })

  it('gives a trace to the sibling, and the caller its own back', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const traced = await fetch(`${url}/v1/query/search?query=a`, { headers: { traceparent } })
    expect(traced.headers.get('X-Trace')).toBe(traceparent)
    const untraced = await fetch(`${url}/v1/query/search?query=a`)
    expect(untraced.headers.get('X-Trace')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  })

  it('answers 503 without a word of a sibling that throws', async () => {
    const response = await fetch(`${url}/v1/facts`)
    const text = await response.text()
    expect([response.status, response.headers.get('Content-Type')]).toEqual([503, 'application/problem+json'])
    expect(JSON.parse(text).code).toBe('unavailable')
    expect(text).not.toContain('secret')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('names the sibling that never says whether it is ready', async () => {
    const response = await fetch(`${url}/ready`)
    expect(response.status).toBe(503)
    expect(((await response.json()) as { detail: string }).detail).toBe('Not reached: conformance.')
  })

  it.each([
    ['GET', '/health', 200],
    ['HEAD', '/health', 200],
    ['HEAD', '/contracts/crc-v1.schema.json', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/', 200],
    ['OPTIONS', '/v1/query/search', 204],
    ['GET', '/nothing', 404],
    ['DELETE', '/v1/query/search', 405],
    ['GET', '/v1/bootstrap/__bootstrap__::resolution:EmptyResult', 200],
  ])('answers %s %s with %s', async (method, address, status) => {
    const response = await fetch(url + address, { method })
    expect(response.status).toBe(status)
    const text = await response.text()
    if (method === 'HEAD') expect(text).toBe('')
  })
})
