import { noContent, withHeaders } from '@cairn/http-kernel/respond'

/** Every header of an answer that clients are told to read: a browser hides what is not listed here. */
export const EXPOSED_HEADERS = [
  'Allow',
  'Citation-Verdict',
  'Consistency-Token',
  'Content-Contract',
  'Contract-Version',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Receipt',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'traceparent',
] as const

/** Every header of a request that clients may send. */
export const ALLOWED_HEADERS = [
  'Accept',
  'Accept-Contract',
  'Authorization',
  'Consistency-Token',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'traceparent',
] as const

/** Whether a browser asks what a page of another origin may send. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')
}

/** The answer to a preflight. No cookies and no credentials mode: a page sends the token it was given. */
export function allowPreflight(): Response {
  return noContent({
    ...ORIGIN,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
    'Access-Control-Max-Age': '7200',
  })
}

/** The same answer, readable by pages of any origin. */
export function openToBrowsers(response: Response): Response {
  return withHeaders(response, { ...ORIGIN, 'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', ') })
}

const ORIGIN = { 'Access-Control-Allow-Origin': '*' } as const
