import type { Tier } from '@cairn/contract/crc-v1'
import { type Contract, negotiate } from '@cairn/contract/negotiation'
import type { Operation } from '@cairn/contract/operation'
import { ANONYMOUS, authenticate, requireScope } from './authenticate.ts'
import { type Body, isObject, readBody } from './body.ts'
import type { Call, Caller, KernelBindings } from './call.ts'
import { namespaceOf } from './namespace.ts'
import { consistencyTokenOf, type Parameters, readParameters } from './parameters.ts'
import { parameterProblem } from './problem.ts'
import { hashRequest } from './request-hash.ts'

/** A routed request, not yet judged. */
export interface Arrival<B> {
  readonly request: Request
  readonly url: URL
  readonly operation: Operation
  readonly rawPath: Readonly<Record<string, string>>
  readonly bindings: B
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Judges a request in the order token, scope, parameters, namespace, body. Throws a Problem at the first refusal. */
export async function receive<B extends KernelBindings>(arrival: Arrival<B>): Promise<Call<B>> {
  const { request, url, operation, bindings, now, waitUntil } = arrival
  const caller = await callerOf(arrival)
  const parameters = readParameters(operation, url, arrival.rawPath)
  const namespace = operation.scope === null ? 'default' : namespaceOf(caller, parameters.namespace)
  const consistency = { mode: parameters.consistency, token: consistencyTokenOf(request) }
  const idempotencyKey = idempotencyKeyOf(request, operation)
  const body = await readBody(request, operation)
  const tier = tierOf(parameters, body)
  const input = inputOf(operation, parameters, body, tier)
  return {
    operation,
    path: parameters.path,
    input,
    body: body.json,
    lines: body.lines,
    caller,
    authorize: (scope) => authorize(arrival, scope),
    namespace,
    tier,
    contract: contractOf(request, url, operation),
    consistency,
    idempotencyKey,
    ifMatch: request.headers.get('If-Match'),
    requestHash: await hashRequest({
      tenant: caller.tenant,
      operation: operation.id,
      namespace,
      path: parameters.path,
      input,
      body: hasMembers(operation) ? null : body.json,
    }),
    url,
    bindings,
    now,
    waitUntil,
  }
}

/** The shape an answer has, decided before anything can go wrong, so that refusals carry it too. */
export function contractOf(request: Request, url: URL, operation: Operation): Contract {
  if (operation.kind === null) return 'crc-v1'
  return negotiate({
    query: url.searchParams.get('contract'),
    header: request.headers.get('Accept-Contract'),
  })
}

async function callerOf(arrival: Arrival<KernelBindings>): Promise<Caller> {
  const { scope } = arrival.operation
  return scope === null ? ANONYMOUS : authorize(arrival, scope)
}

async function authorize(
  { request, bindings, now }: Arrival<KernelBindings>,
  scope: NonNullable<Operation['scope']>,
): Promise<Caller> {
  const caller = await authenticate(request, bindings.tokens, now)
  requireScope(request, caller, scope)
  return caller
}

function idempotencyKeyOf(request: Request, operation: Operation): string | null {
  const key = request.headers.get('Idempotency-Key')
  if (key === null || operation.creates !== true) return null
  if (/^[\x21-\x7e]{1,128}$/.test(key)) return key
  throw parameterProblem(
    'invalid_parameter',
    'Idempotency-Key',
    '`Idempotency-Key` is 1 to 128 visible ASCII characters, like a UUID.',
  )
}

function tierOf(parameters: Parameters, body: Body): Tier {
  const inAddress = parameters.hydrate
  const inBody = body.hydrate as Tier | undefined
  if (inAddress !== undefined && inBody !== undefined && inAddress !== inBody)
    throw parameterProblem(
      'contradictory_parameters',
      'hydrate',
      '`hydrate` differs between address and body; send it once.',
    )
  return inAddress ?? inBody ?? (hasBudget(parameters, body) ? 'full' : 'pointer')
}

/** A budget asks for as much as it holds: without a tier it means whole bodies. */
function hasBudget(parameters: Parameters, body: Body): boolean {
  return 'token_budget' in parameters.query || (isObject(body.json) && 'token_budget' in body.json)
}

function inputOf(
  operation: Operation,
  parameters: Parameters,
  body: Body,
  tier: Tier,
): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = Object.create(null)
  Object.assign(input, parameters.query)
  if (hasMembers(operation) && isObject(body.json)) Object.assign(input, body.json)
  if (operation.kind !== null) input.hydrate = tier
  return input
}

/** Whether the body is a record of named members, and not one free JSON value. */
const hasMembers = (operation: Operation) => operation.body?.properties !== undefined
