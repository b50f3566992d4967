import type { Time } from './time.ts'

/** A request as a fake service sees it. */
export interface Seen {
  /** From 1. */
  readonly n: number
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | null
  readonly signal: AbortSignal
}

/** Stands for the network: `answer` answers each request. */
export function fakeService(answer: (seen: Seen) => Response | Promise<Response>) {
  const requests: Seen[] = []
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { method = 'GET', body, signal } = init
    const seen = {
      n: requests.length + 1,
      method,
      url: new URL(address),
      headers: new Headers(init.headers),
      body: (body ?? null) as string | null,
      signal: signal!,
    }
    requests.push(seen)
    return answer(seen)
  }
  return { fetch, requests }
}

/** A clock that waits no time and remembers how long it was asked to. */
export function fakeTime(random = 0): Time & { readonly waits: number[] } {
  const waits: number[] = []
  let now = 1_000_000
  return {
    waits,
    now: () => now,
    random: () => random,
    async wait(milliseconds) {
      waits.push(milliseconds)
      now += milliseconds
    },
  }
}

/** A JSON answer. */
export const json = (value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json', ...headers } })

/** A problem document. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: 't', status, code, detail: 'why' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  })

/** An NDJSON answer of these chunks; it breaks off after them when told to. */
export function ndjson(chunks: readonly string[], { breaksOff = false } = {}): Response {
  const left = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk))
      else if (breaksOff) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } })
}
