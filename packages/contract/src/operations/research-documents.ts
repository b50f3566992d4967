import { LIMITS } from '../limits.ts'
import type { JsonSchema } from '../operation.ts'
import { closed } from './schemas.ts'

/** The id of a research document. */
export const researchId: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.researchIdLengthMax,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$',
  description: 'letters, digits, `.`, `_`, `:` and `-`, beginning with a letter or digit',
  examples: ['src-1'],
}
const timestamp: JsonSchema = {
  type: 'string',
  format: 'date-time',
  maxLength: 40,
  description: 'an RFC 3339 date-time that exists; answers print it in UTC',
  examples: ['2026-11-30T09:30:00Z'],
}
const digest: JsonSchema = {
  type: 'string',
  pattern: '^(?:sha256:)?[0-9a-f]{64}$',
  description: 'a SHA-256 digest as 64 lower-case hexadecimal digits',
  examples: ['64c2b9b4e0b1eb8ba4e10e9b7d0fcd4e7b0c4be1f1d7d2d9b5a5a8f6a7f0b6ce'],
}
const words = (maxLength: number, example: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  examples: [example],
})
const whole = (minimum: number): JsonSchema => ({ type: 'integer', minimum })
const ids = (bounds: JsonSchema): JsonSchema => ({
  type: 'array',
  items: researchId,
  uniqueItems: true,
  ...bounds,
})
const listed = ids({ maxItems: LIMITS.researchListItemsMax })
const notes: JsonSchema = { type: 'array', items: words(500, 'The clock is right.'), maxItems: 64 }
const provenance = closed(
  {
    origin: { type: 'string', enum: ['user', 'agent', 'tool', 'import', 'system'] },
    actor: words(200, 'ada'),
    tool: words(200, 'browser'),
    run_id: words(200, 'run-7'),
    request_uri: words(2000, 'https://example.org/keys'),
    captured_at: timestamp,
    content_hash: digest,
    parent_ids: ids({ maxItems: 64 }),
    receipt_id: words(200, 'r-1'),
  },
  ['origin'],
)

const SOURCE = {
  schema: { type: 'string', const: 'hux.source.v1' },
  id: researchId,
  kind: { type: 'string', enum: ['web', 'document', 'artifact', 'memory', 'tool_output', 'dataset'] },
  uri: { type: 'string', maxLength: LIMITS.uriLengthMax, examples: ['https://example.org/keys'] },
  title: words(LIMITS.titleLengthMax, 'Keys'),
  publisher: { type: 'string', maxLength: 200, examples: ['Example'] },
  published_at: timestamp,
  retrieved_at: timestamp,
  classification: { type: 'string', enum: ['primary', 'secondary', 'unknown'] },
  content_hash: digest,
  provenance,
} as const satisfies Record<string, JsonSchema>
const PASSAGE = {
  schema: { type: 'string', const: 'hux.passage.v1' },
  id: researchId,
  source_id: researchId,
  text: words(LIMITS.passageLengthMax, 'Rotate the signing key every 90 days.'),
  hash: digest,
  locator: closed({
    page: whole(1),
    selector: { type: 'string', maxLength: 500, examples: ['#keys'] },
    line_start: whole(1),
    line_end: whole(1),
    char_start: whole(0),
    char_end: whole(0),
  }),
} as const satisfies Record<string, JsonSchema>
const CITATION = {
  schema: { type: 'string', const: 'hux.citation.v1' },
  id: researchId,
  message_id: words(120, 'm-1'),
  claim: words(LIMITS.claimLengthMax, 'The key is rotated “every 90 days”.'),
  passage_ids: ids({ minItems: 1, maxItems: LIMITS.citationPassagesMax }),
  support: { type: 'string', enum: ['supports', 'partially_supports', 'contradicts', 'unverified'] },
  note: { type: 'string', maxLength: 500, examples: ['said once'] },
} as const satisfies Record<string, JsonSchema>
const NOTEBOOK = {
  schema: { type: 'string', const: 'hux.research_notebook.v1' },
  id: researchId,
  conversation_id: researchId,
  question: words(1000, 'How often is the key rotated?'),
  status: { type: 'string', enum: ['open', 'answered', 'abandoned'] },
  source_ids: listed,
  passage_ids: listed,
  citation_ids: listed,
  assumptions: notes,
  unresolved_questions: notes,
  updated_at: timestamp,
} as const satisfies Record<string, JsonSchema>

/** A research document of each kind as it is stored: the HUX document, its id lists bounded. */
export const researchDocuments = {
  source: closed(SOURCE, ['schema', 'id', 'kind', 'title', 'classification', 'retrieved_at']),
  passage: closed(PASSAGE, ['schema', 'id', 'source_id', 'text', 'hash']),
  citation: closed(CITATION, ['schema', 'id', 'message_id', 'claim', 'passage_ids', 'support']),
  notebook: closed(NOTEBOOK, Object.keys(NOTEBOOK)),
} as const satisfies Record<string, JsonSchema>

/** A research document of each kind as it is sent: what the service fills may be absent. */
export const researchInputs = {
  source: closed(SOURCE, ['kind', 'title', 'classification', 'retrieved_at']),
  passage: closed(PASSAGE, ['source_id', 'text']),
  citation: closed(CITATION, ['message_id', 'claim', 'passage_ids', 'support']),
  notebook: closed(
    NOTEBOOK,
    Object.keys(NOTEBOOK).filter((name) => !['schema', 'id', 'updated_at'].includes(name)),
  ),
} as const satisfies Record<string, JsonSchema>
