import { BrokenAnswer } from './broken-answer.ts'
import type { Call } from './call.ts'
import type { Connection } from './connection.ts'
import type { Deadline } from './deadline.ts'
import { during } from './during.ts'
import { parsed, readText } from './read-answer.ts'
import { type ReceivedProblem, Refused } from './refused.ts'
import { Unreachable } from './unreachable.ts'

/** Sends a call once. Resolves with the head of an answer that grants it; throws `Refused`, `BrokenAnswer` or `Unreachable`. */
export async function open(connection: Connection, call: Call, deadline: Deadline): Promise<Response> {
  deadline.check(call.id)
  const { versions } = connection
  const begun = versions?.begin() ?? 0
  const response = await answerTo(connection, call, deadline)
  if (!response.ok) throw await refusalOf(response, { call, deadline, now: connection.time.now() })
  const version = response.headers.get('Consistency-Token')
  if (version !== null && call.namespace !== null) versions?.keep(call.namespace, version, begun)
  return response
}

async function answerTo(connection: Connection, call: Call, deadline: Deadline): Promise<Response> {
  const headers = await headersOf(connection, call, deadline)
  const { method, body, address } = call
  const { signal } = deadline
  try {
    return await during(signal, connection.fetch(address, { method, headers, body, signal }))
  } catch (cause) {
    deadline.check(call.id)
    throw new Unreachable({ operation: call.id, why: 'network', message: 'the network failed', cause })
  }
}

async function headersOf({ token }: Connection, call: Call, deadline: Deadline): Promise<Headers> {
  const headers = new Headers(call.headers)
  const value = typeof token === 'function' ? await given(token, call, deadline) : token
  if (value !== null) headers.set('Authorization', `Bearer ${value}`)
  return headers
}

async function given(token: () => string | Promise<string>, call: Call, deadline: Deadline): Promise<string> {
  try {
    return await during(deadline.signal, Promise.resolve(token()))
  } catch (failure) {
    deadline.check(call.id)
    throw failure
  }
}

async function refusalOf(
  response: Response,
  { call, deadline, now }: { readonly call: Call; readonly deadline: Deadline; readonly now: number },
): Promise<Refused | BrokenAnswer> {
  const text = await readText(response, call, deadline)
  const problem = parsed(text)
  if (isProblem(problem)) {
    const retryAfter = secondsOf(response.headers.get('Retry-After'), now)
    return new Refused({ operation: call.id, status: response.status, problem, retryAfter })
  }
  const message = `answered ${response.status} without a problem document`
  const isJson = problem !== undefined
  return new BrokenAnswer({
    operation: call.id,
    why: isJson ? 'mismatch' : 'content_type',
    message,
    response,
    text,
  })
}

function isProblem(value: unknown): value is ReceivedProblem {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}

/** `Retry-After` is a number of seconds or a date (RFC 9110). */
function secondsOf(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
