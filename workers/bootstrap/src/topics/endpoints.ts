import type { JsonSchema, Operation } from '@cairn/contract/operation'
import { OPERATIONS } from '@cairn/contract/operations'
import { parametersOf } from '@cairn/contract/parameters'
import type { Topic } from '../topic.ts'

/** Every operation in a line, from the contract's table. */
export const endpoints: Topic = {
  topic: 'endpoints',
  title: 'Every operation',
  isPublic: false,
  text: 'A name with `?` may be left out. `kind` says that the answer is a CRC-v1 envelope (topic `tool-output`). The whole description, with schemas and examples, is GET /openapi.json.',
  data: OPERATIONS.map(describe),
}

function describe(operation: Operation) {
  const { id, method, path, scope, alsoScopes = [], kind, summary } = operation
  const query = parametersOf(operation).filter((parameter) => parameter.in === 'query')
  return {
    id,
    call: `${method} ${path}`,
    summary,
    scope: scope === null ? null : [scope, ...alsoScopes].join(' '),
    kind,
    query: query.map(({ name, required }) => (required === true ? name : `${name}?`)),
    body: operation.body === undefined ? null : membersOf(operation.body),
    example: operation.bodyExample,
  }
}

/** The names of a body's members; `any JSON` where it is one free value. */
function membersOf(schema: JsonSchema): readonly string[] | 'any JSON' {
  if (schema.properties === undefined) return 'any JSON'
  const required = (schema.required ?? []) as readonly string[]
  return Object.keys(schema.properties as JsonSchema).map((name) =>
    required.includes(name) ? name : `${name}?`,
  )
}
