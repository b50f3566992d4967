import type { Operation, WorkerName } from '@cairn/contract/operation'
import { answerFailure } from './answer-failure.ts'
import type { Caller, Handler, KernelBindings, TokenRules } from './call.ts'
import { type Exchange, openExchange, startTiming } from './exchange.ts'
import { HEALTH_HANDLERS } from './health.ts'
import { nothingHere } from './nothing-here.ts'
import { Problem } from './problem.ts'
import { perMinuteOf, RateLimiter } from './rate-limit.ts'
import { readOn } from './read-on.ts'
import { contractOf, receive } from './receive.ts'
import { respond } from './respond.ts'
import { everyOperation, operationsOf, router } from './route.ts'

/** A Worker: which one, how its environment becomes bindings, and one handler for each of its operations. */
export interface Service<Env, Bindings> {
  readonly worker: WorkerName
  readonly bindings: (env: Env) => Bindings & KernelBindings
  readonly handlers: Readonly<Record<string, Handler<Bindings & KernelBindings>>>
  /** What a front door does with the operations of its siblings, unjudged; other Workers have nothing at those addresses. */
  readonly forward?: Forward<Bindings & KernelBindings>
}

/** Passes a request on to the Worker of an operation. The request carries the exchange's `traceparent`. */
export type Forward<Bindings> = (
  operation: Operation,
  request: Request,
  bindings: Bindings,
) => Promise<Response>

type Fetch<Env> = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>

/**
 * The fetch function of a Worker: routes by the operation table, judges the request, calls the handler, and answers every failure
 * with a problem document. Throws when the handlers are not exactly the Worker's operations; `health` and `ready` may be left out.
 */
export function serve<Env, Bindings>(service: Service<Env, Bindings>): Fetch<Env> {
  const handlers: Service<Env, Bindings>['handlers'] = { ...HEALTH_HANDLERS, ...service.handlers }
  const own = operationsOf(service.worker).map(({ id }) => id)
  expectSameNames(own, Object.keys(handlers))
  const find = router(service.forward === undefined ? operationsOf(service.worker) : everyOperation())
  const limiter = new RateLimiter()
  const answer: Fetch<Env> = async (request, env, ctx) => {
    const exchange = openExchange(request)
    try {
      const bindings = service.bindings(env)
      const now = startTiming(exchange, bindings.clock)
      const url = new URL(request.url)
      const route = await find(request.method, url)
      if (route.operation === null) return nothingHere(exchange, route)
      const { operation } = route
      exchange.operation = operation
      exchange.contract = contractOf(request, url, operation)
      const handler = handlers[operation.id]
      if (handler === undefined) return await service.forward!(operation, traced(exchange), bindings)
      const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
      const admit = (caller: Caller) => countIn(exchange, caller, { tokens: bindings.tokens, limiter, now })
      const call = await receive({ ...route, request, url, bindings, now, waitUntil, admit })
      return await respond(exchange, await handler(call))
    } catch (error) {
      return answerFailure(exchange, error)
    }
  }
  return async (request, env, ctx) => {
    const response = await answer(request, env, ctx)
    await readOn(request)
    return response
  }
}

function countIn(
  exchange: Exchange,
  caller: Caller,
  {
    tokens,
    limiter,
    now,
  }: { readonly tokens: TokenRules; readonly limiter: RateLimiter; readonly now: number },
): void {
  const perMinute = perMinuteOf(tokens.perMinute)
  if (perMinute === null) return
  exchange.allowance = limiter.admit(caller, perMinute, now)
  if (exchange.allowance.isAdmitted) return
  const { policy, quota, retrySeconds } = exchange.allowance
  throw new Problem(
    'rate_limited',
    `This ${policy} may make ${quota} requests a minute; send it again later.`,
    {
      headers: { 'Retry-After': String(retrySeconds) },
    },
  )
}

function traced({ request, traceparent }: Exchange): Request {
  const headers = new Headers(request.headers)
  headers.set('traceparent', traceparent)
  return new Request(request, { headers })
}

function expectSameNames(operations: readonly string[], handlers: readonly string[]): void {
  const missing = operations.filter((id) => !handlers.includes(id))
  const unknown = handlers.filter((id) => !operations.includes(id))
  if (missing.length + unknown.length === 0) return
  throw new Error(`handlers and operations differ: missing [${missing}], unknown [${unknown}]`)
}
