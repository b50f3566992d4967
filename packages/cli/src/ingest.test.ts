import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Refused, request } from './http.ts'
import { ingest } from './ingest.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A fake service on loopback: `answer` gets the number of the request, from 1, and its body. */
async function fakeService(
  answer: (
    n: number,
    body: string,
    request: IncomingMessage,
  ) => { status?: number; headers?: Record<string, string>; body: string },
): Promise<{ url: string; token: string }> {
  let n = 0
  server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const { status, headers, body } = answer(++n, Buffer.concat(parts).toString('utf8'), incoming)
      response.writeHead(status ?? 200, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' }
}

const linesOf = (body: string): { id: string }[] =>
  body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const created = (id: string) => JSON.stringify({ id, status: 'created', pointers: [`1:${id}`] })
const refused = (id: string, code: string) =>
  JSON.stringify({ id, status: 'refused', problem: { code, detail: 'no' } })

describe('ingest', () => {
  it('sends again what the service was too busy for, and only that', async () => {
    const asked: string[][] = []
    const connection = await fakeService((n, body) => {
      const ids = linesOf(body).map(({ id }) => id)
      asked.push(ids)
      return {
        body: ids
          .map((id) => (n === 1 && id === 'b' ? refused(id, 'index_backlog') : created(id)))
          .join('\n'),
      }
    })
    const done = await ingest(connection, 's', [{ id: 'a' }, { id: 'b' }, { id: 'c' }], () => {})
    expect(asked).toEqual([['a', 'b', 'c'], ['b']])
    expect(done).toEqual({ documents: 3, passages: 3, refused: [] })
  })

  it('reports a refusal that trying again would not mend, and goes on', async () => {
    const connection = await fakeService((_, body) => ({
      body: linesOf(body)
        .map(({ id }) => (id === 'bad' ? refused(id, 'invalid_body') : created(id)))
        .join('\n'),
    }))
    const done = await ingest(connection, 's', [{ id: 'bad' }, { id: 'good' }], () => {})
    expect(done.refused.map(({ id }) => id)).toEqual(['bad'])
    expect(done.documents).toBe(2)
  })

  it('does not take a cut-off answer for a whole one', async () => {
    const connection = await fakeService(() => ({ body: created('a') }))
    await expect(ingest(connection, 's', [{ id: 'a' }, { id: 'b' }], () => {})).rejects.toThrow(
      'answered 1 of 2 lines',
    )
  })

  it('cuts what it sends into requests of about a megabyte', async () => {
    const sizes: number[] = []
    const connection = await fakeService((_, body) => {
      sizes.push(body.length)
      return {
        body: linesOf(body)
          .map(({ id }) => created(id))
          .join('\n'),
      }
    })
    const text = 'x'.repeat(200_000)
    await ingest(
      connection,
      's',
      Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, text })),
      () => {},
    )
    expect(sizes).toHaveLength(2)
  })
})

describe('request', () => {
  it('waits as told and sends again while the service is unavailable', async () => {
    const connection = await fakeService((n) =>
      n < 3
        ? { status: 503, headers: { 'Retry-After': '0' }, body: '{"code":"unavailable"}' }
        : { body: '{"ok":true}' },
    )
    expect(await (await request(connection, '/x')).json()).toEqual({ ok: true })
  })

  it('tells code and detail of a refusal, and of one that is no problem document at least the status', async () => {
    const connection = await fakeService((n) =>
      n === 1
        ? { status: 404, body: '{"code":"source_not_found","detail":"no"}' }
        : { status: 502, body: '<html>' },
    )
    await expect(request(connection, '/x')).rejects.toMatchObject({
      name: 'Refused',
      status: 404,
      code: 'source_not_found',
    })
    const broken = await request(connection, '/x').catch((error: Refused) => error)
    expect(broken).toBeInstanceOf(Refused)
    expect((broken as Refused).message).toContain('502')
  })

  it('names the namespace and the token', async () => {
    const connection = await fakeService((_, __, { url, headers }) => ({
      body: JSON.stringify({ url, authorization: headers.authorization }),
    }))
    const answer = await (await request({ ...connection, namespace: 'n-1' }, '/x?y=1')).json()
    expect(answer).toEqual({ url: '/x?y=1&namespace=n-1', authorization: 'Bearer t' })
  })
})
