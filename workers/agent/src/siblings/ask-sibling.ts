import { PROBLEMS, type ProblemCode, type ProblemDocument } from '@cairn/contract/problems'
import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { AgentBindings, Siblings } from '../bindings.ts'

/** A request to a sibling; `query` beside the namespace of the call, which all but topics belong to. */
export interface SiblingAsk {
  readonly sibling: keyof Siblings
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What of a call is asked on in its caller's name. */
export type Asking = Pick<Call<AgentBindings>, 'headers' | 'namespace' | 'bindings'>

/**
 * The JSON answer of a sibling. Throws the sibling's own refusal as a Problem, and `unavailable` for one that cannot be
 * reached or fails.
 */
export async function askSibling(asking: Asking, ask: SiblingAsk): Promise<unknown> {
  return jsonOf(await sendToSibling(asking, ask))
}

/** The JSON of a sibling's answer; throws as `askSibling` does. */
export async function jsonOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(unreadable)
  if (response.ok) return body
  throw response.status >= 500 ? unreadable() : refusal(response, body as ProblemDocument)
}

/** The answer of a sibling as it is; throws `unavailable` for one that cannot be reached. */
export async function sendToSibling(asking: Asking, ask: SiblingAsk): Promise<Response> {
  const { sibling, method, path, body, signal } = ask
  const url = new URL(path, 'https://sibling')
  for (const [name, value] of Object.entries(ask.query ?? {})) url.searchParams.set(name, value)
  if (sibling !== 'bootstrap') url.searchParams.set('namespace', asking.namespace)
  const headers = { ...forwarded(asking), ...ask.headers, ...(body === undefined ? {} : JSON_BODY) }
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }
  return await asking.bindings.siblings[sibling].fetch(url, init).catch(unreadable)
}

/** What a request says of its caller and not of itself. */
function forwarded({ headers }: Asking): Record<string, string> {
  const named = FORWARDED.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(named.filter((pair): pair is readonly [string, string] => pair[1] !== null))
}

const FORWARDED = ['Authorization', 'traceparent', 'Consistency-Token']
const JSON_BODY = { 'Content-Type': 'application/json' } as const

function unreadable(cause?: unknown): never {
  throw new Problem('unavailable', 'A part of the service does not answer. Send the same request again.', {
    cause,
  })
}

function refusal(response: Response, document: ProblemDocument): Problem {
  const challenge = response.headers.get('WWW-Authenticate')
  const code: ProblemCode = Object.hasOwn(PROBLEMS, document.code) ? document.code : 'internal'
  return new Problem(code, document.detail, {
    errors: document.errors ?? [],
    headers: challenge === null ? {} : { 'WWW-Authenticate': challenge },
  })
}
