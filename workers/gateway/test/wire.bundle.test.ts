import { connect } from 'node:net'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let token: string
beforeAll(async () => {
  cairn = await startCairn()
  token = await cairn.token('acme')
})
afterAll(() => cairn?.stop())

const MIB = 1024 * 1024
const search = JSON.stringify({ query: 'signing key' })
const send = (path: string, init: RequestInit = {}) =>
  fetch(cairn.url + path, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers },
  } as RequestInit)
const codeOf = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return body.code === undefined ? String(response.status) : `${response.status} ${body.code}`
}

/** Writes bytes to the socket as they are, and answers with the status line. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(cairn.url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').split('\r\n')[0]!)
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('end', () => resolve('closed'))
  })
const head = (...lines: string[]) =>
  [
    'POST /v1/query/search HTTP/1.1',
    'Host: cairn',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

describe('on the wire', () => {
  it('a body past 4 MiB is refused with limit and actual', async () => {
    const response = await send('/v1/query/search', { method: 'POST', body: search.padEnd(5 * MIB) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      code: 'payload_too_large',
      errors: [{ rule: 'jsonBodyBytesMax', message: `limit ${4 * MIB} bytes, actual ${5 * MIB} bytes` }],
    })
  })

  it('a chunked body past 4 MiB is refused as it comes', async () => {
    let left = 5
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(MIB).fill(0x20)) : stream.close()),
    })
    expect(
      await codeOf(await send('/v1/query/search', { method: 'POST', body, duplex: 'half' } as RequestInit)),
    ).toBe('413 payload_too_large')
  })

  it('a Content-Length that says less than is sent ends the body there', async () => {
    expect(await raw(head('Content-Length: 5') + search)).toBe('HTTP/1.1 400 Bad Request')
  })

  it('a chunked body is read to its end', async () => {
    const chunked = head('Transfer-Encoding: chunked')
    const chunks = `5\r\n${search.slice(0, 5)}\r\n${(search.length - 5).toString(16)}\r\n${search.slice(5)}\r\n0\r\n\r\n`
    expect(await raw(chunked + chunks)).toBe('HTTP/1.1 200 OK')
  })

  it.each<[string, BodyInit, string]>([
    ['a lone surrogate', '"a\\ud800"', '400 malformed_unicode'],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), '400 malformed_unicode'],
    ['a hundred thousand brackets', '['.repeat(100_000), '400 invalid_body'],
    ['half an object', '{"query":"a"', '400 malformed_json'],
  ])('a body of %s is refused', async (_title, body, code) => {
    expect(await codeOf(await send('/v1/query/search', { method: 'POST', body }))).toBe(code)
  })

  it('alternating contracts and tiers on one address never mix', async () => {
    const etags: string[] = []
    for (const _round of [1, 2])
      for (const contract of ['crc-v1', 'legacy'])
        for (const tier of ['pointer', 'full']) {
          const response = await send(`/v1/query/search?query=key&hydrate=${tier}`, {
            headers: { 'Accept-Contract': contract },
          })
          expect(response.headers.get('Content-Contract')).toBe(contract)
          expect(response.headers.get('Vary')).toBe('Accept-Contract')
          expect(response.headers.get('Cache-Control')).toMatch(/^private/)
          const body = (await response.json()) as { contract?: string; hydrate_tier?: string }
          const [named, carried] = contract === 'legacy' ? [undefined, undefined] : [contract, tier]
          expect([body.contract, body.hydrate_tier]).toEqual([named, carried])
          if (contract !== 'legacy') etags.push(response.headers.get('ETag')!)
        }
    const [pointer, full, ...again] = etags
    expect(pointer).not.toBe(full)
    expect(again).toEqual([pointer, full])
  })

  it('a namespace of somebody else looks like one that is not there', async () => {
    const narrow = await cairn.token('acme', { namespaces: ['notes'] })
    const refusal = async (name: string) => {
      const headers = { Authorization: `Bearer ${narrow}` }
      return (await send(`/v1/facts?entity=a&namespace=${name}`, { headers })).text()
    }
    expect(await refusal('default')).toContain('namespace_not_found')
    expect(await refusal('default')).toBe(await refusal('never-made'))
  })

  it.each(['/health', '/ready', '/openapi.json', '/v1/bootstrap/limits', '/v1/facts?entity=a'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const [got, asked] = [await send(path), await send(path, { method: 'HEAD' })]
      expect([asked.status, await asked.text()]).toEqual([got.status, ''])
      expect(asked.headers.get('ETag')).toBe(got.headers.get('ETag'))
    },
  )
})
