import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { isRead } from '../parameters.ts'

/** The request headers an operation reads. */
export function headerParameters(operation: Operation): readonly object[] {
  return [
    ...(operation.kind === null ? [] : [ACCEPT_CONTRACT]),
    ...(operation.creates === true ? [IDEMPOTENCY_KEY] : []),
    ...(operation.problems.includes('precondition_failed') ? [IF_MATCH] : []),
    ...(operation.method === 'GET' ? [IF_NONE_MATCH] : []),
    ...(isGuardedPut(operation) ? [IF_ABSENT] : []),
    ...(isRead(operation) ? [CONSISTENCY_TOKEN] : []),
  ]
}

/** A write that may be asked to happen only where nothing is stored yet. */
const isGuardedPut = ({ method, problems }: Operation): boolean =>
  method === 'PUT' && problems.includes('precondition_failed')

const header = (name: string, description: string, schema: JsonSchema, example: string): object => ({
  name,
  in: 'header',
  description,
  schema,
  example,
})
const ACCEPT_CONTRACT = header(
  'Accept-Contract',
  'The shape of the answer, where `contract` does not say it: `legacy`, `v0`, `none` and `off` opt out of CRC-v1, anything else means it.',
  { type: 'string' },
  'crc-v1',
)
const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  `Makes a repetition answer what the first call answered, for ${LIMITS.idempotencyKeptHours} hours; the same key with another body is refused.`,
  {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.idempotencyKeyLengthMax,
    pattern: `^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLengthMax}}$`,
  },
  '5f0c1c5e-8a3b-4c7e-9d57-0a8b6f1f2c11',
)
const IF_MATCH = header(
  'If-Match',
  'The ETag of the stored state that this call replaces; another one stored is refused.',
  { type: 'string' },
  '"3"',
)
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The ETag of an answer at hand; an unchanged one is answered 304 without a body.',
  { type: 'string' },
  '"9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab"',
)
const IF_ABSENT = header(
  'If-None-Match',
  '`*`: only where nothing is stored yet; anything stored is refused.',
  { type: 'string', const: '*' },
  '*',
)
const CONSISTENCY_TOKEN = header(
  'Consistency-Token',
  'The token of an earlier answer: what is read is at that version or later.',
  { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}\\.\\d{1,15}$' },
  'e1.42',
)
