import type { JsonSchema, Operation } from '../operation.ts'
import { closed, limit, path, query } from './schemas.ts'

const digest: JsonSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
const digests: JsonSchema = { type: 'array', items: digest }
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const every = (properties: Record<string, JsonSchema>): JsonSchema =>
  closed(properties, Object.keys(properties))

/** A statement as it was signed: RFC 8785 of these members, `signature` over the canonical `statement`. */
export const signedStatement: JsonSchema = every({
  hash: digest,
  kid: { type: 'string' },
  signature: { type: 'string' },
  statement: { type: 'object' },
})
const opening = every({
  kind: { type: 'string' },
  name: { type: 'string' },
  hash: { type: 'string' },
  salt: { type: 'string' },
})
const key = every({
  kty: { const: 'OKP' },
  crv: { const: 'Ed25519' },
  kid: { type: 'string' },
  x: { type: 'string' },
})
const receipt = path(
  'id',
  { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['rZb2uYx0mTq4kV1sW'] },
  'The receipt, as a write answered it.',
  'rZb2uYx0mTq4kV1sW',
)
const HASH = `sha256:${'ab'.repeat(32)}` as const
const RECEIPT = {
  hash: HASH,
  kid: '2026-11',
  signature: 'kSZ…',
  statement: {
    type: 'cairn.receipt.v1',
    receipt_id: 'rZb2uYx0mTq4kV1sW',
    tenant: 'acme',
    namespace: 'default',
    commit_id: 'import-7 0',
    operation: 'documents',
    at: '2026-11-30T09:30:00.000Z',
    changes: { written: [HASH] },
  },
} as const

/** What was written, signed: receipts of commits, the log they stand in, and the keys to verify both with. */
export const RECEIPT_OPERATIONS = [
  {
    id: 'getReceipt',
    method: 'GET',
    path: '/v1/receipts/{id}',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'Read a receipt, byte for byte as it was signed',
    parameters: [receipt],
    success: { status: 200, type: 'application/json', schema: signedStatement, example: RECEIPT },
    problems: ['receipt_not_found'],
  },
  {
    id: 'receiptVerification',
    method: 'GET',
    path: '/v1/receipts/{id}/verification',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary: 'Verify a receipt, with all that verifies it again offline',
    parameters: [receipt],
    success: {
      status: 200,
      type: 'application/json',
      schema: every({
        receipt_id: { type: 'string' },
        verdict: {
          type: 'string',
          enum: ['verified', 'pending', 'refuted'],
          description: '`pending`: genuine, and no checkpoint covers it yet',
        },
        code: textOrNull,
        message: textOrNull,
        receipt: { type: 'string', description: 'the text that was signed and stored' },
        checkpoint: { type: ['string', 'null'], description: 'the text of the newest checkpoint' },
        proof: { oneOf: [every({ index: whole, hashes: digests }), { type: 'null' }] },
        openings: {
          type: 'array',
          items: opening,
          description:
            'what the commitments in `changes` stand for, of the things that are still stored as then',
        },
      }),
      example: {
        receipt_id: 'rZb2uYx0mTq4kV1sW',
        verdict: 'verified',
        code: null,
        message: null,
        receipt: '{"hash":…}',
        checkpoint: '{"hash":…}',
        proof: { index: 0, hashes: [HASH] },
        openings: [
          { kind: 'document', name: 'handbook/guide/keys', hash: 'ab'.repeat(32), salt: 'q83vEjRWeJC6…' },
        ],
      },
    },
    problems: ['receipt_not_found'],
  },
  {
    id: 'listCheckpoints',
    method: 'GET',
    path: '/v1/receipts/checkpoints',
    worker: 'library',
    scope: 'library:read',
    kind: null,
    summary:
      "List the newest signed states of the namespace's log; with `since`, prove that nothing was taken back",
    parameters: [
      query('limit', limit, 'How many to answer with, newest first.'),
      query(
        'since',
        { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        'The `size` of an earlier checkpoint, to be proven the beginning of the newest.',
      ),
    ],
    success: {
      status: 200,
      type: 'application/json',
      schema: every({
        checkpoints: { type: 'array', items: { type: 'string' }, description: 'the texts that were signed' },
        consistency: {
          oneOf: [every({ first: whole, second: whole, hashes: digests }), { type: 'null' }],
        },
      }),
      example: { checkpoints: ['{"hash":…}'], consistency: { first: 7, second: 12, hashes: [HASH] } },
    },
    problems: [],
  },
  {
    id: 'receiptKeys',
    method: 'GET',
    path: '/v1/receipts/keys',
    worker: 'library',
    scope: null,
    kind: null,
    summary: 'Read the public keys that receipts and checkpoints verify with, former ones too',
    parameters: [],
    success: {
      status: 200,
      type: 'application/json',
      schema: every({ keys: { type: 'array', items: key } }),
      example: {
        keys: [
          { kty: 'OKP', crv: 'Ed25519', kid: '2026-11', x: 'Zr5-Myx6RTMyvZ0Kf32wVfXF7xoGraZtmLOftoEMRzo' },
        ],
      },
    },
    problems: [],
  },
] as const satisfies readonly Operation[]
