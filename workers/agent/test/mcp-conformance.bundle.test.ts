import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Check, found, type Run, runSuite } from './suite/run-suite.ts'

let cairn: TestCairn
let door: Server
let url: string

beforeAll(async () => {
  cairn = await startCairn()
  door = await doorWithToken(cairn.url, await cairn.token('acme'))
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  door.closeAllConnections()
  door.close()
  await cairn.stop()
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

/** Every scenario about a server that asks for no tool, prompt or resource of the suite's own. */
const EVERY_RUN = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']
const WITH_HANDSHAKE = [...EVERY_RUN, 'server-initialize', 'ping', 'server-sse-multiple-streams']
const SCENARIOS: Readonly<Record<Run, readonly string[]>> = {
  '2026-07-28': [
    ...EVERY_RUN,
    'caching',
    'sep-2164-resource-not-found',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': WITH_HANDSHAKE,
  released: WITH_HANDSHAKE,
}

describe.each(Object.keys(SCENARIOS) as Run[])(
  'the conformance suite of the protocol, %s, finds nothing by',
  (run) => {
    let checks: ReadonlyMap<string, readonly Check[]>
    beforeAll(async () => {
      checks = await runSuite(run, url)
    })

    it.each(SCENARIOS[run])('%s', (scenario) => {
      expect(found(checks, scenario)).toEqual([])
    })

    if (run !== '2026-07-28') return
    it('server-stateless, but for what needs tools of its own', () => {
      const passed = checks.get('server-stateless')!.filter(({ status }) => status === 'SUCCESS')
      expect(passed.length).toBeGreaterThan(20)
      const rest = found(checks, 'server-stateless').filter(
        (told) => !told.includes('Not testable: server does not list'),
      )
      expect(rest).toEqual([])
    })
  },
)
