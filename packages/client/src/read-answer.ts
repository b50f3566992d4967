import { BrokenAnswer } from './broken-answer.ts'
import type { Call } from './call.ts'
import { type CallShape, shapeOf } from './calls.ts'
import type { Deadline } from './deadline.ts'
import { during } from './during.ts'

/** The whole text of an answer. Throws `BrokenAnswer` when it is cut off. */
export async function readText(response: Response, call: Call, deadline: Deadline): Promise<string> {
  try {
    return await during(deadline.signal, response.text())
  } catch (cause) {
    deadline.check(call.id)
    throw cutOff(response, call, cause)
  }
}

/** What an answer holds: a JSON object or list, or the text of an operation that answers with one. Throws as `readObject` does. */
export async function readAnswer(
  response: Response,
  call: Call,
  deadline: Deadline,
): Promise<object | string> {
  const { textType }: CallShape = shapeOf(call.id)
  return textType !== undefined && typeOf(response) === textType
    ? readText(response, call, deadline)
    : readObject(response, call, deadline)
}

/** The JSON object of an answer. Throws `BrokenAnswer` when it is cut off or is no such thing. */
export async function readObject(response: Response, call: Call, deadline: Deadline): Promise<object> {
  const text = await readText(response, call, deadline)
  const broken = (why: 'content_type' | 'not_json' | 'mismatch', message: string) =>
    new BrokenAnswer({ operation: call.id, why, message, response, text })
  if (!isJson(response)) throw broken('content_type', `answered ${typeOf(response)} instead of JSON`)
  const value = parsed(text)
  if (value === undefined) throw broken('not_json', 'the answer is not JSON')
  if (typeof value !== 'object' || value === null) throw broken('mismatch', 'the answer is no object')
  return value
}

/** The failure of an answer that ended too early. */
export function cutOff(response: Response, call: Call, cause?: unknown): BrokenAnswer {
  const message = 'the answer was cut off'
  return new BrokenAnswer({ operation: call.id, why: 'cut_off', message, response, cause })
}

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The media type of an answer, without its parameters. */
export function typeOf(response: Response): string {
  const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';')
  return type.trim().toLowerCase() || 'no media type'
}

const isJson = (response: Response) => /^application\/(?:json|[\w.-]+\+json)$/.test(typeOf(response))
