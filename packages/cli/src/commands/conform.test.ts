import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderOf } from '../../test/documents.fixture.ts'
import { runCairn } from '../../test/run-cairn.fixture.ts'

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(500).end('no'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const env = { CAIRN_TOKEN: '', CAIRN_TOKEN_B: '', CAIRN_TOKEN_NARROW: '' }

it('a server that does nothing right is not conformant: exit status 1, and the report says why', async () => {
  const { status, out, err } = await runCairn(['conform', url, '--token', 'x'], { env })
  expect([status, err]).toEqual([1, ''])
  expect(out).toMatch(
    /^Conformance run \w+, finished .*\nCRC-v1 NOT conformant; Cairn profile NOT met\n0 passed, /,
  )
})

it('--json prints the report as data', async () => {
  const { status, out } = await runCairn(['conform', url, '--json'], { env: { ...env, CAIRN_TOKEN: 'x' } })
  expect(status).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ verdict: { crc_v1: false, cairn: false }, totals: { pass: 0 } })
})

it('nothing that answers is told apart from a bad answer: exit status 3', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const { status, out, err } = await runCairn(['conform', `http://127.0.0.1:${port}`, '--token', 'x'], {
    env,
  })
  expect([status, out]).toEqual([3, ''])
  expect(err).toBe(
    `cairn: http://127.0.0.1:${port} does not answer: nothing listens there (is it started?)\n`,
  )
})

it('a server that goes away in the middle of a run was not judged: exit status 3, after what was seen', async () => {
  let calls = 0
  const leaving = createServer((_, response) => {
    if (++calls === 3) leaving.close()
    response.writeHead(500, { connection: 'close' }).end('no')
  })
  await new Promise<void>((resolve) => leaving.listen(0, '127.0.0.1', resolve))
  const { port } = leaving.address() as AddressInfo
  const { status, out, err } = await runCairn(['conform', `http://127.0.0.1:${port}`, '--token', 'x'], {
    env,
  })
  expect([status, out.startsWith('Conformance run')]).toEqual([3, true])
  expect(err).toContain('does not answer: nothing listens there')
})

it.each([
  ['no token', []],
  ['a folder that keeps no identity', ['--state', folderOf({})]],
  ['an unknown profile', ['--token', 'x', '--profile', 'y']],
])('%s is not understood: exit status 2, and nothing is asked', async (_, args) => {
  const { status, out, err } = await runCairn(['conform', url, ...args], { env })
  expect([status, out]).toEqual([2, ''])
  expect(err).not.toMatch(/^\s+at /m)
})
