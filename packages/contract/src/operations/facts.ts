import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import {
  closed,
  crcAnswer,
  entity,
  factKey,
  horizonClass,
  paging,
  partialDate,
  path,
  query,
  receiptOrNull,
  sessionId,
} from './schemas.ts'

const slug = [
  path('entity', entity, 'What the fact is about.', 'acme'),
  path('key', factKey, 'Which of its properties.', 'works_at'),
] as const
const asOf = [
  query('as_of', partialDate, 'The moment in the world to answer for; now by default.'),
  query('recorded_as_of', partialDate, 'What was known at this moment; now by default.'),
] as const
const factBody: Record<string, JsonSchema> = {
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
  supersedes: {
    type: 'string',
    pattern: '^f\\d{1,15}$',
    description: 'a fact id as this service printed it',
    examples: ['f17'],
  },
  provenance: { type: 'object', maxProperties: 32, examples: [{ tool: 'crm' }] },
}
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
const WRITTEN = {
  fact_id: 'f17',
  entity: 'acme',
  key: 'works_at',
  existed: false,
  current: true,
  superseded_by: null,
  canonical_slug: 'acme/works_at',
} as const
const writeProblems = [
  'supersedes_conflict',
  'observed_in_future',
  'write_conflict',
  'quota_exceeded',
] as const

/** Facts: what is true of an entity, since when, and what replaced it. */
export const FACT_OPERATIONS = [
  {
    id: 'putFact',
    method: 'PUT',
    path: '/v1/facts/{entity}/{key}',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'State a fact',
    parameters: slug,
    body: closed(factBody, ['value']),
    bodyExample: { value: 'Initech', valid_from: '2024-03' },
    success: { status: 200, type: 'application/json', schema: factWritten, example: WRITTEN },
    problems: writeProblems,
  },
  {
    id: 'getFact',
    method: 'GET',
    path: '/v1/facts/{entity}/{key}',
    worker: 'facts',
    scope: 'facts:read',
    kind: 'fact',
    summary: 'Read what currently holds',
    parameters: [...slug, ...asOf],
    success: { status: 200, type: 'application/json', schema: crcAnswer('fact') },
    problems: ['fact_not_found'],
  },
  {
    id: 'createFact',
    method: 'POST',
    path: '/v1/facts',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'State a fact, its slug in the body',
    parameters: [],
    body: closed({ entity, key: factKey, ...factBody }, ['entity', 'key', 'value']),
    bodyExample: { entity: 'acme', key: 'works_at', value: 'Initech' },
    success: { status: 201, type: 'application/json', schema: factWritten, example: WRITTEN },
    creates: true,
    problems: [...writeProblems, 'idempotency_mismatch'],
  },
  {
    id: 'listFacts',
    method: 'GET',
    path: '/v1/facts',
    worker: 'facts',
    scope: 'facts:read',
    kind: 'fact',
    summary: 'Read the facts of an entity, or of every entity with a prefix',
    parameters: [
      query('entity', entity, 'Only facts of this entity.', 'acme'),
      query('prefix', entity, 'Only facts of entities that begin so.', 'ac'),
      query('include_superseded', { type: 'boolean', default: false }, 'Also what no longer holds.'),
      ...asOf,
      ...paging,
    ],
    success: { status: 200, type: 'application/json', schema: crcAnswer('fact') },
    problems: ['cursor_invalid', 'cursor_mismatch', 'cursor_expired'],
  },
  {
    id: 'factHistory',
    method: 'GET',
    path: '/v1/facts/{entity}/{key}/history',
    worker: 'facts',
    scope: 'facts:read',
    kind: 'fact',
    summary: 'Read everything that was ever stated at a slug, newest first',
    parameters: [...slug, ...paging],
    success: { status: 200, type: 'application/json', schema: crcAnswer('fact') },
    problems: ['fact_not_found', 'cursor_invalid', 'cursor_mismatch', 'cursor_expired'],
  },
] as const satisfies readonly Operation[]

const id = path('id', sessionId, 'The session.', 'chat-42')
const sessionWritten = closed(
  {
    session_id: { type: 'string' },
    version: { type: 'integer' },
    etag: { type: 'string' },
    canonical_slug: { type: 'string' },
    receipt: receiptOrNull,
  },
  ['session_id', 'version', 'etag', 'canonical_slug'],
)

/** Session state: one JSON value a session, with its last versions. */
export const SESSION_OPERATIONS = [
  {
    id: 'putSessionState',
    method: 'PUT',
    path: '/v1/sessions/{id}/state',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'Store the state of a session; `If-Match` guards against lost updates',
    parameters: [
      id,
      query(
        'ttl_seconds',
        { type: 'integer', minimum: 60, maximum: 31_536_000, examples: [3600] },
        'Seconds until the state expires; never by default.',
      ),
    ],
    body: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      description: 'any JSON value of at most 64 KiB',
      'x-bytes-max': LIMITS.sessionStateBytesMax,
      examples: [{ step: 3 }],
    },
    bodyExample: { step: 3, plan: ['search', 'read'] },
    success: {
      status: 200,
      type: 'application/json',
      schema: sessionWritten,
      example: { session_id: 'chat-42', version: 3, etag: '"3"', canonical_slug: 'chat-42' },
    },
    problems: ['precondition_failed', 'quota_exceeded', 'write_conflict'],
  },
  {
    id: 'sessionState',
    method: 'GET',
    path: '/v1/sessions/{id}/state',
    worker: 'facts',
    scope: 'facts:read',
    kind: 'session',
    summary: 'Read the state of a session',
    parameters: [id],
    success: { status: 200, type: 'application/json', schema: crcAnswer('session') },
    problems: ['session_not_found'],
  },
  {
    id: 'deleteSessionState',
    method: 'DELETE',
    path: '/v1/sessions/{id}/state',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'Delete the state of a session and its versions',
    parameters: [id],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        { session_id: { type: 'string' }, deleted: { type: 'boolean' }, receipt: receiptOrNull },
        ['session_id', 'deleted'],
      ),
      example: { session_id: 'chat-42', deleted: true },
    },
    problems: ['precondition_failed'],
  },
  {
    id: 'sessionHistory',
    method: 'GET',
    path: '/v1/sessions/{id}/history',
    worker: 'facts',
    scope: 'facts:read',
    kind: null,
    summary: 'List the last versions of a session state, newest first',
    parameters: [id],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          session_id: { type: 'string' },
          versions: {
            type: 'array',
            items: closed(
              {
                version: { type: 'integer' },
                etag: { type: 'string' },
                updated_at: { type: 'string' },
                state: {},
              },
              ['version', 'etag', 'updated_at', 'state'],
            ),
          },
        },
        ['session_id', 'versions'],
      ),
      example: {
        session_id: 'chat-42',
        versions: [{ version: 3, etag: '"3"', updated_at: '2026-11-30T09:30:00.000Z', state: { step: 3 } }],
      },
    },
    problems: ['session_not_found'],
  },
] as const satisfies readonly Operation[]
