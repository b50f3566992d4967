import {
  PROBLEMS,
  type ProblemCode,
  type ProblemDocument,
  type ProblemItem,
  type ProblemKind,
  problemType,
} from '@cairn/contract/problems'
import { resolutionPointer } from '@cairn/contract/resolution'
import { echoPath } from './echo.ts'

/**
 * A refusal the client is told about. Status, title and retryability come from the contract's catalogue by `code`;
 * `detail` and `errors` are written for the client and hold no stored text, no upstream message, and at most 64 code points of input.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly ProblemItem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      readonly errors?: readonly ProblemItem[]
      readonly headers?: Readonly<Record<string, string>>
      readonly cause?: unknown
    } = {},
  ) {
    super(detail, 'cause' in more ? { cause: more.cause } : {})
    this.name = 'Problem'
    this.code = code
    this.errors = more.errors ?? []
    this.headers = more.headers ?? {}
  }
}

/** The row of the catalogue a problem belongs to. */
export function kindOf(problem: Problem): ProblemKind {
  return PROBLEMS[problem.code]
}

/** The RFC 9457 document of a problem; `instance` is the path that was asked, and the incident's id where there is one. */
export function problemDocument(problem: Problem, path: string, incident?: string): ProblemDocument {
  const { status, title, resolution } = kindOf(problem)
  const instance = echoPath(path)
  return {
    type: problemType(problem.code),
    title,
    status,
    code: problem.code,
    detail: problem.message,
    instance: incident === undefined ? instance : `${instance}#${incident}`,
    ...(problem.errors.length > 0 ? { errors: problem.errors.slice(0, ERRORS_MAX) } : {}),
    ...(resolution === undefined ? {} : { resolution: resolutionPointer(resolution) }),
  }
}

/** The headers a problem brings: its own, and `Retry-After` (seconds) wherever trying again may help. */
export function problemHeaders(problem: Problem): Record<string, string> {
  if (!kindOf(problem).retryable) return { ...problem.headers }
  return { 'Retry-After': String(RETRY_AFTER_SECONDS[problem.code] ?? 1), ...problem.headers }
}

/** One refused parameter or header, by name. */
export function parameterProblem(
  code: 'invalid_parameter' | 'unknown_parameter' | 'contradictory_parameters',
  name: string,
  message: string,
): Problem {
  return new Problem(code, message, { errors: [{ pointer: name, rule: code, message }] })
}

/** The one answer for a namespace that is not there and for one the token does not name. */
export function namespaceNotFound(): Problem {
  return new Problem(
    'namespace_not_found',
    'No namespace of that name is open to this token. Name one with `?namespace=`.',
  )
}

const ERRORS_MAX = 20
const RETRY_AFTER_SECONDS: Partial<Record<ProblemCode, number>> = { index_backlog: 5, schema_behind: 10 }
