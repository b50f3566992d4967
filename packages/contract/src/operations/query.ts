import { LIMITS } from '../limits.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { described } from './described.ts'
import { FETCH_CONTENT_BODY, FETCH_WORDS, fetchInput } from './fetch-content-body.ts'
import {
  closed,
  crcAnswer,
  cursor,
  embedding,
  filter,
  hydrate,
  lanes,
  limit,
  query,
  text,
  tokenBudget,
} from './schemas.ts'

const searchInput: Record<string, JsonSchema> = {
  query: text(LIMITS.queryLengthMax, 'how do I rotate the signing key?'),
  limit,
  cursor,
  hydrate,
  token_budget: tokenBudget,
  filter,
  lanes,
  detail: { type: 'string', enum: ['full'] },
  deadline_ms: {
    type: 'integer',
    minimum: LIMITS.deadlineMsMin,
    maximum: LIMITS.deadlineMsMax,
    examples: [1000],
  },
}

/** A body has room for a vector, an address has not. */
const searchBody: Record<string, JsonSchema> = { ...searchInput, embedding }

const SEARCH_WORDS: Record<string, string> = {
  query:
    'The question, as a person or an agent would ask it. Quotes mean that phrase; nothing else is syntax.',
  limit: 'How many pointers a page holds.',
  cursor: 'Where the page before ended, as its `next.cursor` printed it.',
  hydrate: 'How much of each passage comes along.',
  token_budget: 'The most tokens the whole answer may cost; bodies are packed in rank order under it.',
  filter:
    'What the passages must be, as JSON: `source`, `kind`, `tags`, `speaker`, `created_at`, `event_at`, `and`, `or`, `not`.',
  lanes: 'Which retrieval lanes run; every lane of the namespace by default.',
  detail: '`full` adds lane attribution, reasons in words, links and diagnostics.',
  deadline_ms: 'How long to look; what is ready by then is answered.',
  embedding:
    'The question as a vector of the embedder of the namespace, where that is `caller`: with it the lane `Dense` runs.',
}
const parameters = (input: Record<string, JsonSchema>, words: Record<string, string>, required: string) =>
  Object.entries(input)
    .filter(([name]) => name !== 'hydrate')
    .map(([name, schema]) => ({
      ...query(name, schema, words[name]!),
      ...(name === required ? { required: true } : {}),
    }))

const cursorProblems = ['cursor_invalid', 'cursor_mismatch', 'cursor_expired', 'budget_too_small'] as const

/** Reading by question and by pointer. */
export const QUERY_OPERATIONS = [
  {
    id: 'search',
    method: 'POST',
    path: '/v1/query/search',
    worker: 'search',
    scope: 'query:read',
    kind: 'search',
    summary: 'Answer a question with a page of pointers',
    parameters: [],
    body: closed(described(searchBody, SEARCH_WORDS), ['query']),
    bodyExample: { query: 'how do I rotate the signing key?', limit: 5 },
    success: { status: 200, type: 'application/json', schema: crcAnswer('search') },
    problems: cursorProblems,
  },
  {
    id: 'searchByQuery',
    method: 'GET',
    path: '/v1/query/search',
    worker: 'search',
    scope: 'query:read',
    kind: 'search',
    summary: 'Answer a question with a page of pointers, asked in the address',
    parameters: parameters(searchInput, SEARCH_WORDS, 'query'),
    success: { status: 200, type: 'application/json', schema: crcAnswer('search') },
    problems: cursorProblems,
  },
  {
    id: 'retrieve',
    method: 'POST',
    path: '/v1/memory/retrieve',
    worker: 'search',
    scope: 'query:read',
    alsoScopes: ['facts:read'],
    kind: 'search',
    summary: 'Answer a question from facts and passages together: what holds first, then passages',
    parameters: [],
    body: closed(described(searchBody, SEARCH_WORDS), ['query']),
    bodyExample: { query: 'where does Ada work?', token_budget: 1000 },
    success: { status: 200, type: 'application/json', schema: crcAnswer('search') },
    problems: cursorProblems,
  },
  {
    id: 'fetchContent',
    method: 'POST',
    path: '/v1/query/fetch-content',
    worker: 'fetch-content',
    scope: 'query:read',
    kind: 'addressed',
    summary: 'Read the passages that pointers name',
    parameters: [],
    body: FETCH_CONTENT_BODY,
    bodyExample: { refs: ['1:0'], hydrate: 'full' },
    success: { status: 200, type: 'application/json', schema: crcAnswer('addressed') },
    problems: [...cursorProblems, 'pointer_not_found', 'pointer_gone'],
  },
  {
    id: 'fetchContentByQuery',
    method: 'GET',
    path: '/v1/query/fetch-content',
    worker: 'fetch-content',
    scope: 'query:read',
    kind: 'addressed',
    summary: 'Read the passages that pointers name, asked in the address',
    parameters: parameters(fetchInput, FETCH_WORDS, 'refs'),
    success: { status: 200, type: 'application/json', schema: crcAnswer('addressed') },
    problems: [...cursorProblems, 'pointer_not_found', 'pointer_gone'],
  },
] as const satisfies readonly Operation[]
