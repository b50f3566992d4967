import type { Exchange } from './exchange.ts'
import { kindOf, Problem } from './problem.ts'
import { refuse } from './respond.ts'
import { incidentId } from './trace.ts'

/**
 * Whatever was thrown, as a problem document: a Problem as it is, a store that did not answer as `unavailable`, the rest as
 * `internal` with an id. Logs say which class of failure met which operation, under an id; never what was asked.
 */
export function answerFailure(exchange: Exchange, error: unknown): Response {
  const problem = retryLater(error)
  if (problem instanceof Problem && problem.code !== 'internal') {
    if (kindOf(problem).status >= 500) log(exchange, problem.code, problem.cause ?? problem)
    return refuse(exchange, problem)
  }
  const incident = log(exchange, 'internal', error)
  const detail = 'The service failed. The incident is logged under the id in `instance`.'
  return refuse(exchange, new Problem('internal', detail), incident)
}

/** A store that does not answer says so by `retryable`; the client may send the same request again. */
function retryLater(error: unknown): unknown {
  if (!(error instanceof Error) || !('retryable' in error) || error.retryable !== true) return error
  return new Problem('unavailable', 'The store did not answer. Send the same request again.', {
    cause: error,
  })
}

function log(exchange: Exchange, code: string, cause: unknown): string {
  const incident = incidentId()
  const error = cause instanceof Error ? cause.constructor.name : typeof cause
  console.error(JSON.stringify({ incident, code, error, operation: exchange.operation?.id ?? null }))
  return incident
}
