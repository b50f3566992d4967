import { LIMITS } from '../limits.ts'
import type { JsonSchema } from '../operation.ts'
import { described } from './described.ts'
import { closed, entity, factKey, horizonClass, partialDate, path, query, receiptOrNull } from './schemas.ts'

/** The path parameters of one slug. */
export const slug = [
  path('entity', entity, 'What the fact is about.', 'acme'),
  path('key', factKey, 'Which of its properties.', 'works_at'),
] as const
/** The two axes of time that a fact is read on. */
export const asOf = [
  query('as_of', partialDate, 'The moment in the world to answer for; now by default.'),
  query('recorded_as_of', partialDate, 'What was known at this moment; now by default.'),
] as const
/** A fact id, as this service printed it. */
export const factId: JsonSchema = {
  type: 'string',
  pattern: '^f\\d{1,15}(\\.\\d{1,6})?$',
  description: 'a fact id as this service printed it',
  examples: ['f17'],
}
/** What is said of a fact beside its slug. */
export const factBody: Record<string, JsonSchema> = described(
  {
    value: {
      description: 'any JSON value of at most 16 KiB',
      'x-bytes-max': LIMITS.factValueBytesMax,
      examples: ['Initech'],
    },
    confidence: { type: 'number', minimum: 0, maximum: 1, examples: [0.9] },
    valid_from: partialDate,
    valid_to: partialDate,
    observed_at: partialDate,
    horizon_class: horizonClass,
    cardinality: { type: 'string', enum: ['one', 'many'] },
    supersedes: factId,
    provenance: { type: 'object', maxProperties: 32, examples: [{ tool: 'crm' }] },
  },
  {
    confidence: 'How sure its source is, from 0 to 1.',
    horizon_class: 'How soon it should be verified again.',
    cardinality: 'Whether one value holds at a time, so that a new one supersedes it, or many do.',
    provenance: 'Where it comes from, as any members.',
  },
)
/** A whole fact, its slug among its members. */
export const statedFact: JsonSchema = closed({ entity, key: factKey, ...factBody }, [
  'entity',
  'key',
  'value',
])
/** What a write to a slug answers. */
export const factWritten: JsonSchema = closed(
  {
    fact_id: { type: 'string' },
    entity: { type: 'string' },
    key: { type: 'string' },
    existed: { type: 'boolean' },
    current: { type: 'boolean' },
    superseded_by: { type: ['string', 'null'] },
    canonical_slug: { type: 'string' },
    receipt: receiptOrNull,
  },
  ['fact_id', 'entity', 'key', 'existed', 'current', 'superseded_by', 'canonical_slug'],
)
/** What a write to a slug answers, as an example. */
export const WRITTEN = {
  fact_id: 'f17',
  entity: 'acme',
  key: 'works_at',
  existed: false,
  current: true,
  superseded_by: null,
  canonical_slug: 'acme/works_at',
} as const
/** What a write of facts may be refused for. */
export const WRITE_PROBLEMS = [
  'supersedes_conflict',
  'observed_in_future',
  'write_conflict',
  'quota_exceeded',
  'index_backlog',
] as const
