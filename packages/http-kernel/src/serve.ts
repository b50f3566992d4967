import type { WorkerName } from '@cairn/contract/operation'
import type { Handler, KernelBindings } from './call.ts'
import { HEALTH_HANDLERS } from './health.ts'
import { kindOf, Problem } from './problem.ts'
import { contractOf, receive } from './receive.ts'
import { type Exchange, refuse, respond, tellMethods } from './respond.ts'
import { allowOf, operationsOf, type Route, router } from './route.ts'
import { incidentId, traceparentOf } from './trace.ts'

/** A Worker: which one, how its environment becomes bindings, and one handler for each of its operations. */
export interface Service<Env, Bindings> {
  readonly worker: WorkerName
  readonly bindings: (env: Env) => Bindings & KernelBindings
  readonly handlers: Readonly<Record<string, Handler<Bindings & KernelBindings>>>
}

/**
 * The fetch function of a Worker: routes by the operation table, judges the request, calls the handler, and answers every failure
 * with a problem document. Throws when the handlers are not exactly the Worker's operations; `health` and `ready` may be left out.
 */
export function serve<Env, Bindings>(
  service: Service<Env, Bindings>,
): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  const operations = operationsOf(service.worker)
  const handlers: Service<Env, Bindings>['handlers'] = { ...HEALTH_HANDLERS, ...service.handlers }
  expectSameNames(
    operations.map(({ id }) => id),
    Object.keys(handlers),
  )
  const find = router(operations)
  return async (request, env, ctx) => {
    const exchange = openExchange(request)
    try {
      const bindings = service.bindings(env)
      const url = new URL(request.url)
      const now = bindings.clock()
      exchange.elapsed = () => bindings.clock() - now
      const route = await find(request.method, url)
      if (route.operation === null) return nothingHere(exchange, route)
      exchange.operation = route.operation
      exchange.contract = contractOf(request, url, route.operation)
      const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
      const call = await receive({ ...route, request, url, bindings, now, waitUntil })
      return await respond(exchange, await handlers[route.operation.id]!(call))
    } catch (error) {
      return answerFailure(exchange, retryLater(error))
    }
  }
}

type OpenExchange = { -readonly [member in keyof Exchange]: Exchange[member] }

function openExchange(request: Request): OpenExchange {
  return {
    request,
    path: new URL(request.url).pathname,
    traceparent: traceparentOf(request.headers.get('traceparent')),
    operation: null,
    contract: 'crc-v1',
    elapsed: () => 0,
  }
}

function nothingHere(exchange: Exchange, { methods }: Extract<Route, { operation: null }>): Response {
  if (methods.length === 0) return refuse(exchange, new Problem('not_found', 'No operation has this path.'))
  const allow = allowOf(methods)
  if (exchange.request.method === 'OPTIONS') return tellMethods(exchange, allow)
  const detail = `This path takes ${allow}.`
  return refuse(exchange, new Problem('method_not_allowed', detail, { headers: { Allow: allow } }))
}

/** A store that does not answer says so by `retryable`; the client may send the same request again. */
function retryLater(error: unknown): unknown {
  if (!(error instanceof Error) || !('retryable' in error) || error.retryable !== true) return error
  return new Problem('unavailable', 'The store did not answer. Send the same request again.', {
    cause: error,
  })
}

/** Logs say which class of failure met which operation, under an id; never what was asked. */
function answerFailure(exchange: Exchange, error: unknown): Response {
  if (error instanceof Problem && error.code !== 'internal') {
    if (kindOf(error).status >= 500) log(exchange, error.code, error.cause ?? error)
    return refuse(exchange, error)
  }
  const incident = log(exchange, 'internal', error)
  return refuse(
    exchange,
    new Problem('internal', 'The service failed. The incident is logged under the id in `instance`.'),
    incident,
  )
}

function log(exchange: Exchange, code: string, cause: unknown): string {
  const incident = incidentId()
  const error = cause instanceof Error ? cause.constructor.name : typeof cause
  console.error(JSON.stringify({ incident, code, error, operation: exchange.operation?.id ?? null }))
  return incident
}

function expectSameNames(operations: readonly string[], handlers: readonly string[]): void {
  const missing = operations.filter((id) => !handlers.includes(id))
  const unknown = handlers.filter((id) => !operations.includes(id))
  if (missing.length + unknown.length === 0) return
  throw new Error(`handlers and operations differ: missing [${missing}], unknown [${unknown}]`)
}
