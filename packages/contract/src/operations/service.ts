import type { Operation } from '../operation.ts'
import { closed, path, pathId } from './schemas.ts'

const anyObject = { type: 'object' } as const
const runId = path(
  'id',
  { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['r1'] },
  'The run.',
  'r1',
)

/** What a stranger reads first: topics, playbooks, the contract's own bytes. */
export const BOOTSTRAP_OPERATIONS = [
  {
    id: 'listTopics',
    method: 'GET',
    path: '/v1/bootstrap',
    worker: 'bootstrap',
    scope: 'query:read',
    kind: null,
    summary: 'List the bootstrap topics',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed(
        {
          topics: {
            type: 'array',
            items: closed(
              {
                topic: { type: 'string' },
                title: { type: 'string' },
                public: { type: 'boolean' },
                aliases: { type: 'array', items: { type: 'string' } },
              },
              ['topic', 'title', 'public', 'aliases'],
            ),
          },
        },
        ['topics'],
      ),
      example: {
        topics: [{ topic: 'tool-output', title: 'The CRC-v1 contract', public: true, aliases: [] }],
      },
    },
    problems: [],
  },
  {
    id: 'getTopic',
    method: 'GET',
    path: '/v1/bootstrap/{topic}',
    worker: 'bootstrap',
    scope: null,
    kind: null,
    summary:
      'Read a bootstrap topic; `tool-output`, `limits` and `errors` are public, the rest needs `query:read`',
    parameters: [
      path(
        'topic',
        pathId(120, 'tool-output'),
        'The topic, or a pointer `__bootstrap__::<topic>`.',
        'tool-output',
      ),
    ],
    success: {
      status: 200,
      type: 'application/json',
      schema: anyObject,
      example: { topic: 'errors', title: 'Errors', data: {} },
    },
    problems: ['topic_not_found', 'unauthenticated', 'insufficient_scope'],
  },
] as const satisfies readonly Operation[]

/** Judging the siblings. */
export const CONFORMANCE_OPERATIONS = [
  {
    id: 'startRun',
    method: 'POST',
    path: '/v1/conformance/runs',
    worker: 'conformance',
    scope: 'conformance:run',
    kind: null,
    summary: 'Start a conformance run against the siblings',
    parameters: [],
    success: { status: 201, type: 'application/json', schema: anyObject },
    creates: true,
    problems: ['idempotency_mismatch'],
  },
  {
    id: 'listRuns',
    method: 'GET',
    path: '/v1/conformance/runs',
    worker: 'conformance',
    scope: 'conformance:run',
    kind: null,
    summary: 'List the last conformance runs, newest first',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: closed({ runs: { type: 'array', items: anyObject } }, ['runs']),
    },
    problems: [],
  },
  {
    id: 'getRun',
    method: 'GET',
    path: '/v1/conformance/runs/{id}',
    worker: 'conformance',
    scope: 'conformance:run',
    kind: null,
    summary: 'Read the report of a run',
    parameters: [runId],
    success: { status: 200, type: 'application/json', schema: anyObject },
    problems: ['run_not_found'],
  },
  {
    id: 'stepRun',
    method: 'POST',
    path: '/v1/conformance/runs/{id}/steps',
    worker: 'conformance',
    scope: 'conformance:run',
    kind: null,
    summary: 'Carry a run on by at most 20 calls',
    parameters: [runId],
    success: { status: 200, type: 'application/json', schema: anyObject },
    problems: ['run_not_found'],
  },
  {
    id: 'validateDocument',
    method: 'POST',
    path: '/v1/conformance/validate',
    worker: 'conformance',
    scope: 'conformance:run',
    kind: null,
    summary: 'Judge one CRC-v1 document against schema and rules',
    parameters: [],
    body: {},
    bodyExample: { contract: 'crc-v1', kind: 'search', hydrate_tier: 'pointer' },
    success: { status: 200, type: 'application/json', schema: anyObject },
    problems: [],
  },
] as const satisfies readonly Operation[]

/** What the front door itself answers; public. */
export const GATEWAY_OPERATIONS = [
  {
    id: 'health',
    method: 'GET',
    path: '/health',
    worker: 'gateway',
    scope: null,
    kind: null,
    summary: 'Whether this Worker runs',
    parameters: [],
    success: { status: 200, type: 'application/json', schema: anyObject, example: { status: 'ok' } },
    problems: [],
  },
  {
    id: 'ready',
    method: 'GET',
    path: '/ready',
    worker: 'gateway',
    scope: null,
    kind: null,
    summary: 'Whether every sibling and the database answer',
    parameters: [],
    success: { status: 200, type: 'application/json', schema: anyObject, example: { status: 'ready' } },
    problems: ['unavailable'],
  },
  {
    id: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    worker: 'gateway',
    scope: null,
    kind: null,
    summary: 'This description',
    parameters: [],
    success: { status: 200, type: 'application/json', schema: anyObject },
    problems: [],
  },
  {
    id: 'contractFile',
    method: 'GET',
    path: '/contracts/{file}',
    worker: 'gateway',
    scope: null,
    kind: null,
    summary: 'A published schema, byte for byte',
    parameters: [
      path(
        'file',
        { type: 'string', pattern: '^[a-z0-9.-]{1,64}$', examples: ['crc-v1.schema.json'] },
        'The file.',
        'crc-v1.schema.json',
      ),
    ],
    success: { status: 200, type: 'application/schema+json', schema: anyObject },
    problems: ['not_found'],
  },
  {
    id: 'protectedResource',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    worker: 'gateway',
    scope: null,
    kind: null,
    summary: 'Which tokens this service takes (RFC 9728)',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: anyObject,
      example: {
        resource: 'https://cairn.example.org',
        authorization_servers: ['https://issuer.example.org'],
        bearer_methods_supported: ['header'],
      },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
