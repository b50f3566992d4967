import type { Operation } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { headerParameters } from './header-parameters.ts'
import { parameterObject } from './parameter-object.ts'
import { problemResponses } from './problem-responses.ts'
import { inComponents } from './schema-references.ts'
import { successResponses } from './success-responses.ts'

/** One operation as OpenAPI describes it. */
export function operationObject(operation: Operation): object {
  const parameters = [...parametersOf(operation).map(parameterObject), ...headerParameters(operation)]
  return {
    operationId: operation.id,
    tags: [operation.worker],
    summary: operation.summary,
    security: security(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation) }),
    responses: { ...successResponses(operation), ...problemResponses(operation) },
  }
}

/** The scope a token needs; of public operations none, or one for a part of what they answer. */
function security({ scope, alsoScopes = [], problems }: Operation): readonly object[] {
  if (scope !== null) return [{ token: [scope, ...alsoScopes] }]
  return problems.includes('unauthenticated') ? [{}, { token: ['query:read'] }] : []
}

function requestBody({ body, bodyTypes = ['application/json'], bodyExample }: Operation): object {
  const json = { schema: inComponents(body!), ...(bodyExample === undefined ? {} : { example: bodyExample }) }
  const lines = {
    schema: { type: 'string', description: 'One JSON document a line.' },
    ...(bodyExample === undefined ? {} : { example: `${JSON.stringify(bodyExample)}\n` }),
  }
  const content = bodyTypes.map((type) => [type, type === 'application/x-ndjson' ? lines : json])
  return { required: true, content: Object.fromEntries(content) }
}
