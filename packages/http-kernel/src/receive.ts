import { type Contract, negotiate } from '@cairn/contract/negotiation'
import type { Operation } from '@cairn/contract/operation'
import { ANONYMOUS, authenticate, requireScope } from './authenticate.ts'
import { readBody } from './body.ts'
import type { Call, Caller, KernelBindings } from './call.ts'
import { hasMembers, inputOf, tierOf } from './input.ts'
import { namespaceOf } from './namespace.ts'
import { readParameters } from './parameters.ts'
import { hashRequest } from './request-hash.ts'
import { consistencyTokenOf, idempotencyKeyOf } from './request-headers.ts'

/** A routed request, not yet judged. */
export interface Arrival<B> {
  readonly request: Request
  readonly url: URL
  readonly operation: Operation
  readonly rawPath: Readonly<Record<string, string>>
  readonly bindings: B
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Counts a request of a caller who was made out; throws `rate_limited`. */
  readonly admit: (caller: Caller) => void
}

/** Judges a request in the order token, rate, scope, parameters, namespace, body. Throws a Problem at the first refusal. */
export async function receive<B extends KernelBindings>(arrival: Arrival<B>): Promise<Call<B>> {
  const { request, url, operation } = arrival
  const caller = await callerOf(arrival)
  const parameters = readParameters(operation, url, arrival.rawPath)
  const namespace = operation.scope === null ? 'default' : namespaceOf(caller, parameters.namespace)
  const consistency = { mode: parameters.consistency, token: consistencyTokenOf(request) }
  const idempotencyKey = idempotencyKeyOf(request, operation)
  const body = await readBody(request, operation)
  const tier = tierOf(parameters, body)
  const input = inputOf(operation, parameters, body, tier)
  const call = { operation, path: parameters.path, input, body: body.json, caller, namespace }
  return {
    ...call,
    lines: body.lines,
    authorize: (scope) => authorize(arrival, scope),
    tier,
    contract: contractOf(request, url, operation),
    consistency,
    idempotencyKey,
    ifMatch: request.headers.get('If-Match'),
    ifAbsent: operation.method === 'PUT' && request.headers.get('If-None-Match')?.trim() === '*',
    requestHash: await hashOf(call),
    url,
    headers: request.headers,
    bindings: arrival.bindings,
    now: arrival.now,
    waitUntil: arrival.waitUntil,
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
  const { scope, alsoScopes = [] } = arrival.operation
  if (scope === null) return ANONYMOUS
  const { request, bindings, now } = arrival
  const caller = await authenticate(request, bindings.tokens, now)
  arrival.admit(caller)
  for (const one of [scope, ...alsoScopes]) requireScope(request, caller, one)
  return caller
}

async function authorize(
  { request, bindings, now }: Arrival<KernelBindings>,
  scope: Operation['scope'],
): Promise<Caller> {
  const caller = await authenticate(request, bindings.tokens, now)
  if (scope !== null) requireScope(request, caller, scope)
  return caller
}

function hashOf(
  call: Pick<Call<unknown>, 'operation' | 'path' | 'input' | 'body' | 'caller' | 'namespace'>,
): Promise<string> {
  return hashRequest({
    tenant: call.caller.tenant,
    operation: call.operation.id,
    namespace: call.namespace,
    path: call.path,
    input: call.input,
    body: hasMembers(call.operation) ? null : call.body,
  })
}
