import { LIMITS } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { factId, factWritten, slug, statedFact, WRITE_PROBLEMS, WRITTEN } from './fact-schemas.ts'
import { closed, instant, receiptOrNull, text } from './schemas.ts'

/** What is changed about facts that are stored, and how many are written at once. */
export const FACT_CHANGE_OPERATIONS = [
  {
    id: 'batchFacts',
    method: 'POST',
    path: '/v1/facts/batch',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'State up to 100 facts in one commit: all of them or none',
    parameters: [],
    body: closed(
      {
        facts: {
          type: 'array',
          description: 'The facts to state, each with its slug.',
          items: statedFact,
          minItems: 1,
          maxItems: LIMITS.factsBatchMax,
        },
      },
      ['facts'],
    ),
    bodyExample: {
      facts: [
        { entity: 'acme', key: 'works_at', value: 'Initech' },
        { entity: 'acme', key: 'founded', value: 1999, valid_from: '1999' },
      ],
    },
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ facts: { type: 'array', items: factWritten } }, ['facts']),
      example: { facts: [WRITTEN] },
    },
    creates: true,
    problems: [...WRITE_PROBLEMS, 'idempotency_mismatch'],
  },
  {
    id: 'retractFact',
    method: 'POST',
    path: '/v1/facts/{entity}/{key}/retract',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'Say of a fact that it was wrong; it stays in the history',
    parameters: slug,
    body: closed({ fact_id: factId, reason: text(LIMITS.reasonLengthMax, 'misheard') }, ['fact_id']),
    bodyExample: { fact_id: 'f17', reason: 'misheard' },
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          fact_id: { type: 'string' },
          entity: { type: 'string' },
          key: { type: 'string' },
          existed: { type: 'boolean', description: 'it had been retracted before' },
          retracted_at: instant,
          reason: { type: ['string', 'null'] },
          canonical_slug: { type: 'string' },
          receipt: receiptOrNull,
        },
        ['fact_id', 'entity', 'key', 'existed', 'retracted_at', 'reason', 'canonical_slug'],
      ),
      example: {
        fact_id: 'f17',
        entity: 'acme',
        key: 'works_at',
        existed: false,
        retracted_at: '2026-11-30T09:30:00.000Z',
        reason: 'misheard',
        canonical_slug: 'acme/works_at',
      },
    },
    problems: ['fact_not_found', 'precondition_failed', 'index_backlog'],
  },
  {
    id: 'reverifyFact',
    method: 'POST',
    path: '/v1/facts/{entity}/{key}/reverify',
    worker: 'facts',
    scope: 'facts:write',
    kind: null,
    summary: 'Say of a fact that it was found to hold still: its age begins anew',
    parameters: slug,
    body: closed({ fact_id: factId }, ['fact_id']),
    bodyExample: { fact_id: 'f17' },
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          fact_id: { type: 'string' },
          entity: { type: 'string' },
          key: { type: 'string' },
          reverified_at: instant,
          current: { type: 'boolean' },
          superseded_by: { type: ['string', 'null'] },
          canonical_slug: { type: 'string' },
          receipt: receiptOrNull,
        },
        ['fact_id', 'entity', 'key', 'reverified_at', 'current', 'superseded_by', 'canonical_slug'],
      ),
      example: {
        fact_id: 'f17',
        entity: 'acme',
        key: 'works_at',
        reverified_at: '2026-11-30T09:30:00.000Z',
        current: true,
        superseded_by: null,
        canonical_slug: 'acme/works_at',
      },
    },
    problems: ['fact_not_found', 'fact_retracted', 'precondition_failed'],
  },
] as const satisfies readonly Operation[]
