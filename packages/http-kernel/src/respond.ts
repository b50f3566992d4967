import type { Operation } from '@cairn/contract/operation'
import { CONTRACT_VERSION } from '@cairn/contract/version'
import type { Reply } from './call.ts'
import { etagOf, isUnchanged } from './etag.ts'
import type { Exchange } from './exchange.ts'
import { type Problem, problemDocument, problemHeaders } from './problem.ts'
import { allowanceHeaders } from './rate-limit.ts'

/** The answer of a handler: bytes with a strong ETag on GET, 304 where the client has them, no body on HEAD. */
export async function respond(exchange: Exchange, reply: Reply): Promise<Response> {
  const headers = headersOf(exchange, cacheRule(exchange.operation))
  const { status = exchange.operation?.success.status ?? 200 } = reply
  headers.set('Content-Type', typeOf(reply))
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.set(name, value)
  if ('stream' in reply) return finish(exchange, reply.stream, status, headers)
  const bytes = bytesOf(reply)
  if (isGet(exchange.request) && status === 200) {
    if (!headers.has('ETag')) headers.set('ETag', await etagOf(bytes))
    if (isUnchanged(exchange.request, headers.get('ETag')!)) {
      headers.delete('Content-Type')
      return finish(exchange, null, 304, headers)
    }
  }
  return finish(exchange, bytes, status, headers)
}

/** The answer of a refusal: an RFC 9457 document that no cache keeps. */
export function refuse(exchange: Exchange, problem: Problem, incident?: string): Response {
  const document = problemDocument(problem, exchange.path, incident)
  const headers = headersOf(exchange, 'no-store')
  headers.set('Content-Type', 'application/problem+json')
  for (const [name, value] of Object.entries(problemHeaders(problem))) headers.set(name, value)
  return finish(exchange, JSON.stringify(document), document.status, headers)
}

/** The answer to OPTIONS: what the address takes. */
export function tellMethods(exchange: Exchange, allow: string): Response {
  return noContent({ ...Object.fromEntries(headersOf(exchange, 'no-store')), Allow: allow })
}

/** An answer of headers alone. */
export function noContent(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers })
}

/** The same answer with more headers; its body passes through untouched. */
export function withHeaders(response: Response, more: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

function headersOf(exchange: Exchange, cacheControl: string): Headers {
  const headers = new Headers({
    'Cache-Control': cacheControl,
    'Contract-Version': CONTRACT_VERSION,
    'Server-Timing': `total;dur=${exchange.elapsed()}`,
    'X-Content-Type-Options': 'nosniff',
    traceparent: exchange.traceparent,
    ...(exchange.allowance === null ? {} : allowanceHeaders(exchange.allowance)),
  })
  if (exchange.operation !== null && exchange.operation.kind !== null) {
    headers.set('Vary', 'Accept-Contract')
    headers.set('Content-Contract', exchange.contract)
  }
  return headers
}

/** Answers that depend on a token stay out of shared caches, and all are asked for again before they are used again. */
const cacheRule = (operation: Operation | null) =>
  operation !== null && operation.scope === null ? 'no-cache' : 'private, no-cache'

function typeOf(reply: Reply): string {
  return 'type' in reply ? reply.type : 'application/json; charset=utf-8'
}

function bytesOf(reply: Exclude<Reply, { stream: unknown }>): Uint8Array {
  if ('body' in reply) return new TextEncoder().encode(JSON.stringify(reply.body))
  return typeof reply.bytes === 'string' ? new TextEncoder().encode(reply.bytes) : reply.bytes
}

const isGet = (request: Request) => request.method === 'GET' || request.method === 'HEAD'

function finish(exchange: Exchange, body: BodyInit | null, status: number, headers: Headers): Response {
  return new Response(exchange.request.method === 'HEAD' ? null : body, { status, headers })
}
