import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let door: Server
let url: string
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mcp-'))

beforeAll(async () => {
  cairn = await startCairn()
  door = await doorWithToken(cairn.url, await cairn.token('acme'))
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  door.closeAllConnections()
  door.close()
  await cairn.stop()
  rmSync(folder, { recursive: true })
})

/** The suite has no way to send a token: a door in front of the service adds one and touches nothing else. */
async function doorWithToken(to: string, token: string): Promise<Server> {
  const { hostname, port } = new URL(to)
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const onward = request({ hostname, port, method: asked.method, path: asked.url, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** The checks of one scenario, as the suite reports them. */
async function checksOf(suite: string, scenario: string, more: readonly string[]): Promise<readonly Check[]> {
  const command = path.join(import.meta.dirname, '../node_modules', suite, 'dist/index.js')
  const results = path.join(folder, `${suite}-${scenario}-${more.join('-')}`.replaceAll(/[/@]/g, '_'))
  const options = ['server', '--url', url, '--scenario', scenario, '--output-dir', results, ...more]
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [command, ...options], { cwd: folder }, () => resolve())
  })
  const [file] = globSync('**/checks.json', { cwd: results })
  if (file === undefined) throw new Error(`${suite} ${scenario} left no checks`)
  return JSON.parse(readFileSync(path.join(results, file), 'utf8')) as Check[]
}

const failed = (checks: readonly Check[]) =>
  checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => `${id}: ${errorMessage}`)

/** Every scenario about a server that asks for no tool, prompt or resource of the suite's own. */
const EVERY_REVISION = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']
const WITH_HANDSHAKE = [...EVERY_REVISION, 'server-initialize', 'ping', 'server-sse-multiple-streams']
const WITHOUT = [
  ...EVERY_REVISION,
  'caching',
  'sep-2164-resource-not-found',
  'http-header-validation',
  'input-required-result-unsupported-methods',
]

describe('the conformance suite of the protocol finds nothing at', () => {
  it.each(WITHOUT)('2026-07-28: %s', async (scenario) => {
    const version = ['--spec-version', '2026-07-28']
    const checks = await checksOf('@modelcontextprotocol/conformance', scenario, version)
    expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true)
    expect(failed(checks)).toEqual([])
  })

  it('2026-07-28: server-stateless, but for what needs tools of its own', async () => {
    const version = ['--spec-version', '2026-07-28']
    const checks = await checksOf('@modelcontextprotocol/conformance', 'server-stateless', version)
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(20)
    expect(failed(checks).filter((told) => !told.includes('Not testable: server does not list'))).toEqual([])
  })

  it.each(WITH_HANDSHAKE)('2025-11-25: %s', async (scenario) => {
    const version = ['--spec-version', '2025-11-25']
    expect(failed(await checksOf('@modelcontextprotocol/conformance', scenario, version))).toEqual([])
  })

  it.each(WITH_HANDSHAKE)('the released suite: %s', async (scenario) => {
    expect(failed(await checksOf('mcp-conformance-stable', scenario, []))).toEqual([])
  })
})
