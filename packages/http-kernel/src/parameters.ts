import type { Tier } from '@cairn/contract/crc-v1'
import type { Operation } from '@cairn/contract/operation'
import { parametersOf } from '@cairn/contract/parameters'
import { checkParameters, type Finding } from '@cairn/contract/requests'
import type { Consistency } from './call.ts'
import { Problem, parameterProblem } from './problem.ts'
import { decodeSegment, readQueryString } from './query-string.ts'
import { typedParameter } from './typed-parameter.ts'

/** The parameters of a request, typed, checked and with defaults; those that operations have by their sort stand apart. */
export interface Parameters {
  readonly namespace: string | undefined
  readonly hydrate: Tier | undefined
  readonly consistency: Consistency['mode']
  readonly path: Readonly<Record<string, string>>
  /** What is left: the operation's own query parameters. */
  readonly query: Readonly<Record<string, unknown>>
}

/** Reads and checks every parameter of an address. Throws for unknown, repeated, malformed and refused ones. */
export function readParameters(
  operation: Operation,
  url: URL,
  rawPath: Readonly<Record<string, string>>,
): Parameters {
  const schemas = new Map(parametersOf(operation).map(({ name, schema }) => [name, schema]))
  const path: Record<string, string> = Object.create(null)
  for (const [name, raw] of Object.entries(rawPath)) path[name] = decodeSegment(raw)
  const given: Record<string, unknown> = Object.create(null)
  for (const [name, text] of readQueryString(url.search))
    given[name] = typedParameter(name, schemas.get(name) ?? {}, text)
  refuseTwice(given, path)
  refuse(checkParameters(operation, Object.assign(given, path)), [...schemas.keys()])
  const { namespace, contract: _, hydrate, consistency, ...query } = given
  for (const name of Object.keys(path)) delete query[name]
  return {
    namespace: namespace as string | undefined,
    hydrate: hydrate as Tier | undefined,
    consistency: (consistency as Consistency['mode'] | undefined) ?? 'strong',
    path,
    query,
  }
}

/** A name in the query that is a part of the path says the same thing twice. */
function refuseTwice(query: object, path: object): void {
  const name = Object.keys(path).find((one) => one in query)
  if (name === undefined) return
  throw parameterProblem(
    'contradictory_parameters',
    name,
    `\`${name}\` is a part of the path; leave it out of the query.`,
  )
}

function refuse(findings: readonly Finding[], known: readonly string[]): void {
  const [first] = findings
  if (first === undefined) return
  if (findings.some(({ rule }) => rule === 'additionalProperties'))
    throw new Problem('unknown_parameter', `This operation takes ${known.join(', ') || 'no parameters'}.`, {
      errors: findings,
    })
  throw new Problem('invalid_parameter', `\`${first.pointer}\`: ${first.message}`, { errors: findings })
}
