import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeCairn } from '../test/fake/fake-cairn.ts'
import { operationAt } from './call.ts'
import { reportOf } from './report.ts'
import { startRun, stepRun } from './run.ts'
import { targetAt } from './target.ts'

const fake = fakeCairn()
const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', url = '/', headers } = incoming
  const body =
    method === 'GET'
      ? null
      : new Uint8Array(await new Response(Readable.toWeb(incoming) as BodyInit).arrayBuffer())
  const request = new Request(`https://fake.example${url}`, {
    method,
    headers: headers as Record<string, string>,
    body,
  })
  const response = await fake.fetcher(request, operationAt(method, url)!.worker)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a server is judged at its address alone', async () => {
  const { port } = server.address() as AddressInfo
  const target = targetAt(`http://127.0.0.1:${port}/`, { tokens: fake.tokens })
  const state = startRun({ id: 'r1', now: 0 })
  state.remaining = ['seed-a', 'tiers-search']
  const report = reportOf(await stepRun(state, target, { callsMax: 20, now: 0 }))
  expect(report.results.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  expect(report.results.find(({ requirement }) => requirement === 'tier-is-echoed')).toMatchObject({
    outcome: 'pass',
  })
})

const MIB = 1024 * 1024

for (const { sort, chunks, isRead } of [
  { sort: 'of 8 MiB is read', chunks: [8 * MIB], isRead: true },
  { sort: 'of a byte more is none', chunks: [8 * MIB, 1], isRead: false },
  { sort: 'without end is none', chunks: Array.from({ length: 1000 }, () => MIB), isRead: false },
])
  test(`an answer ${sort}`, async () => {
    const sizes = chunks.values()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const { value } = sizes.next()
        if (value === undefined) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
    })
    const target = { ...fake, fetcher: () => Promise.resolve(new Response(body, { status: 404 })) }
    const state = startRun({ id: 'r1', now: 0 })
    state.remaining = ['tool-output']
    const report = reportOf(await stepRun(state, target, { callsMax: 20, now: 0 }))
    const result = report.results.find(({ requirement }) => requirement === 'tool-output-is-the-schema')
    expect(result!.why!.join().includes('the answer is over 8388608 bytes')).toBe(!isRead)
  })

test('an answer that does not come is none, whether or not the fetcher heeds its signal', async () => {
  const target = { ...fake, answerMsMax: 1, fetcher: () => new Promise<Response>(() => {}) }
  const state = startRun({ id: 'r1', now: 0 })
  state.remaining = ['tool-output']
  const report = reportOf(await stepRun(state, target, { callsMax: 20, now: 0 }))
  const result = report.results.find(({ requirement }) => requirement === 'tool-output-is-the-schema')
  expect(result).toMatchObject({ outcome: 'not exercised' })
  expect(result!.why!.join()).toContain('bootstrap gave no answer')
})
