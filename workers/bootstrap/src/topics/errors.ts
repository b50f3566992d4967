import { PROBLEMS, type ProblemKind } from '@cairn/contract/problems'
import { resolutionPointer } from '@cairn/contract/resolution'
import type { Topic } from '../topic.ts'

/** The catalogue of error codes, as the contract has it; a problem's `type` points here. */
export const errors: Topic = {
  topic: 'errors',
  title: 'Error codes',
  isPublic: true,
  text: 'Every refusal is a problem document (RFC 9457, application/problem+json). Decide by `code`, which never changes its meaning; `errors[]` names each member or parameter, the rule it breaks, and an example that passes. Send the same request again only where `retryable` is true, after the seconds in `Retry-After`. `resolution` is a bootstrap topic: GET /v1/bootstrap/<resolution>.',
  data: Object.entries<ProblemKind>(PROBLEMS).map(([code, { status, title, retryable, resolution }]) => ({
    code,
    status,
    title,
    retryable,
    ...(resolution === undefined ? {} : { resolution: resolutionPointer(resolution) }),
  })),
}
