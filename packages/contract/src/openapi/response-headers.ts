import type { JsonSchema, Operation } from '../operation.ts'
import { CONTRACT_VERSION } from '../version.ts'

const header = (description: string, example: unknown, schema: JsonSchema = { type: 'string' }) => ({
  description,
  schema,
  example,
})

/** The headers answers carry. */
export const RESPONSE_HEADERS = {
  'Contract-Version': header('The version of the contract that the answer was written by.', CONTRACT_VERSION),
  'Content-Contract': header('The shape of the body.', 'crc-v1', {
    type: 'string',
    enum: ['crc-v1', 'legacy'],
  }),
  Vary: header('What the answer depends on.', 'Accept-Contract'),
  'Consistency-Token': header('The version that was read or written: `<epoch>.<version>`.', 'e1.42'),
  ETag: header(
    'A strong validator of the body.',
    '"9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab"',
  ),
  'Citation-Verdict': header(
    'Whether the citation holds now; where it fails, the reasons after a semicolon.',
    'fails; reasons="source_changed quote_missing"',
  ),
  Receipt: header('The receipt of the commit, as `GET /v1/receipts/{id}` takes it.', 'rZb2uYx0mTq4kV1sW'),
  'Server-Timing': header('How long the service took, in milliseconds.', 'total;dur=12'),
  traceparent: header(
    'The trace the call belongs to (W3C).',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ),
  'WWW-Authenticate': header(
    'How to authenticate (RFC 9728).',
    'Bearer resource_metadata="https://cairn.example.org/.well-known/oauth-protected-resource"',
  ),
  Allow: header('The methods the address takes.', 'GET, HEAD, OPTIONS'),
  'RateLimit-Policy': header(
    'Where requests are counted: the policy that has least left, its quota `q`, and the window `w` in seconds that it refills in.',
    '"token";q=6000;w=60',
  ),
  RateLimit: header('What is left, `r`, and the seconds `t` until all of it is back.', '"token";r=5999;t=1'),
  'Retry-After': header('Seconds until another try may succeed.', 1, { type: 'integer', minimum: 0 }),
} as const

type HeaderName = keyof typeof RESPONSE_HEADERS

/** References to the headers of those names. */
export function headersNamed(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The names of the headers that every answer of an operation carries, refusals included. */
export function headersOfEvery(operation: Operation): readonly HeaderName[] {
  return [
    'Contract-Version',
    'Server-Timing',
    'traceparent',
    ...(operation.kind === null ? [] : (['Content-Contract', 'Vary'] as const)),
    ...(operation.scope === null ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
  ]
}
