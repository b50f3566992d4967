import type { Tier } from '@cairn/contract/crc-v1'
import type { Operation } from '@cairn/contract/operation'
import { type Body, isObject } from './body.ts'
import type { Parameters } from './parameters.ts'
import { parameterProblem } from './problem.ts'

/** The tier asked for, in the address or in the body. Throws when they differ. */
export function tierOf(parameters: Parameters, body: Body): Tier {
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

/** Everything a handler reads by name: the query parameters, the members of the body, and the tier that counts. */
export function inputOf(
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
export function hasMembers(operation: Operation): boolean {
  return operation.body?.properties !== undefined
}
