import { HORIZON_CLASSES } from '../answer.ts'
import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { asOf, factBody, factId, slug } from './fact-schemas.ts'
import { closed, cursor, entity, factKey, paging, partialDate } from './schemas.ts'

/** How a fact stands at a moment: it holds, or the first of these that keeps it from holding. */
export const FACT_STANDINGS = ['current', 'retracted', 'future', 'superseded', 'ended'] as const
/** How what was asked about stands: a fact as above, or `contradicted` where something else holds, `unknown` where nothing does. */
export const CHECK_STANDINGS = [...FACT_STANDINGS, 'contradicted', 'unknown'] as const

const id: JsonSchema = { type: 'string' }
const idOrNull: JsonSchema = { type: ['string', 'null'] }
const date: JsonSchema = { type: ['string', 'null'] }
const at: JsonSchema = { type: 'string', format: 'date-time' }
const whole = (properties: Record<string, JsonSchema>): JsonSchema =>
  closed(properties, Object.keys(properties))
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

const freshness = whole({
  effective_confidence: { type: ['number', 'null'] },
  age_hours: { type: 'integer' },
  horizon_class: { type: 'string', enum: HORIZON_CLASSES },
  superseded_by: idOrNull,
})

/** Everything that decides whether one fact is current. */
const factReasons = whole({
  fact_id: id,
  standing: { type: 'string', enum: FACT_STANDINGS },
  order: whole({
    effective_at: at,
    effective_from: { type: 'string', enum: ['valid_from', 'observed_at', 'recorded_at'] },
    recorded_at: at,
    fact_id: id,
  }),
  cardinality: { type: 'string', enum: ['one', 'many'] },
  valid: whole({ from: date, to: date, observed_at: date }),
  supersedes: idOrNull,
  successor: orNull(
    whole({
      fact_id: id,
      by: { type: 'string', enum: ['name', 'order'] },
      effective_at: at,
      recorded_at: at,
    }),
  ),
  retraction: orNull(whole({ retracted_at: at, reason: idOrNull })),
  freshness: whole({
    confidence: { type: ['number', 'null'] },
    horizon_class: { type: 'string', enum: HORIZON_CLASSES },
    horizon_hours: { type: ['integer', 'null'] },
    anchor: { type: 'string', enum: ['reverified_at', 'observed_at', 'recorded_at'] },
    anchored_at: at,
    age_hours: { type: 'integer' },
    effective_confidence: { type: ['number', 'null'] },
  }),
})

/** A fact that a caller remembers: by its id, or by what it said. */
const rememberedFact: JsonSchema = {
  ...closed({ fact_id: factId, entity, key: factKey, value: factBody.value! }),
  oneOf: [
    { required: ['fact_id'], maxProperties: 1 },
    { required: ['entity', 'key', 'value'], maxProperties: 3 },
  ],
  description: 'a fact id alone, or an entity, a key and the value that is believed',
  examples: [{ fact_id: 'f17' }],
}

const CHECKED = {
  fact_id: 'f17',
  canonical_slug: 'acme/works_at',
  standing: 'superseded',
  superseded_by: 'f18',
  freshness: { effective_confidence: 0.9, age_hours: 2, horizon_class: 'medium', superseded_by: 'f18' },
} as const

/** How facts stand, and why. */
export const FACT_STANDING_OPERATIONS = [
  {
    id: 'factWhy',
    method: 'GET',
    path: '/v1/facts/{entity}/{key}/why',
    worker: 'facts',
    scope: 'facts:read',
    kind: null,
    summary: 'Read what decides which fact of a slug is current, newest first',
    parameters: [...slug, ...asOf, ...paging],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          canonical_slug: { type: 'string' },
          facts: { type: 'array', items: factReasons },
          next: closed({ cursor }),
        },
        ['canonical_slug', 'facts', 'next'],
      ),
      example: {
        canonical_slug: 'acme/works_at',
        facts: [
          {
            fact_id: 'f17',
            standing: 'current',
            order: {
              effective_at: '2024-03-01T00:00:00.000Z',
              effective_from: 'valid_from',
              recorded_at: '2026-11-30T09:30:00.000Z',
              fact_id: 'f17',
            },
            cardinality: 'one',
            valid: { from: '2024-03', to: null, observed_at: null },
            supersedes: null,
            successor: null,
            retraction: null,
            freshness: {
              confidence: 0.9,
              horizon_class: 'medium',
              horizon_hours: 840,
              anchor: 'recorded_at',
              anchored_at: '2026-11-30T09:30:00.000Z',
              age_hours: 2,
              effective_confidence: 0.899,
            },
          },
        ],
        next: {},
      },
    },
    problems: ['fact_not_found', 'cursor_invalid', 'cursor_mismatch', 'cursor_expired'],
  },
  {
    id: 'checkFacts',
    method: 'POST',
    path: '/v1/facts/check',
    worker: 'facts',
    scope: 'facts:read',
    kind: null,
    summary: 'Ask of up to 500 remembered facts whether each still holds',
    parameters: [],
    body: closed(
      {
        facts: {
          description: 'What the caller believes, to be compared with what holds.',
          type: 'array',
          minItems: 1,
          maxItems: LIMITS.factsCheckMax,
          items: rememberedFact,
        },
        as_of: partialDate,
        recorded_as_of: partialDate,
      },
      ['facts'],
    ),
    bodyExample: { facts: [{ fact_id: 'f17' }, { entity: 'acme', key: 'founded', value: 1999 }] },
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          facts: {
            type: 'array',
            items: whole({
              fact_id: idOrNull,
              canonical_slug: idOrNull,
              standing: { type: 'string', enum: CHECK_STANDINGS },
              superseded_by: idOrNull,
              freshness: orNull(freshness),
            }),
          },
        },
        ['facts'],
      ),
      example: { facts: [CHECKED] },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
