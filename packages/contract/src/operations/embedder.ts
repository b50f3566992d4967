import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { described } from './described.ts'
import { closed } from './schemas.ts'

const embedder: JsonSchema = {
  type: 'string',
  maxLength: 120,
  pattern: '^(caller|workers-ai:@cf/[a-z0-9-]+/[a-z0-9.-]+)$',
  description: '`caller`, or `workers-ai:` and a model',
  examples: ['caller'],
}
const dimensions: JsonSchema = {
  type: 'integer',
  minimum: LIMITS.embeddingDimensionsMin,
  maximum: LIMITS.embeddingDimensionsMax,
  examples: [384],
}
const version: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.embedderVersionLengthMax,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  description: 'letters, digits, `.`, `_` and `-`, beginning with a letter or digit',
  examples: ['1'],
}
const nullable = (schema: JsonSchema): JsonSchema => ({ type: [schema.type, 'null'] })
const standing: Record<string, JsonSchema> = {
  embedder: { ...nullable(embedder), description: 'null: none, and no lane `Dense`' },
  dimensions: nullable(dimensions),
  version: nullable(version),
}
const names = Object.keys(standing)
const E5 = { embedder: 'caller', dimensions: 384, version: 'multilingual-e5-small' }

/** What makes the vectors of a namespace. */
export const EMBEDDER_OPERATIONS = [
  {
    id: 'getEmbedder',
    method: 'GET',
    path: '/v1/embedder',
    worker: 'library',
    scope: 'query:read',
    kind: null,
    summary: 'Read which embedder makes the vectors of a namespace',
    parameters: [],
    success: { status: 200, type: 'application/json', schema: closed(standing, names), example: E5 },
    problems: [],
  },
  {
    id: 'putEmbedder',
    method: 'PUT',
    path: '/v1/embedder',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Name the embedder of a namespace, for the lane `Dense`: the caller, who brings `embedding`, or a model of Workers AI',
    parameters: [],
    body: closed(
      described(
        { embedder, dimensions, version },
        {
          dimensions: 'How many numbers a vector has; a model of Workers AI says so itself.',
          version: 'A name for what makes the vectors; another one is another embedder. `1` when absent.',
        },
      ),
      ['embedder'],
    ),
    bodyExample: E5,
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ ...standing, status: { enum: ['created', 'replaced', 'unchanged'] } }, [
        ...names,
        'status',
      ]),
      example: { ...E5, status: 'created' },
    },
    problems: ['embedder_in_use'],
  },
] as const satisfies readonly Operation[]
