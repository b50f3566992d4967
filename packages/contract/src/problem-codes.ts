import type { Operation } from './operation.ts'
import { PROBLEMS, type ProblemCode } from './problems.ts'

const OF_EVERY_OPERATION: readonly ProblemCode[] = [
  'invalid_parameter',
  'unknown_parameter',
  'contradictory_parameters',
  'malformed_unicode',
  'invalid_body',
  'payload_too_large',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'unavailable',
]
const OF_A_TOKEN: readonly ProblemCode[] = [
  'unauthenticated',
  'insufficient_scope',
  'namespace_not_found',
  'schema_behind',
]
const OF_A_BODY: readonly ProblemCode[] = ['malformed_json', 'unsupported_media_type']

/** Every code an operation may answer with, the ones of every operation of its sort included, in the order of the catalogue. */
export function problemCodesOf(operation: Operation): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...OF_EVERY_OPERATION,
    ...(operation.scope === null ? [] : OF_A_TOKEN),
    ...(operation.body === undefined ? [] : OF_A_BODY),
    ...operation.problems,
  ])
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code))
}
