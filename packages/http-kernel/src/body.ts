import type { Operation } from '@cairn/contract/operation'
import { checkBody } from '@cairn/contract/requests'
import { boundedBytes, decodeUtf8, readBytes } from './bounded-bytes.ts'
import { parseJson } from './json.ts'
import { bodySort } from './media-type.ts'
import { type NdjsonLine, ndjsonLines } from './ndjson.ts'
import { Problem } from './problem.ts'

/** A request's body: JSON that has the operation's shape, or lines to be read, or nothing. `stated` is the JSON before defaults. */
export interface Body {
  readonly json: unknown
  readonly lines: AsyncIterable<NdjsonLine> | null
  /** The `hydrate` member as it was sent; undefined when it was not. */
  readonly hydrate: unknown
}

/** Reads and checks the body of a request. Throws for one that is too large, of another type, malformed, or refused by its schema. */
export async function readBody(request: Request, operation: Operation): Promise<Body> {
  if (operation.body === undefined) {
    await expectNone(request)
    return NO_BODY
  }
  if (bodySort(operation, request.headers.get('Content-Type')) === 'ndjson')
    return { ...NO_BODY, lines: ndjsonLines(boundedBytes(request, 'ndjsonBodyBytesMax')) }
  const json = parseJson(decodeUtf8(await readBytes(request, 'jsonBodyBytesMax')))
  if (Array.isArray(json) && operation.bodyTypes?.includes('application/x-ndjson')) throw severalInOne()
  const hydrate = isObject(json) ? json.hydrate : undefined
  refuse(checkBody(operation, json))
  return { json, lines: null, hydrate }
}

function severalInOne(): Problem {
  const message =
    'found an array, expected one object; send several as NDJSON: one a line, with Content-Type: application/x-ndjson'
  return new Problem('invalid_body', message, { errors: [{ pointer: '', rule: 'type', message }] })
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NO_BODY: Body = { json: undefined, lines: null, hydrate: undefined }

async function expectNone(request: Request): Promise<void> {
  for await (const chunk of boundedBytes(request, 'jsonBodyBytesMax'))
    if (chunk.byteLength > 0) throw new Problem('invalid_body', 'This operation takes no body.')
}

function refuse(findings: ReturnType<typeof checkBody>): void {
  if (findings.length === 0) return
  throw new Problem('invalid_body', findings[0]!.message, { errors: findings })
}
