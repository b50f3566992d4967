import { HORIZON_CLASSES, type KINDS, LANES, TIERS } from '../crc-v1.ts'
import { LIMITS } from '../limits.ts'
import type { JsonSchema, Parameter } from '../operation.ts'

/** Text with at least one character that is not white space. */
export const text = (lengthMax: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: lengthMax,
  pattern: '\\S',
})

/** An object that refuses members it does not name. */
export const closed = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** A UTC-convertible RFC 3339 date-time. */
export const instant: JsonSchema = { type: 'string', format: 'date-time', maxLength: 40 }
/** A year, month, day or instant; its precision is kept. */
export const partialDate: JsonSchema = {
  type: 'string',
  maxLength: 40,
  pattern:
    '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:([0-5]\\d|60)(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d))?)?)?$',
}
export const horizonClass: JsonSchema = { enum: HORIZON_CLASSES }
export const hydrate: JsonSchema = { enum: TIERS, default: 'pointer' }
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
}
export const tokenBudget: JsonSchema = {
  type: 'integer',
  minimum: LIMITS.tokenBudgetMin,
  maximum: LIMITS.tokenBudgetMax,
}
export const lanes: JsonSchema = { type: 'array', items: { enum: LANES }, minItems: 1, uniqueItems: true }
export const sourceId: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.sourceIdLengthMax,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
}
/** A path segment's id: no controls, not `.` or `..` (the URL parser resolves those before any router sees them). */
export const pathId = (lengthMax: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: lengthMax,
  pattern: '^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f]+$',
})
export const documentId = pathId(LIMITS.documentIdLengthMax)
export const entity = pathId(LIMITS.entityLengthMax)
export const factKey = pathId(LIMITS.factKeyLengthMax)
export const sessionId = pathId(LIMITS.sessionIdLengthMax)

const oneOrMore = (items: JsonSchema): JsonSchema => ({
  anyOf: [items, { type: 'array', items, minItems: 1, maxItems: LIMITS.filterConditionsMax }],
})
const instantRange = closed({ gte: instant, lt: instant })
/** Conditions of one object all hold; `and`, `or`, `not` nest. Depth and count are bounded beside the schema. */
export const filter: JsonSchema = {
  $id: 'https://cairn.dev/schemas/filter.json',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    source: oneOrMore(sourceId),
    kind: oneOrMore(text(LIMITS.tagLengthMax)),
    tags: oneOrMore(text(LIMITS.tagLengthMax)),
    speaker: oneOrMore(text(LIMITS.authorLengthMax)),
    created_at: instantRange,
    event_at: instantRange,
    and: { type: 'array', items: { $ref: '#' }, minItems: 1, maxItems: LIMITS.filterConditionsMax },
    or: { type: 'array', items: { $ref: '#' }, minItems: 1, maxItems: LIMITS.filterConditionsMax },
    not: { $ref: '#' },
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
