import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@cairn/http-kernel/serve'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localVariables, makeIdentity, signToken } from '../../../packages/cli/src/local/identity.ts'
import { bindings, type Env } from '../src/bindings.ts'
import { speaking } from '../src/mcp/mcp.ts'
import { type Check, found, type Run, runSuite } from './suite/run-suite.ts'
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

const EVERY_RUN = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'completion-complete',
]
const WITH_HANDSHAKE = [...EVERY_RUN, 'logging-set-level', 'tools-call-with-logging']

const SCENARIOS: Readonly<Record<Run, readonly string[]>> = {
  '2026-07-28': EVERY_RUN,
  '2025-11-25': WITH_HANDSHAKE,
  released: WITH_HANDSHAKE,
}

describe.each(Object.keys(SCENARIOS) as Run[])(
  'what a server of the protocol may answer passes through the transport as it is, %s:',
  (run) => {
    let checks: ReadonlyMap<string, readonly Check[]>
    beforeAll(async () => {
      checks = await runSuite(run, url)
    }, 120_000)

    it.each(SCENARIOS[run])('%s', (scenario) => {
      expect(checks.get(scenario)?.some(({ status }) => status === 'SUCCESS')).toBe(true)
      expect(found(checks, scenario)).toEqual([])
    })
  },
)
