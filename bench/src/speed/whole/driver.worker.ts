import type { Fetcher } from '@cloudflare/workers-types'

interface Env {
  readonly CAIRN: Fetcher
  readonly TEXTS: Fetcher
}

/** What to ask of which Worker, one request after another. */
export interface Drive {
  readonly worker: keyof Env
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly rounds: number
}

/** Asks a Worker beside it by HTTP, from inside the runtime, and says how many answers were right. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { worker, path, headers, bodies, rounds } = (await request.json()) as Drive
    let right = 0
    for (let round = 0; round < rounds; round++)
      for (const body of bodies) {
        const answer = await env[worker].fetch(`http://bench.test${path}`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
        if (answer.status === 200) right++
      }
    return Response.json(right)
  },
}
