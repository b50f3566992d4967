import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { described } from './described.ts'
import {
  closed,
  cursor,
  documentId,
  embedding,
  horizonClass,
  instant,
  paging,
  path,
  query,
  receiptOrNull,
  sourceId,
  text,
} from './schemas.ts'

const flag = { type: 'boolean', default: false } as const
/** KnowledgeSourceManifestV1: members that are absent take their defaults. */
export const sourceManifest: JsonSchema = closed(
  described(
    {
      source_id: sourceId,
      display_name: { type: 'string', maxLength: LIMITS.titleLengthMax, default: '' },
      kinds: {
        type: 'array',
        items: text(LIMITS.tagLengthMax, 'doc'),
        maxItems: 32,
        uniqueItems: true,
        default: [],
      },
      capabilities: {
        ...closed({
          search: { ...flag, description: 'Can be searched.' },
          exact_get: { ...flag, description: 'Gives a document by its id.' },
          delta_sync: { ...flag, description: 'Says what changed since a place.' },
          live_query: { ...flag, description: 'Answers from the live system.' },
          graph_edges: { ...flag, description: 'Has links between documents, which a bundle follows.' },
        }),
        default: {},
      },
      freshness_typical_ms: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
      cost_class: { type: 'string', enum: ['negligible', 'low', 'medium', 'high'], default: 'negligible' },
    },
    {
      display_name: 'What people call the source.',
      kinds: 'The kinds of documents it holds.',
      capabilities: 'What it can be asked for; nothing when absent.',
      freshness_typical_ms: 'How old its documents usually are, in milliseconds.',
      cost_class: 'What reading from it costs.',
    },
  ),
  [],
)
const message = closed(
  described(
    {
      speaker: { type: 'string', maxLength: LIMITS.authorLengthMax, examples: ['Ada'] },
      text: { type: 'string', minLength: 1, examples: ['The key rotates every 90 days.'] },
      at: instant,
    },
    { speaker: 'Who says it; `user` and `assistant` are known by these names.', text: 'What is said.' },
  ),
  ['speaker', 'text'],
)
/** A document as it is sent: a body as text, or the messages of a conversation. */
export const documentInput: JsonSchema = {
  ...closed(
    described(
      {
        id: documentId,
        title: { type: 'string', maxLength: LIMITS.titleLengthMax, examples: ['Keys'] },
        text: {
          ...text(LIMITS.documentBytesMax, 'Rotate the signing key every 90 days.'),
          'x-bytes-max': LIMITS.documentBytesMax,
        },
        messages: {
          type: 'array',
          items: message,
          minItems: 1,
          maxItems: LIMITS.documentPassagesMax,
          'x-bytes-max': LIMITS.documentBytesMax,
        },
        format: {
          type: 'string',
          enum: ['markdown', 'plain', 'html', 'code'],
          description: 'one of `markdown`, `plain`, `html` and `code`; `markdown` when absent',
        },
        uri: { type: 'string', maxLength: LIMITS.uriLengthMax, examples: ['https://example.org/keys'] },
        kind: text(LIMITS.tagLengthMax, 'doc'),
        tags: {
          type: 'array',
          items: text(LIMITS.tagLengthMax, 'security'),
          maxItems: LIMITS.tagsMax,
          uniqueItems: true,
        },
        author: { type: 'string', maxLength: LIMITS.authorLengthMax, examples: ['Ada'] },
        created_at: instant,
        event_at: instant,
        horizon_class: horizonClass,
        links: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: LIMITS.uriLengthMax, examples: ['guide/tokens'] },
          maxItems: LIMITS.linksMax,
        },
        embedding,
      },
      {
        title: 'What it is called; its words count twice.',
        messages: 'The turns of a conversation, in order; in place of `text`.',
        uri: 'Where it comes from.',
        tags: 'Labels to filter by and to ask for.',
        author: 'Who wrote it.',
        horizon_class: 'How soon it should be looked at again.',
        links: 'What it refers to: ids of the same source, `<source>/<id>` of others, or addresses.',
        embedding:
          'The document as a vector of the embedder of the namespace, where that is `caller` (`PUT /v1/embedder`).',
      },
    ),
    ['id'],
  ),
  oneOf: [{ required: ['text'] }, { required: ['messages'] }],
}
/** One answer line a document, in the order they were sent. */
export const documentLine: JsonSchema = closed(
  {
    line: { type: 'integer', minimum: 1 },
    id: { type: ['string', 'null'] },
    status: { type: 'string', enum: ['created', 'replaced', 'unchanged', 'refused'] },
    pointers: { type: 'array', items: { type: 'string' } },
    receipt: receiptOrNull,
    problem: { type: 'object', description: 'the problem document of a refused line' },
  },
  ['line', 'id', 'status', 'pointers'],
)
const storedManifest: JsonSchema = {
  ...sourceManifest,
  required: ['source_id', 'display_name', 'kinds', 'capabilities', 'freshness_typical_ms', 'cost_class'],
}
const HANDBOOK = {
  source_id: 'handbook',
  display_name: 'Handbook',
  kinds: ['doc'],
  capabilities: { search: true, exact_get: true, delta_sync: false, live_query: false, graph_edges: false },
  freshness_typical_ms: 0,
  cost_class: 'negligible',
} as const
const { embedding: _, ...givenBack } = documentInput.properties as JsonSchema
const storedDocument: JsonSchema = {
  ...documentInput,
  properties: {
    ...givenBack,
    source_id: sourceId,
    pointers: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'source_id', 'pointers'],
}
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const every = (properties: Record<string, JsonSchema>): JsonSchema =>
  closed(properties, Object.keys(properties))
const documentItem = every({
  id: documentId,
  title: textOrNull,
  uri: textOrNull,
  kind: textOrNull,
  tags: { type: 'array', items: { type: 'string' } },
  author: textOrNull,
  created_at: textOrNull,
  event_at: textOrNull,
  passages: whole,
})
const namespaceItem = every({
  name: { type: 'string' },
  number: whole,
  epoch: { type: 'string' },
  version: whole,
  documents: whole,
  passages: whole,
  facts: whole,
  bytes: whole,
})
/** How a list goes on: with a cursor, or not at all. */
const next = closed({ cursor })
const source = path('id', sourceId, 'The source.', 'handbook')
const document = path('document', documentId, 'The document.', 'guide/keys')
const stored = closed({ source_id: sourceId, status: { enum: ['created', 'replaced', 'unchanged'] } }, [
  'source_id',
  'status',
])

/** The write side: sources and the documents in them. */
export const LIBRARY_OPERATIONS = [
  {
    id: 'putSource',
    method: 'PUT',
    path: '/v1/sources/{id}',
    worker: 'library',
    scope: 'library:write',
    kind: null,
    summary: 'Store the manifest of a source',
    parameters: [source],
    body: sourceManifest,
    bodyExample: {
      display_name: 'Handbook',
      kinds: ['doc'],
      capabilities: { search: true, exact_get: true },
    },
    success: {
      status: 200,
      type: 'application/json',
      schema: stored,
      example: { source_id: 'handbook', status: 'created' },
    },
    problems: [],
  },
  {
    id: 'getSource',
    method: 'GET',
    path: '/v1/sources/{id}',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'Read the manifest of a source',
    parameters: [source],
    success: { status: 200, type: 'application/json', schema: storedManifest, example: HANDBOOK },
    problems: ['source_not_found'],
  },
  {
    id: 'listSources',
    method: 'GET',
    path: '/v1/sources',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'List the manifests of a namespace',
    parameters: paging,
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ sources: { type: 'array', items: storedManifest }, next }, ['sources', 'next']),
      example: { sources: [HANDBOOK], next: {} },
    },
    problems: ['cursor_invalid', 'cursor_mismatch', 'cursor_expired'],
  },
  {
    id: 'deleteSource',
    method: 'DELETE',
    path: '/v1/sources/{id}',
    worker: 'library',
    scope: 'library:write',
    kind: null,
    summary: 'Delete a source; with `cascade=true` its documents too',
    parameters: [source, query('cascade', flag, 'Delete the documents of the source as well.')],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        { source_id: sourceId, deleted: { type: 'boolean' }, documents_deleted: { type: 'integer' } },
        ['source_id', 'deleted', 'documents_deleted'],
      ),
      example: { source_id: 'handbook', deleted: true, documents_deleted: 3 },
    },
    problems: ['source_not_found', 'source_not_empty', 'write_conflict', 'index_backlog'],
  },
  {
    id: 'addDocuments',
    method: 'POST',
    path: '/v1/sources/{id}/documents',
    worker: 'library',
    scope: 'library:write',
    kind: null,
    summary: 'Add or replace documents: one as JSON, or many as NDJSON, one a line',
    parameters: [source],
    body: documentInput,
    bodyTypes: ['application/json', 'application/x-ndjson'],
    bodyExample: { id: 'guide/keys', title: 'Keys', text: '# Keys\n\nRotate the signing key every 90 days.' },
    success: {
      status: 200,
      type: 'application/json',
      schema: documentLine,
      example: {
        line: 1,
        id: 'guide/keys',
        status: 'created',
        pointers: ['12:0'],
        receipt: 'rZb2uYx0mTq4kV1sW',
      },
    },
    creates: true,
    problems: [
      'source_not_found',
      'quota_exceeded',
      'index_backlog',
      'write_conflict',
      'idempotency_mismatch',
      'unsupported_media_type',
      'embedder_unavailable',
    ],
  },
  {
    id: 'listDocuments',
    method: 'GET',
    path: '/v1/sources/{id}/documents',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'List the documents of a source',
    parameters: [source, ...paging],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ documents: { type: 'array', items: documentItem }, next }, ['documents', 'next']),
      example: {
        documents: [
          {
            id: 'guide/keys',
            title: 'Keys',
            uri: null,
            kind: 'doc',
            tags: ['security'],
            author: null,
            created_at: '2026-11-30T09:30:00.000Z',
            event_at: null,
            passages: 1,
          },
        ],
        next: { cursor: 'AQAAAAAAAAABAAAACg' },
      },
    },
    problems: ['source_not_found', 'cursor_invalid', 'cursor_mismatch', 'cursor_expired'],
  },
  {
    id: 'getDocument',
    method: 'GET',
    path: '/v1/sources/{id}/documents/{document}',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'Read a document as it was sent but for its `embedding`, with the pointers of its passages',
    parameters: [source, document],
    success: {
      status: 200,
      type: 'application/json',
      schema: storedDocument,
      example: { id: 'guide/keys', text: '# Keys', source_id: 'handbook', pointers: ['12:0'] },
    },
    problems: ['source_not_found', 'document_not_found', 'document_gone'],
  },
  {
    id: 'deleteDocument',
    method: 'DELETE',
    path: '/v1/sources/{id}/documents/{document}',
    worker: 'library',
    scope: 'library:write',
    kind: null,
    summary: 'Delete a document; it is gone from every answer at once',
    parameters: [source, document],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ id: { type: 'string' }, deleted: { type: 'boolean' }, receipt: receiptOrNull }, [
        'id',
        'deleted',
      ]),
      example: { id: 'guide/keys', deleted: true, receipt: 'rZb2uYx0mTq4kV1sW' },
    },
    problems: ['source_not_found', 'document_not_found', 'document_gone', 'write_conflict', 'index_backlog'],
  },
  {
    id: 'listNamespaces',
    method: 'GET',
    path: '/v1/namespaces',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary: 'List the namespaces of the tenant that the token names',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ namespaces: { type: 'array', items: namespaceItem } }, ['namespaces']),
      example: {
        namespaces: [
          {
            name: 'default',
            number: 1,
            epoch: 'e1',
            version: 42,
            documents: 3,
            passages: 17,
            facts: 5,
            bytes: 40960,
          },
        ],
      },
    },
    problems: [],
  },
  {
    id: 'maintenanceStep',
    method: 'POST',
    path: '/v1/maintenance/step',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary: 'Do one bounded piece of merging, sealing, rebuilding and collecting',
    parameters: [
      query(
        'rebuild',
        flag,
        'Mark the index as to be built anew from what is stored; this step and later ones do it.',
      ),
    ],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        { merged: { type: 'integer' }, collected: { type: 'integer' }, more: { type: 'boolean' } },
        ['merged', 'collected', 'more'],
      ),
      example: { merged: 4, collected: 0, more: true },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
