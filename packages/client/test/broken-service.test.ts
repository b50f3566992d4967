import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, type ClientOptions, createClient } from '@cairn/client'
import { afterEach, describe, expect, it } from 'vitest'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A service on loopback; `answer` gets the number of the request, from 1. */
async function service(
  answer: (n: number, response: ServerResponse, request: IncomingMessage) => void,
  options: Partial<ClientOptions<'crc-v1'>> = {},
): Promise<{ client: Client; requests: () => number }> {
  let n = 0
  server = createServer((request, response) => {
    request.resume()
    request.on('end', () => answer(++n, response, request))
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const time = { now: Date.now, random: () => 0, wait: () => Promise.resolve() }
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, time, ...options })
  return { client, requests: () => n }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Sends the beginning of an answer and then loses the connection. */
function breakOff(response: ServerResponse, type: string, beginning: string): void {
  response.writeHead(200, { 'Content-Type': type })
  response.write(beginning, () => response.destroy())
}

describe('a connection that is lost in the middle of an answer', () => {
  it('is made again, and the answer is whole', async () => {
    const { client, requests } = await service((n, response) =>
      n < 3
        ? breakOff(response, 'application/json', '{"status":')
        : response.writeHead(200, JSON_TYPE).end('{"status":"ok"}'),
    )
    expect(await client.health()).toEqual({ status: 'ok' })
    expect(requests()).toBe(3)
  })

  it('is told as an answer cut off when it stays so, or when a repeat would do more', async () => {
    const { client, requests } = await service((_, response) =>
      breakOff(response, 'application/json', '{"more":'),
    )
    await expect(client.health()).rejects.toMatchObject({ name: 'BrokenAnswer', why: 'cut_off', status: 200 })
    expect(requests()).toBe(4)
    await expect(client.maintenanceStep()).rejects.toMatchObject({ why: 'cut_off' })
    expect(requests()).toBe(5)
  })

  it('is also noticed where fewer bytes come than were told', async () => {
    const { client } = await service(
      (_, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '100' })
        response.write('{"status":"ok"}', () => response.destroy())
      },
      { retries: 0 },
    )
    await expect(client.health()).rejects.toMatchObject({ why: 'cut_off' })
  })

  it('costs an ingest only the lines that had no answer', async () => {
    const bodies: string[] = []
    const { client } = await service((n, response, request) => {
      expect(request.method).toBe('POST')
      const ids = n === 1 ? ['a', 'b', 'c'] : ['b', 'c']
      const lines = ids.map((id) => `${JSON.stringify({ line: 1, id, status: 'created', pointers: [] })}\n`)
      bodies.push(request.headers['content-length']!)
      if (n === 1) breakOff(response, 'application/x-ndjson', lines[0]! + lines[1]!.slice(0, 5))
      else response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(lines.join(''))
    })
    const ids: (string | null)[] = []
    const documents = ['a', 'b', 'c'].map((id) => ({ id, text: 'x' }))
    for await (const { id } of client.addDocuments({ source: 's', documents })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    const length = JSON.stringify(documents[0]).length + 1
    expect(bodies).toEqual([`${3 * length}`, `${2 * length}`])
  })
})

it('a connection that is lost before an answer is Unreachable', async () => {
  const { client, requests } = await service((_, response) => response.destroy(), { retries: 1 })
  await expect(client.health()).rejects.toMatchObject({ name: 'Unreachable', why: 'network' })
  expect(requests()).toBe(2)
})

it('an address where nobody listens is Unreachable', async () => {
  const { client } = await service(() => {}, { retries: 0 })
  await new Promise((resolve) => server!.close(resolve))
  await expect(client.health()).rejects.toMatchObject({ name: 'Unreachable', why: 'network' })
})

it('a page of HTML is a broken answer with its evidence, whatever its status', async () => {
  const page = '<!doctype html><title>Log in</title>'
  const { client, requests } = await service((n, response) =>
    response.writeHead(n === 1 ? 200 : 403, { 'Content-Type': 'text/html; charset=utf-8' }).end(page),
  )
  for (const status of [200, 403])
    await expect(client.health()).rejects.toMatchObject({
      name: 'BrokenAnswer',
      why: 'content_type',
      status,
      contentType: 'text/html; charset=utf-8',
      excerpt: page,
    })
  expect(requests()).toBe(2)
})

it('a service that is too slow ends with the deadline, before its answer or in the middle of it', async () => {
  const { client } = await service(
    (n, response) => {
      if (n === 2) response.writeHead(200, JSON_TYPE).write('{"status":')
    },
    { timeoutMs: 40 },
  )
  for (const _ of [1, 2])
    await expect(client.health()).rejects.toMatchObject({ name: 'Unreachable', why: 'deadline' })
})

it('a service that is busy is asked again when it said', async () => {
  const waits: number[] = []
  const time = { now: Date.now, random: () => 0, wait: async (ms: number) => void waits.push(ms) }
  const busy = JSON.stringify({ status: 429, code: 'rate_limited', detail: 'Too many.' })
  const { client } = await service(
    (n, response) => {
      if (n > 1) return response.writeHead(200, JSON_TYPE).end('{"status":"ok"}')
      return response
        .writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '7' })
        .end(busy)
    },
    { time },
  )
  await client.health()
  expect(waits).toEqual([7000])
})
