import type { Operation } from '@cairn/contract/operation'
import { parameterProblem } from './problem.ts'

/** The key that makes repeating a creating call safe; null without one, and on operations that create nothing. */
export function idempotencyKeyOf(request: Request, operation: Operation): string | null {
  const key = request.headers.get('Idempotency-Key')
  if (key === null || operation.creates !== true) return null
  if (/^[\x21-\x7e]{1,128}$/.test(key)) return key
  throw parameterProblem(
    'invalid_parameter',
    'Idempotency-Key',
    '`Idempotency-Key` is 1 to 128 visible ASCII characters, like a UUID.',
  )
}

/** The version a reader has seen, as `Consistency-Token` carries it; null without one. */
export function consistencyTokenOf(request: Request): string | null {
  const token = request.headers.get('Consistency-Token')
  if (token === null || /^[A-Za-z0-9_-]{1,64}\.\d{1,15}$/.test(token)) return token
  throw parameterProblem(
    'invalid_parameter',
    'Consistency-Token',
    'Send `Consistency-Token` exactly as an answer of this service carried it.',
  )
}
