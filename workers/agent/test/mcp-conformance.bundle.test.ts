import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPECTED_FAILURES, NEED_THE_SUITES_SERVER } from './suite/expected-failures.ts'
import { type Check, notPassed, RUNS, type Run, runSuite } from './suite/run-suite.ts'

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

const NOT_TESTABLE = 'Not testable: server does not list the diagnostic tool'

describe.each(Object.keys(RUNS) as Run[])('the conformance suite of the protocol, %s,', (run) => {
  let checks: ReadonlyMap<string, readonly Check[]>
  beforeAll(async () => {
    checks = await runSuite(run, url)
  })

  it('is passed but for what is listed: with a reason, or because it needs the server of the suite', () => {
    const listed = [...EXPECTED_FAILURES[run].keys(), ...NEED_THE_SUITES_SERVER[run]]
    expect(Object.keys(notPassed(checks)).sort()).toEqual(listed.sort())
  })

  if (run !== '2026-07-28') return
  it('finds nothing against a stateless server but tools of its own that are not there', () => {
    const passed = checks.get('server-stateless')!.filter(({ status }) => status === 'SUCCESS')
    expect(passed.length).toBeGreaterThan(20)
    const found = notPassed(checks)['server-stateless']!
    expect(found.filter((told) => !told.includes(NOT_TESTABLE))).toEqual([])
  })
})
