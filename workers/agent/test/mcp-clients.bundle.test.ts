import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let acme: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/handbook', { body: { capabilities: { search: true } } })
  await acme.json('POST', '/v1/sources/handbook/documents', {
    body: { id: 'keys', text: 'Rotate the signing key every 90 days.' },
  })
})
afterAll(() => cairn.stop())

const ASKED = { name: 'search', arguments: { query: 'rotate the signing key' } }
const FOUND = 'Rotate the signing key every 90 days.'
const address = () => new URL('/mcp', cairn.url)
const withToken = () => ({ requestInit: { headers: { Authorization: `Bearer ${acme.token}` } } })

it('the official TypeScript client of the first line lists and calls', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address(), withToken()) as never)
  expect((await client.listTools()).tools).toHaveLength(8)
  expect(JSON.stringify(await client.callTool(ASKED))).toContain(FOUND)
  expect((await client.listResources()).resources.length).toBeGreaterThan(3)
  expect((await client.listPrompts()).prompts).toHaveLength(2)
  await client.close()
})

it('the official TypeScript client of the second line lists and calls, at the newest revision', async () => {
  const options = { versionNegotiation: { mode: 'auto' as const } }
  const client = new NewClient({ name: 'test', version: '1' }, options)
  await client.connect(new NewTransport(address(), withToken()))
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await client.listTools()).tools).toHaveLength(8)
  expect(JSON.stringify(await client.callTool(ASKED))).toContain(FOUND)
  await client.close()
})

describe('the inspector', () => {
  const folder = path.join(import.meta.dirname, '../node_modules/.bin')
  const inspect = async (...more: string[]) => {
    const header = `Authorization: Bearer ${acme.token}`
    const options = ['--cli', address().href, '--transport', 'http', '--header', header, ...more]
    const { stdout } = await promisify(execFile)(path.join(folder, 'mcp-inspector'), options)
    return JSON.parse(stdout)
  }

  it('lists and calls', async () => {
    expect((await inspect('--method', 'tools/list')).tools).toHaveLength(8)
    const asked = ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=signing key']
    expect(JSON.stringify(await inspect(...asked))).toContain(FOUND)
  })
})
