import { LIMITS } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { FACT_CHANGE_OPERATIONS } from './fact-changes.ts'
import { asOf, factBody, factWritten, slug, statedFact, WRITE_PROBLEMS, WRITTEN } from './fact-schemas.ts'
import { FACT_STANDING_OPERATIONS } from './fact-standing.ts'
import { closed, crcAnswer, entity, paging, path, query, receiptOrNull, sessionId } from './schemas.ts'

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
    problems: [...WRITE_PROBLEMS, 'precondition_failed'],
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
    body: statedFact,
    bodyExample: { entity: 'acme', key: 'works_at', value: 'Initech' },
    success: { status: 201, type: 'application/json', schema: factWritten, example: WRITTEN },
    creates: true,
    problems: [...WRITE_PROBLEMS, 'idempotency_mismatch'],
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
  ...FACT_STANDING_OPERATIONS,
  ...FACT_CHANGE_OPERATIONS,
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
