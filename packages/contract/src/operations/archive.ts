import type { JsonSchema, Operation } from '../operation.ts'
import { closed, documentId, entity, path, sourceId } from './schemas.ts'

const archiveLine: JsonSchema = {
  type: 'object',
  description:
    'one line of an archive: `export` first, then rows as they are stored with ids, versions and recorded times, `end` last',
  properties: {
    n: { type: 'integer', minimum: 1, description: 'Which line it is, from 1.', examples: [1] },
    type: { type: 'string', description: 'What the line holds.', examples: ['export'] },
  },
  required: ['n', 'type'],
  additionalProperties: true,
}
const intakeLine: JsonSchema = closed(
  {
    line: { type: 'integer', minimum: 0 },
    status: { type: 'string', enum: ['standing', 'committed', 'finished', 'refused'] },
    problem: { type: 'object', description: 'the problem document of what was refused' },
  },
  ['line', 'status'],
)

const count: JsonSchema = { type: 'integer', minimum: 0 }
const bound: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 0,
  description: 'null: without bound',
}
const counts = (names: readonly string[]): JsonSchema =>
  closed(Object.fromEntries(names.map((name) => [name, count])), names)
const usageAnswer: JsonSchema = closed(
  {
    namespace: { type: 'string' },
    documents: count,
    passages: count,
    facts: count,
    research: counts(['sources', 'passages', 'citations', 'notebooks']),
    bytes: { ...count, description: 'UTF-8 bytes of live documents and research, and of all fact values' },
    commits: { ...count, description: 'how often the namespace was written to, merging included' },
    quota: closed({ passages_max: bound, bytes_max: bound }, ['passages_max', 'bytes_max']),
  },
  ['namespace', 'documents', 'passages', 'facts', 'research', 'bytes', 'commits', 'quota'],
)

const SCOPES = ['document', 'source', 'entity', 'namespace'] as const
const erasureAnswer: JsonSchema = closed(
  {
    erasure_id: { type: 'string' },
    scope: { type: 'string', enum: SCOPES },
    status: { type: 'string', enum: ['running', 'done'] },
    removed: counts(['documents', 'facts', 'research']),
    receipt: {
      type: ['string', 'null'],
      description: 'the receipt of the last commit that removed anything',
    },
    requested_at: { type: 'string' },
    finished_at: { type: ['string', 'null'] },
  },
  ['erasure_id', 'scope', 'status', 'removed', 'receipt', 'requested_at', 'finished_at'],
)
const ERASED = {
  erasure_id: '5f0c1c5e8a3b4c7e',
  scope: 'document',
  status: 'done',
  removed: { documents: 1, facts: 0, research: 0 },
  receipt: 'rZm9vYmFyYmF6cXV4',
  requested_at: '2026-11-30T09:30:00.000Z',
  finished_at: '2026-11-30T09:30:01.000Z',
} as const

/** Everything a namespace holds: out, in, and away. */
export const ARCHIVE_OPERATIONS = [
  {
    id: 'exportNamespace',
    method: 'GET',
    path: '/v1/export',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Export everything a namespace holds, one record a line; the last line is `end` when it is whole',
    parameters: [],
    success: {
      status: 200,
      type: 'application/x-ndjson',
      schema: archiveLine,
      example: { n: 1, type: 'export', format: 1, namespace: 'default', number: 1, epoch: 'e1', version: 42 },
    },
    problems: [],
  },
  {
    id: 'importNamespace',
    method: 'POST',
    path: '/v1/import',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Take an archive into an empty namespace: every pointer, version and time is as it was. Sent again, an import that was cut off goes on',
    parameters: [],
    body: archiveLine,
    bodyTypes: ['application/x-ndjson'],
    bodyExample: { n: 1, type: 'export' },
    success: {
      status: 200,
      type: 'application/x-ndjson',
      schema: intakeLine,
      example: { line: 42, status: 'finished' },
    },
    problems: ['namespace_not_empty', 'quota_exceeded', 'index_backlog', 'unsupported_media_type'],
  },
  {
    id: 'startErasure',
    method: 'POST',
    path: '/v1/erasures',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary:
      'Erase a document, a source, the facts of an entity, or all of a namespace: from answers at once, its bytes from the store after it',
    parameters: [],
    body: closed(
      {
        scope: { type: 'string', enum: SCOPES, description: 'What is erased.' },
        source: sourceId,
        document: documentId,
        entity,
      },
      ['scope'],
    ),
    bodyExample: { scope: 'document', source: 'handbook', document: 'guide/keys' },
    success: { status: 201, type: 'application/json', schema: erasureAnswer, example: ERASED },
    creates: true,
    problems: [
      'document_not_found',
      'source_not_found',
      'fact_not_found',
      'idempotency_mismatch',
      'write_conflict',
      'index_backlog',
    ],
  },
  {
    id: 'getErasure',
    method: 'GET',
    path: '/v1/erasures/{id}',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary: 'Read how far an erasure is',
    parameters: [
      path(
        'id',
        {
          type: 'string',
          pattern: '^[0-9a-f]{16}$',
          description: '16 hexadecimal digits',
          examples: ['5f0c1c5e8a3b4c7e'],
        },
        'The erasure.',
        '5f0c1c5e8a3b4c7e',
      ),
    ],
    success: { status: 200, type: 'application/json', schema: erasureAnswer, example: ERASED },
    problems: ['erasure_not_found'],
  },
  {
    id: 'usage',
    method: 'GET',
    path: '/v1/usage',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary: 'Read what a namespace holds, and what it may hold',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: usageAnswer,
      example: {
        namespace: 'default',
        documents: 3,
        passages: 17,
        facts: 5,
        research: { sources: 1, passages: 2, citations: 2, notebooks: 1 },
        bytes: 40960,
        commits: 42,
        quota: { passages_max: null, bytes_max: 1_073_741_824 },
      },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
