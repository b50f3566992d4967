import type { Kind } from '../answer.ts'
import { ANSWER_EXAMPLES } from '../answer-examples.ts'
import type { JsonSchema, Operation } from '../operation.ts'
import { exampleOf } from '../schema-example.ts'
import { headersNamed, headersOfEvery } from './response-headers.ts'
import { inComponents } from './schema-references.ts'

const LEGACY_BODIES: Readonly<Record<Kind, string>> = {
  search: 'LegacySearch',
  addressed: 'LegacyFetch',
  fact: 'LegacyFacts',
  session: 'LegacySession',
}

/** What an operation answers when all is well: its answer, and 304 where the caller has it already. */
export function successResponses(operation: Operation): Record<string, object> {
  const isGet = operation.method === 'GET'
  const headers = headersNamed([
    ...headersOfEvery(operation),
    ...(isGet ? (['ETag'] as const) : []),
    ...(operation.scope === null ? [] : (['Consistency-Token'] as const)),
    ...(JUDGED.has(operation.id) ? (['Citation-Verdict'] as const) : []),
    ...(namesReceipt(operation) ? (['Receipt'] as const) : []),
  ])
  const answer = { description: operation.summary, headers, content: content(operation) }
  const unchanged = { description: 'The answer named by `If-None-Match` still holds.', headers }
  return { [operation.success.status]: answer, ...(isGet ? { 304: unchanged } : {}) }
}

/** Where the body has no member for it: writes of research documents, bundles. */
function namesReceipt({ method, path }: Operation): boolean {
  return path.startsWith('/v1/context/') || (method !== 'GET' && path.startsWith('/v1/research/'))
}

/** What answers with a citation says whether it holds. */
const JUDGED = new Set(['createCitation', 'getCitation', 'putCitation'])

function content(operation: Operation): Record<string, object> {
  const { type, textType } = operation.success
  const json = { schema: answerSchema(operation), example: answerExample(operation) }
  const lines = {
    schema: { type: 'string', description: 'One JSON answer a line, in the order the documents were sent.' },
    example: `${JSON.stringify(json.example)}\n`,
  }
  const isNdjson = operation.bodyTypes?.includes('application/x-ndjson') ?? false
  return {
    [type]: json,
    ...(isNdjson ? { 'application/x-ndjson': lines } : {}),
    ...(textType === undefined ? {} : { [textType]: { schema: { type: 'string' }, example: '' } }),
  }
}

function answerSchema({ kind, id, success }: Operation): JsonSchema {
  if (kind === null) return inComponents(success.schema)
  const legacy = id === 'retrieve' ? 'LegacyRetrieve' : LEGACY_BODIES[kind]
  return { anyOf: [inComponents(success.schema), { $ref: `#/components/schemas/${legacy}` }] }
}

function answerExample({ kind, success }: Operation): unknown {
  return success.example ?? (kind === null ? exampleOf(success.schema) : ANSWER_EXAMPLES[kind])
}
