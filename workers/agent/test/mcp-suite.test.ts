import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@cairn/http-kernel/serve'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localVariables, makeIdentity, signToken } from '../../../packages/cli/src/local/identity.ts'
import { bindings, type Env } from '../src/bindings.ts'
import { speaking } from '../src/mcp/mcp.ts'
import { EXPECTED_FAILURES } from './suite/expected-failures.ts'
import { notPassed, RUNS, type Run, runSuite } from './suite/run-suite.ts'
import { suiteServer } from './suite/suite-server.ts'

let door: Server
let url: string

/** The transport of this Worker, in this process, in front of the server that the suite wants. */
beforeAll(async () => {
  const identity = await makeIdentity()
  const token = await signToken(identity, { tenant: 'acme', namespaces: ['*'], scopes: ['query:read'] })
  const env = { ...localVariables(identity), FEDERATION_HOSTS: '' } as unknown as Env
  const answer = serve({
    worker: 'agent',
    bindings,
    handlers: { mcp: speaking(suiteServer), contextBundle: () => Promise.reject(new Error('not here')) },
  })
  door = createServer(async (asked, given) => {
    const headers = new Headers(asked.headers as Record<string, string>)
    headers.set('Authorization', `Bearer ${token}`)
    const body = asked.method === 'POST' ? (Readable.toWeb(asked) as ReadableStream) : null
    const init = { method: asked.method!, headers, body, duplex: 'half' }
    const request = new Request(`http://${asked.headers.host}${asked.url}`, init as RequestInit)
    const context = { waitUntil: () => undefined } as unknown as ExecutionContext
    const response = await answer(request, env, context)
    given.writeHead(response.status, Object.fromEntries(response.headers))
    given.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`
})
afterAll(() => {
  door.closeAllConnections()
  door.close()
})

/** How many scenarios each run has: one that silently did not run is no pass. */
const SCENARIOS: Readonly<Record<Run, number>> = { '2026-07-28': 50, '2025-11-25': 33, released: 30 }

it.each(Object.keys(RUNS) as Run[])(
  'the transport passes every scenario of the conformance suite, %s, but for those listed with a reason',
  async (run) => {
    const checks = await runSuite(run, url)
    const failures = notPassed(checks)
    expect(checks.size).toBe(SCENARIOS[run])
    const unexpected = Object.entries(failures).filter(([scenario]) => !EXPECTED_FAILURES[run].has(scenario))
    expect(unexpected).toEqual([])
    const passedAfterAll = [...EXPECTED_FAILURES[run].keys()].filter((scenario) => !(scenario in failures))
    expect(passedAfterAll).toEqual([])
  },
  120_000,
)
