import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { described } from './described.ts'
import { sourceManifest } from './library.ts'
import { closed, path, query, sourceId, text, tokenBudget } from './schemas.ts'

/** The ways to choose among candidates. */
export const STRATEGIES = [
  'relevance_first',
  'confidence_first',
  'freshness_first',
  'cost_first',
  'coverage_first',
  'minimal',
] as const
export type Strategy = (typeof STRATEGIES)[number]

const whole: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const milli: JsonSchema = { type: 'integer', minimum: 0, maximum: 1000 }
const plain: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: plain }
const every = (properties: Record<string, JsonSchema>): JsonSchema =>
  closed(properties, Object.keys(properties))

const candidate = every({
  candidate_id: plain,
  task_id: plain,
  source_id: plain,
  kind: plain,
  relevance_milli: milli,
  confidence_milli: milli,
  freshness_milli: milli,
  estimated_tokens: whole,
  content_hash: plain,
})
const bundle = every({
  bundle_id: plain,
  task_id: plain,
  candidates: texts,
  total_tokens: whole,
  coverage_milli: milli,
  strategy: plain,
})
const receipt = every({
  receipt_id: plain,
  task_id: plain,
  bundle_id: plain,
  budget_tokens: whole,
  materialized_tokens: whole,
  candidates_considered: whole,
  candidates_selected: whole,
  sources_used: texts,
  degraded_reasons: texts,
})
const body = every({
  candidate_id: plain,
  tier: { type: 'string', enum: ['full', 'summary'] },
  text: plain,
  token_count: whole,
})
/** What is kept of a bundle: all but the bodies. */
const record = { bundle, candidates: { type: 'array', items: candidate }, receipt } as const
const receiptId: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'a receipt id as this service printed it',
  examples: ['r0123456789abcdef0123456789abcdef'],
}
/** A source by name: one of the library, or `cairn:facts` and `cairn:sessions`. */
const askedSource: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.sourceIdLengthMax,
  pattern: '^(?:cairn:(?:facts|sessions)|[A-Za-z0-9][A-Za-z0-9._-]*)$',
  description: 'the id of a source, `cairn:facts` or `cairn:sessions`',
  examples: ['handbook'],
}
const RECORD = {
  bundle: {
    bundle_id: 'b0123456789abcdef0123456789abcdef',
    task_id: 'rotate-keys',
    candidates: ['12:0'],
    total_tokens: 12,
    coverage_milli: 1000,
    strategy: 'relevance_first',
  },
  candidates: [
    {
      candidate_id: '12:0',
      task_id: 'rotate-keys',
      source_id: 'handbook',
      kind: 'doc',
      relevance_milli: 1000,
      confidence_milli: 1000,
      freshness_milli: 1000,
      estimated_tokens: 12,
      content_hash: '5994471abb01112afcc18159f6cc74b4',
    },
  ],
  receipt: {
    receipt_id: 'r0123456789abcdef0123456789abcdef',
    task_id: 'rotate-keys',
    bundle_id: 'b0123456789abcdef0123456789abcdef',
    budget_tokens: 2000,
    materialized_tokens: 12,
    candidates_considered: 1,
    candidates_selected: 1,
    sources_used: ['handbook'],
    degraded_reasons: [],
  },
} as const
const source = path('id', sourceId, 'The source.', 'handbook')
const upstream: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.uriLengthMax,
  pattern: '^https?://[^\\s?#]+$',
  description: 'the https address of a CRC-v1 server, without query and fragment',
  examples: ['https://peer.example.org'],
}
const change = every({
  id: plain,
  change: { type: 'string', enum: ['written', 'deleted'] },
  version: whole,
})

/** Context routing: what to read for a task under a budget, from which sources. */
export const CONTEXT_OPERATIONS = [
  {
    id: 'contextBundle',
    method: 'POST',
    path: '/v1/context/bundles',
    worker: 'agent',
    scope: 'context:run',
    kind: null,
    summary: 'Gather what to read for a task, within a token budget that the whole answer keeps',
    parameters: [],
    body: closed(
      described(
        {
          task_id: text(LIMITS.taskIdLengthMax, 'rotate-keys'),
          query: text(LIMITS.queryLengthMax, 'how do I rotate the signing key?'),
          budget_tokens: tokenBudget,
          strategy: { type: 'string', enum: STRATEGIES, default: 'relevance_first' },
          sources: {
            type: 'array',
            items: askedSource,
            minItems: 1,
            maxItems: LIMITS.contextSourcesMax,
            uniqueItems: true,
          },
          deadline_ms: {
            type: 'integer',
            minimum: LIMITS.deadlineMsMin,
            maximum: LIMITS.deadlineMsMax,
            default: 5000,
          },
          content: { type: 'boolean', default: true },
        },
        {
          budget_tokens: 'The most tokens the whole answer may cost.',
          strategy: 'Which candidates come first.',
          sources: 'Which sources to ask; all of the namespace when absent.',
          deadline_ms: 'How long to wait for sources.',
          content: 'Whether texts come along, or their pointers alone.',
        },
      ),
      ['task_id', 'query', 'budget_tokens'],
    ),
    bodyExample: {
      task_id: 'rotate-keys',
      query: 'how do I rotate the signing key?',
      budget_tokens: 2000,
    },
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ ...record, content: { type: 'array', items: body } }, Object.keys(record)),
      example: {
        ...RECORD,
        content: [
          {
            candidate_id: '12:0',
            tier: 'full',
            text: 'Rotate the signing key every 90 days.',
            token_count: 12,
          },
        ],
      },
    },
    problems: ['source_not_found', 'budget_too_small'],
  },
  {
    id: 'contextReceipt',
    method: 'GET',
    path: '/v1/context/receipts/{id}',
    worker: 'library',
    scope: 'context:run',
    kind: null,
    summary: 'Read what a bundle was made of and what it cost',
    parameters: [path('id', receiptId, 'The receipt.', RECORD.receipt.receipt_id)],
    success: { status: 200, type: 'application/json', schema: every(record), example: RECORD },
    problems: ['bundle_not_found'],
  },
  {
    id: 'putUpstream',
    method: 'PUT',
    path: '/v1/sources/{id}/upstream',
    worker: 'library',
    scope: 'admin',
    kind: null,
    summary: 'Let another CRC-v1 server answer for a source; null ends it. The token is never printed',
    parameters: [source],
    body: closed(
      {
        url: { ...upstream, type: ['string', 'null'] },
        token: {
          type: 'string',
          description: 'the access token that is sent to it, printable ASCII without spaces',
          pattern: '^[\\x21-\\x7e]{1,4096}$',
          examples: ['an-access-token'],
        },
      },
      ['url'],
    ),
    bodyExample: { url: 'https://peer.example.org' },
    success: {
      status: 200,
      type: 'application/json',
      schema: every({ source_id: sourceId, upstream: { type: ['string', 'null'] } }),
      example: { source_id: 'handbook', upstream: 'https://peer.example.org' },
    },
    problems: ['source_not_found'],
  },
  {
    id: 'sourceChanges',
    method: 'GET',
    path: '/v1/sources/{id}/changes',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'List the documents of a source that were written or deleted since a version, each once',
    parameters: [
      source,
      query(
        'since',
        {
          type: 'string',
          pattern: '^[A-Za-z0-9_-]{1,64}\\.\\d{1,15}$',
          description: '`until` or `Consistency-Token` as an answer carried it',
          examples: ['e1.42'],
        },
        'Where the list before ended, as its `until` said; from the beginning when absent.',
        'e1.42',
      ),
    ],
    success: {
      status: 200,
      type: 'application/json',
      schema: every({
        source_id: sourceId,
        changes: { type: 'array', items: change },
        until: plain,
        more: { type: 'boolean' },
      }),
      example: {
        source_id: 'handbook',
        changes: [{ id: 'guide/keys', change: 'written', version: 43 }],
        until: 'e1.43',
        more: false,
      },
    },
    problems: ['source_not_found', 'changes_not_told', 'cursor_expired'],
  },
] as const satisfies readonly Operation[]

/** What the agent Worker asks of the library in the name of its caller; no front door leads there. */
export const SIBLING_OPERATIONS = [
  {
    id: 'contextSources',
    method: 'GET',
    path: '/v1/context/sources',
    worker: 'library',
    scope: 'context:run',
    kind: null,
    summary: 'The sources of a namespace with the addresses that answer for them',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: every({
        sources: {
          type: 'array',
          items: every({ manifest: sourceManifest, upstream: { type: ['object', 'null'] } }),
        },
      }),
      example: { sources: [] },
    },
    problems: [],
  },
  {
    id: 'contextLinks',
    method: 'POST',
    path: '/v1/context/links',
    worker: 'library',
    scope: 'context:run',
    kind: null,
    summary: 'The documents that links lead to from found passages, with their pointers',
    parameters: [],
    body: every({
      pointers: { ...texts, maxItems: LIMITS.contextLinksFromMax },
      linking: { ...texts, maxItems: LIMITS.contextLinkingSourcesMax },
      readable: texts,
    }),
    bodyExample: { pointers: ['12:0'], linking: ['handbook'], readable: ['handbook'] },
    success: {
      status: 200,
      type: 'application/json',
      schema: every({ links: { type: 'array', items: every({ from: plain, pointers: texts }) } }),
      example: { links: [{ from: '12:0', pointers: ['14:0', '14:1'] }] },
    },
    problems: [],
  },
  {
    id: 'keepBundle',
    method: 'PUT',
    path: '/v1/context/receipts/{id}',
    worker: 'library',
    scope: 'context:run',
    kind: null,
    summary: 'Keep a bundle and its receipt',
    parameters: [path('id', receiptId, 'The receipt.', RECORD.receipt.receipt_id)],
    body: every(record),
    bodyExample: RECORD,
    success: {
      status: 200,
      type: 'application/json',
      schema: every({ receipt_id: receiptId }),
      example: { receipt_id: RECORD.receipt.receipt_id },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
