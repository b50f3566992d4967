import { setTimeout as wait } from 'node:timers/promises'

/** Where a Cairn is and the token that opens it. */
export interface Connection {
  readonly url: string
  readonly token: string
  /** The namespace to speak of; the token's own or `default` when absent. */
  readonly namespace?: string
}

/** The service answered with a problem document. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, problem: { code?: string; detail?: string; title?: string }) {
    super(`${problem.code ?? status}: ${problem.detail ?? problem.title ?? 'refused'}`)
    this.name = 'Refused'
    this.status = status
    this.code = problem.code ?? 'unknown'
  }
}

const ATTEMPTS_MAX = 8

/** Sends one request; waits and sends again while the answer is 429 or 503 (at most 8 times); throws {@link Refused} on any other error status. */
export async function request(
  connection: Connection,
  path: string,
  init: { method?: string; json?: unknown; ndjson?: string } = {},
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${connection.token}` }
  if (init.json !== undefined) headers['content-type'] = 'application/json'
  if (init.ndjson !== undefined) headers['content-type'] = 'application/x-ndjson'
  const body = init.ndjson ?? (init.json === undefined ? null : JSON.stringify(init.json))
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address(connection, path), {
      method: init.method ?? 'GET',
      headers,
      body,
    })
    if (response.ok) return response
    const problem = await readProblem(response)
    if (attempt === ATTEMPTS_MAX || (response.status !== 429 && response.status !== 503))
      throw new Refused(response.status, problem)
    await wait(1000 * Math.min(10, Number(response.headers.get('retry-after') ?? 1)))
  }
}

function address({ url, namespace }: Connection, path: string): URL {
  const full = new URL(path, url)
  if (namespace !== undefined) full.searchParams.set('namespace', namespace)
  return full
}

async function readProblem(response: Response): Promise<{ code?: string; detail?: string; title?: string }> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { detail: `the service answered ${response.status} without a problem document` }
  }
}
