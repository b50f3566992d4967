import type { JsonSchema } from '../operation.ts'
import { closed } from '../operations/schemas.ts'

const whole: JsonSchema = { type: 'integer', minimum: 0 }
const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const exactly = (properties: Record<string, JsonSchema>): JsonSchema =>
  closed(properties, Object.keys(properties))
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const anyObject: JsonSchema = { type: 'object' }

const meta = exactly({ backend: text, took_ms: whole })
const result = exactly({
  segment_index: whole,
  doc_id: text,
  score: { type: 'number' },
  bm25_score: { type: ['number', 'null'] },
  cosine_score: { type: ['number', 'null'] },
  content: text,
  tenant_hash: text,
})
const fact = exactly({
  fact_id: text,
  entity: text,
  key: text,
  value: {},
  confidence: { type: ['number', 'null'] },
  stored_at: text,
  valid_from: textOrNull,
  valid_to: textOrNull,
  superseded_by: textOrNull,
})
const search = {
  results: listOf(result),
  business_objects: listOf(anyObject),
  read_pointers: listOf(exactly({ segment_index: whole, doc_id: text })),
  nav_path: listOf(text),
}

/** The legacy body of a search. */
export const SEARCH: JsonSchema = exactly({ ...search, meta })
/** The legacy body of memory/retrieve: a search, and the facts found with it. */
export const RETRIEVE: JsonSchema = exactly({ ...search, facts: listOf(fact), meta })
/** The legacy body of fetch-content. */
export const FETCH: JsonSchema = exactly({
  documents: listOf(exactly({ segment_index: whole, doc_id: text, content: text })),
  missing: listOf(text),
  meta,
})
/** The legacy body of every fact read. */
export const FACTS: JsonSchema = exactly({ facts: listOf(fact), total_tokens: whole })
/** The legacy body of a session state read. */
export const SESSION: JsonSchema = exactly({ session_id: text, state: {}, updated_at: text })
