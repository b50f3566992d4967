import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a stranger: what it was asked, and how it answers next. */
export interface StrangeServer {
  readonly url: string
  readonly asked: readonly Asked[]
  answer: (response: ServerResponse) => void
  stop(): Promise<void>
}

interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Starts a server on this machine that answers as it is told. */
export async function startStrangeServer(): Promise<StrangeServer> {
  const asked: Asked[] = []
  const strange = { asked, answer: (response: ServerResponse) => response.end() }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: request.url!, headers: request.headers, body })
    strange.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(strange, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** A search answer at tier full with one text a pointer. */
export function crcAnswer(
  bodies: readonly { readonly id: string; readonly text: string; readonly token_count?: number }[],
) {
  const full = bodies.reduce((sum, { token_count = 1000 }) => sum + token_count, 0)
  return {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'full',
    pointers: bodies.map(({ id }) => ({ id, score: 1 })),
    content: bodies,
    cost_estimate: { pointer: 10, summary: full, full },
    agent_decision: { load_bearing_lane: 'Bm25' },
    envelope: {},
    next: {},
  }
}
