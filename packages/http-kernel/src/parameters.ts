import { TIERS, type Tier } from '@cairn/contract/crc-v1'
import type { Operation } from '@cairn/contract/operation'
import { checkParameters, type Finding } from '@cairn/contract/requests'
import type { Consistency } from './call.ts'
import { echo } from './echo.ts'
import { Problem, parameterProblem } from './problem.ts'
import { decodeSegment, readQueryString } from './query-string.ts'
import { typedParameter } from './typed-parameter.ts'

/** The parameters of a request: those of every operation of its sort as text, its own typed, checked and with defaults. */
export interface Parameters {
  readonly universal: ReadonlyMap<UniversalName, string>
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

/** Reads and checks every parameter of an address. Throws for unknown, repeated, malformed and refused ones. */
export function readParameters(
  operation: Operation,
  url: URL,
  rawPath: Readonly<Record<string, string>>,
): Parameters {
  const sent = readQueryString(url.search)
  const path = nullObject(Object.entries(rawPath).map(([name, raw]) => [name, decodeSegment(raw)]))
  const query = typedQuery(operation, sent)
  const all = nullObject([...Object.entries(query), ...Object.entries(path)])
  refuse(checkParameters(operation, all))
  return {
    universal: new Map(universalNames(operation).flatMap((name) => entryOf(sent, name))),
    path,
    query: nullObject(Object.entries(all).filter(([name]) => !(name in path))),
  }
}

/** Parameters that operations have by their sort: whose data it is, which shape the answer has, how fresh the reading. */
export type UniversalName = 'namespace' | 'contract' | 'hydrate' | 'consistency'

/** The universal parameters of an operation. */
export function universalNames(operation: Operation): readonly UniversalName[] {
  const isRead = operation.method === 'GET' || operation.kind !== null
  return [
    ...(operation.scope === null ? [] : (['namespace'] as const)),
    ...(operation.kind === null ? [] : (['contract', 'hydrate'] as const)),
    ...(operation.scope === null || !isRead ? [] : (['consistency'] as const)),
  ]
}

/** The tier asked for in the address, or null. */
export function hydrateOf(parameters: Parameters): Tier | null {
  const asked = parameters.universal.get('hydrate')
  if (asked === undefined) return null
  const tier = TIERS.find((known) => known === asked)
  if (tier !== undefined) return tier
  throw parameterProblem(
    'invalid_parameter',
    'hydrate',
    `\`hydrate\` is ${TIERS.join(', ')}, not \`${echo(asked)}\`.`,
  )
}

/** How fresh a read must be: `strong` unless the address says `bounded`; the version seen comes from `Consistency-Token`. */
export function consistencyOf(parameters: Parameters, header: string | null): Consistency {
  const mode = parameters.universal.get('consistency') ?? 'strong'
  if (mode !== 'strong' && mode !== 'bounded')
    throw parameterProblem('invalid_parameter', 'consistency', '`consistency` is `strong` or `bounded`.')
  if (header !== null && !/^[A-Za-z0-9_-]{1,64}\.\d{1,15}$/.test(header))
    throw parameterProblem(
      'invalid_parameter',
      'Consistency-Token',
      'Send `Consistency-Token` exactly as an answer of this service carried it.',
    )
  return { mode, token: header }
}

function typedQuery(operation: Operation, sent: ReadonlyMap<string, string>): Record<string, unknown> {
  const universal: readonly string[] = universalNames(operation)
  const own = new Map(operation.parameters.filter((p) => p.in === 'query').map((p) => [p.name, p.schema]))
  const typed: [string, unknown][] = []
  for (const [name, text] of sent) {
    const schema = own.get(name)
    if (schema !== undefined) typed.push([name, typedParameter(name, schema, text)])
    else if (!universal.includes(name)) throw unknownParameter(name, [...own.keys(), ...universal])
  }
  return nullObject(typed)
}

function refuse(findings: readonly Finding[]): void {
  if (findings.length === 0) return
  throw new Problem('invalid_parameter', findings[0]!.message, { errors: findings })
}

function unknownParameter(name: string, known: readonly string[]): Problem {
  const list = known.length === 0 ? 'none' : known.join(', ')
  return parameterProblem(
    'unknown_parameter',
    echo(name),
    `\`${echo(name)}\` is no parameter of this operation; it takes ${list}.`,
  )
}

function nullObject<V>(entries: readonly (readonly [string, V])[]): Record<string, V> {
  const object: Record<string, V> = Object.create(null)
  for (const [name, value] of entries) object[name] = value
  return object
}

const entryOf = <N extends string>(sent: ReadonlyMap<string, string>, name: N): [N, string][] =>
  sent.has(name) ? [[name, sent.get(name)!]] : []
