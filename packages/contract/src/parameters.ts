import type { JsonSchema, Operation, Parameter } from './operation.ts'
import { hydrate, query } from './operations/schemas.ts'

const NAMESPACE = query(
  'namespace',
  {
    type: 'string',
    pattern: '^[a-z0-9-]{1,64}$',
    description: '1 to 64 of `a` to `z`, `0` to `9` and `-`',
    examples: ['default'],
  },
  'The namespace to work in: the only one the token names by default, else `default`.',
)
const CONTRACT = query(
  'contract',
  { type: 'string', maxLength: 64, examples: ['crc-v1'] },
  'The shape of the answer; beats `Accept-Contract`. `legacy`, `v0`, `none` and `off` opt out of CRC-v1, anything else means it.',
)
const HYDRATE = query('hydrate', hydrate, 'How much of each thing comes along; `pointer` by default.')
const CONSISTENCY = query(
  'consistency',
  { type: 'string', enum: ['strong', 'bounded'] },
  '`strong`, when absent, reads the newest version; `bounded` may answer from a copy that is younger than 5 seconds.',
)

/** Whether an operation reads stored things and so takes `consistency`. */
export function isRead(operation: Operation): boolean {
  return operation.scope !== null && (operation.kind !== null || operation.method === 'GET')
}

/** Every query and path parameter an operation takes, the ones of its sort (`namespace`, `contract`, `hydrate`, `consistency`) included. */
export function parametersOf(operation: Operation): readonly Parameter[] {
  const ofItsSort = [
    ...(operation.scope === null ? [] : [NAMESPACE]),
    ...(operation.kind === null ? [] : [CONTRACT, HYDRATE]),
    ...(isRead(operation) ? [CONSISTENCY] : []),
  ]
  const named = new Set(operation.parameters.map((parameter) => parameter.name))
  return [...operation.parameters, ...ofItsSort.filter((parameter) => !named.has(parameter.name))]
}

/** The closed object schema of an operation's parameters by name. */
export function parametersSchema(operation: Operation): JsonSchema {
  const all = parametersOf(operation)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map((parameter) => [parameter.name, parameter.schema])),
    required: all.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    additionalProperties: false,
  }
}
