import { schemas } from '../generated/crc-v1.js'
import { LEGACY_SCHEMAS } from '../legacy.ts'
import type { JsonSchema } from '../operation.ts'
import { closed, filter } from '../operations/schemas.ts'
import { OPERATIONS } from '../operations.ts'
import { PROBLEMS } from '../problems.ts'
import { PROBLEM_RESPONSES } from './problem-responses.ts'
import { RESPONSE_HEADERS } from './response-headers.ts'
import { asComponent } from './schema-references.ts'

const text: JsonSchema = { type: 'string' }
/** The problem document every refusal is (RFC 9457). */
const PROBLEM: JsonSchema = closed(
  {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'Stable for ever.' },
    detail: { type: 'string', description: 'What is wrong with this request.' },
    instance: { type: 'string', description: 'The path that was asked.' },
    errors: {
      type: 'array',
      items: closed(
        {
          pointer: {
            type: 'string',
            description: 'A JSON Pointer into the body, or the name of a parameter or header.',
          },
          rule: text,
          message: text,
        },
        ['pointer', 'rule', 'message'],
      ),
    },
    resolution: { type: 'string', description: 'The playbook that helps.' },
  },
  ['type', 'title', 'status', 'code', 'detail', 'instance'],
)

/** What several operations share. */
export const COMPONENTS = {
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token (EdDSA) that names the tenant, its namespaces and the scopes.',
    },
  },
  headers: RESPONSE_HEADERS,
  responses: PROBLEM_RESPONSES,
  schemas: {
    CrcV1: namingWhatConditionsRequire(asComponent(schemas.crcV1)),
    Filter: asComponent(filter),
    Problem: PROBLEM,
    LegacySearch: LEGACY_SCHEMAS.search,
    ...(OPERATIONS.some(({ id }) => id === 'retrieve') ? { LegacyRetrieve: LEGACY_SCHEMAS.retrieve } : {}),
    LegacyFetch: LEGACY_SCHEMAS.fetch,
    LegacyFacts: LEGACY_SCHEMAS.facts,
    LegacySession: LEGACY_SCHEMAS.session,
  },
} as const

/** Linters want a member that a condition requires to be named where it is required; naming it there judges nothing. */
function namingWhatConditionsRequire(schema: JsonSchema): JsonSchema {
  const allOf = (schema.allOf as readonly JsonSchema[]).map((condition) =>
    Object.fromEntries(
      Object.entries(condition).map(([keyword, part]) => [
        keyword,
        keyword === 'then' ? namingRequired(part as JsonSchema) : part,
      ]),
    ),
  )
  return { ...schema, allOf }
}

function namingRequired(schema: JsonSchema): JsonSchema {
  if (schema.required === undefined) return schema
  const named = (schema.required as readonly string[]).map((name) => [name, true] as const)
  return { ...schema, properties: Object.fromEntries(named) }
}
