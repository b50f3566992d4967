import type { ProblemCode, ProblemDocument, ProblemItem } from '@cairn/contract/problems'

/** A code of the catalogue, or one that a newer server has. */
export type RefusalCode = ProblemCode | (string & {})

/** A problem document as it arrived; members this version does not know are kept. */
export type ReceivedProblem = Partial<Omit<ProblemDocument, 'code'>> & {
  readonly code: RefusalCode
  readonly [member: string]: unknown
}

/** The service answered with a problem document (RFC 9457): decide by `code`, which never changes its meaning. */
export class Refused extends Error {
  readonly operation: string
  readonly status: number
  readonly code: RefusalCode
  readonly detail: string
  /** What was wrong where, when the request was at fault. */
  readonly errors: readonly ProblemItem[]
  /** The playbook that helps, as `getTopic` takes it; null without one. */
  readonly resolution: string | null
  /** Seconds after which the same request may succeed; null when the service did not say. */
  readonly retryAfter: number | null
  /** The whole document. */
  readonly problem: ReceivedProblem

  constructor(from: {
    readonly operation: string
    readonly status: number
    readonly problem: ReceivedProblem
    readonly retryAfter: number | null
  }) {
    const { operation, status, problem, retryAfter } = from
    const detail = problem.detail ?? problem.title ?? 'refused'
    super(`${operation}: ${problem.code} (${status}): ${detail}`)
    this.name = 'Refused'
    this.operation = operation
    this.status = status
    this.code = problem.code
    this.detail = detail
    this.errors = problem.errors ?? []
    this.resolution = problem.resolution ?? null
    this.retryAfter = retryAfter
    this.problem = problem
  }
}
