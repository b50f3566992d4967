import { HORIZON_CLASSES, type KINDS, LANES, TIERS } from '../answer.ts'
import { LIMITS } from '../limits.ts'
import type { JsonSchema, Parameter } from '../operation.ts'

/** Text with at least one character that is not white space. */
export const text = (lengthMax: number, example = 'signing key'): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: lengthMax,
  pattern: '\\S',
  description: 'text with at least one character that is not white space',
  examples: [example],
})

/** An object that refuses members it does not name. */
export const closed = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** A UTC-convertible RFC 3339 date-time. */
export const instant: JsonSchema = {
  type: 'string',
  format: 'date-time',
  maxLength: 40,
  description: 'an RFC 3339 date-time that exists',
  examples: ['2026-11-30T09:30:00Z'],
}
/** A year, month, day or instant; its precision is kept. */
export const partialDate: JsonSchema = {
  type: 'string',
  format: 'partial-date',
  maxLength: 40,
  description: 'a year, month, day or RFC 3339 date-time that exists',
  examples: ['2024-03'],
}
/** The receipt of the commit that wrote a thing; null where none was made. */
export const receiptOrNull: JsonSchema = {
  type: ['string', 'null'],
  description: 'the receipt of the commit, as `GET /v1/receipts/{id}` takes it',
}
export const horizonClass: JsonSchema = { type: 'string', enum: HORIZON_CLASSES }
/** The tier of a body or query; no default here, so that a caller who says nothing contradicts nobody. */
export const hydrate: JsonSchema = {
  type: 'string',
  enum: TIERS,
  description:
    'how much of each thing comes along; `pointer` when absent, `full` when there is a `token_budget`',
}
export const limit: JsonSchema = {
  type: 'integer',
  minimum: LIMITS.limitMin,
  maximum: LIMITS.limitMax,
  default: LIMITS.limitDefault,
}
export const cursor: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 120,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'a cursor as `next.cursor` printed it',
  examples: ['AQAAAAAAAAABAAAACg'],
}
export const tokenBudget: JsonSchema = {
  type: 'integer',
  minimum: LIMITS.tokenBudgetMin,
  maximum: LIMITS.tokenBudgetMax,
  examples: [2000],
}
export const lanes: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: LANES },
  minItems: 1,
  uniqueItems: true,
}
export const sourceId: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.sourceIdLengthMax,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  description: 'letters, digits, `.`, `_` and `-`, beginning with a letter or digit',
  examples: ['handbook'],
}
/** A vector as its embedder made it; its direction alone counts, so it need not have unit length. */
export const embedding: JsonSchema = {
  type: 'array',
  items: { type: 'number' },
  minItems: LIMITS.embeddingDimensionsMin,
  maxItems: LIMITS.embeddingDimensionsMax,
  examples: [[0.12, -0.34, 0.56, 0.08, -0.21, 0.43, -0.05, 0.3]],
}
/** A path segment's id: no controls, not `.` or `..` (the URL parser resolves those before any router sees them). */
export const pathId = (lengthMax: number, example = 'chat-42'): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: lengthMax,
  pattern: '^(?!\\.{1,2}$)[^\\p{Cc}\\p{Cs}]+$',
  description: 'text without control characters that is not `.` or `..`',
  examples: [example],
})
export const documentId = pathId(LIMITS.documentIdLengthMax, 'guide/keys')
export const entity = pathId(LIMITS.entityLengthMax, 'acme')
export const factKey = pathId(LIMITS.factKeyLengthMax, 'works_at')
export const sessionId = pathId(LIMITS.sessionIdLengthMax)

/** One value of a sort, or a list of alternatives. */
const oneOrMore = (items: JsonSchema): JsonSchema => ({
  ...items,
  type: ['string', 'array'],
  items,
  minItems: 1,
  maxItems: LIMITS.filterConditionsMax,
})
const instantRange = {
  ...closed({ gte: instant, lt: instant }),
  minProperties: 1,
  description: 'from `gte` on, and before `lt`',
}
const filters: JsonSchema = {
  type: 'array',
  items: { $ref: '#' },
  minItems: 1,
  maxItems: LIMITS.filterConditionsMax,
  description: 'filters, all of which or one of which must hold',
  examples: [[{ source: 'handbook' }]],
}
/** Conditions of one object all hold; `and`, `or`, `not` nest. Depth and count are bounded beside the schema. */
export const filter: JsonSchema = {
  $id: 'https://cairn.dev/schemas/filter.json',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  examples: [{ source: 'handbook' }],
  properties: {
    source: oneOrMore(sourceId),
    kind: oneOrMore(text(LIMITS.tagLengthMax, 'doc')),
    tags: oneOrMore(text(LIMITS.tagLengthMax, 'security')),
    speaker: oneOrMore(text(LIMITS.authorLengthMax, 'Ada')),
    created_at: instantRange,
    event_at: instantRange,
    and: filters,
    or: filters,
    not: { $ref: '#', description: 'a filter that must not hold' },
  },
}

/** Where an answer's schema is another published document: the CRC-v1 envelope of one kind. */
export const crcAnswer = (kind: (typeof KINDS)[number]): JsonSchema => ({
  allOf: [
    { $ref: 'https://cuecrux.com/contracts/crc-v1.schema.json' },
    { properties: { kind: { const: kind } } },
  ],
})

export const query = (
  name: string,
  schema: JsonSchema,
  description: string,
  example?: unknown,
): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...(example === undefined ? {} : { example }),
})
export const path = (name: string, schema: JsonSchema, description: string, example: unknown): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
})

/** Query parameters of every list. */
export const paging: readonly Parameter[] = [
  query('limit', limit, 'How many to answer with.'),
  query('cursor', cursor, 'Where the page before ended, as its `next.cursor` printed it.'),
]
