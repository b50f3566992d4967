import { TIERS } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { STRATEGIES } from '@cairn/contract/operations/context'
import { citationReasons, type ResearchCitation, type ResearchPassage } from '@cairn/contract/research'
import { factSlug } from '@cairn/contract/slug'
import { Problem } from '@cairn/http-kernel/problem'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { SiblingAsk } from '../siblings/ask-sibling.ts'
import type { ArgumentSchema, Arguments, Step, Tool } from './tool.ts'

const text: ArgumentSchema = { type: 'string' }
const hydrate: ArgumentSchema = { type: 'string', enum: [...TIERS] }
const contract: ArgumentSchema = { type: 'string', description: 'crc-v1 (default) or legacy' }
const cursor: ArgumentSchema = { type: 'string', description: 'next.cursor of the page before' }
const limit: ArgumentSchema = { type: 'integer', minimum: LIMITS.limitMin, maximum: LIMITS.limitMax }
const budget: ArgumentSchema = {
  type: 'integer',
  minimum: LIMITS.tokenBudgetMin,
  maximum: LIMITS.mcpBudgetTokensMax,
}
const strings: ArgumentSchema = { type: 'array', items: text }

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const writes = { ...reads, readOnlyHint: false }

/** Every tool, always all of them and in this order: what a token may not do is refused when it is called. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'search',
    description:
      'Find stored passages and facts. Answers with pointers, what each is about and what reading it costs; read bodies with fetch_content.',
    properties: {
      query: text,
      limit,
      hydrate,
      token_budget: budget,
      filter: {
        type: 'object',
        description: 'source, kind, tags, speaker, created_at, event_at, and, or, not',
      },
      cursor,
      contract,
    },
    required: ['query'],
    annotations: reads,
    example: { query: 'how do I rotate the signing key?' },
    steps: [(given) => read('search', '/v1/query/search', withinBudget({ ...tierOf(given), ...given }))],
  },
  {
    name: 'fetch_content',
    description: 'Read the passages that pointers name.',
    properties: { refs: strings, hydrate, token_budget: budget, cursor, contract },
    required: ['refs', 'hydrate'],
    annotations: reads,
    example: { refs: ['12:0'], hydrate: 'full' },
    steps: [(given) => read('fetchContent', '/v1/query/fetch-content', withinBudget(given))],
  },
  {
    name: 'get_facts',
    description:
      'Read what holds of an entity, or one fact by entity and key. envelope.freshness says how sure it still is.',
    properties: {
      entity: text,
      key: text,
      as_of: { type: 'string', description: 'year, month, day or instant' },
      hydrate,
      limit,
      cursor,
      contract,
    },
    required: ['entity'],
    annotations: reads,
    example: { entity: 'acme', key: 'works_at' },
    steps: [getFacts],
  },
  {
    name: 'put_fact',
    description: 'State a fact. A later value supersedes the earlier one; nothing is lost.',
    properties: {
      entity: text,
      key: text,
      value: { description: 'any JSON' },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      valid_from: text,
      valid_to: text,
    },
    required: ['entity', 'key', 'value'],
    annotations: writes,
    example: { entity: 'acme', key: 'works_at', value: 'Initech' },
    steps: [
      ({ entity, key, ...body }) => ({
        sibling: 'facts',
        method: 'PUT',
        path: `/v1/facts/${factSlug(String(entity), String(key))}`,
        body,
      }),
    ],
  },
  {
    name: 'session_state',
    description: 'Read the state of a session, or store it when state is given.',
    properties: { session_id: text, state: { description: 'any JSON' }, contract },
    required: ['session_id'],
    annotations: writes,
    example: { session_id: 'chat-42' },
    steps: [sessionState],
  },
  {
    name: 'context_bundle',
    description:
      'Gather what to read for a task from every source, within budget_tokens for the whole answer.',
    properties: {
      query: text,
      budget_tokens: budget,
      task_id: text,
      strategy: { type: 'string', enum: [...STRATEGIES] },
      sources: strings,
    },
    required: ['query', 'budget_tokens'],
    annotations: { ...reads, openWorldHint: true },
    example: { query: 'how do I rotate the signing key?', budget_tokens: 2000 },
    steps: [(given) => ({ bundle: { task_id: 'mcp', ...given } })],
  },
  {
    name: 'cite',
    description: 'Keep a passage as evidence for a claim. Words the claim quotes must stand in the passage.',
    properties: {
      pointer: text,
      claim: text,
      support: { type: 'string', enum: ['supports', 'partially_supports', 'contradicts', 'unverified'] },
      message_id: text,
    },
    required: ['pointer', 'claim'],
    annotations: writes,
    example: { pointer: '12:0', claim: 'The key is rotated “every 90 days”.' },
    steps: [citedPassage, citation],
  },
  {
    name: 'get_bootstrap',
    description:
      'Read how to use this server: getting-started, tool-output, limits, errors, or the topic a resolution_pointer names.',
    properties: { topic: text },
    required: ['topic'],
    annotations: reads,
    example: { topic: 'getting-started' },
    steps: [({ topic }) => get('bootstrap', `/v1/bootstrap/${encodeURIComponent(String(topic))}`, {})],
  },
]

/** Pointers, unless a budget asks for as many bodies as fit it. */
function tierOf({ token_budget }: Arguments): Arguments {
  return { hydrate: token_budget === undefined ? 'pointer' : 'full' }
}

/** A read by POST; which contract the answer is in, the argument alone says. */
function read(sibling: SiblingAsk['sibling'], path: string, { contract: asked, ...body }: Arguments): Step {
  return { sibling, method: 'POST', path, query: contractOf(asked), body }
}

function get(sibling: SiblingAsk['sibling'], path: string, given: Arguments): Step {
  const query = Object.entries(given).map(([name, value]) => [name, spelled(value)])
  return { sibling, method: 'GET', path, query: Object.fromEntries(query) }
}

const spelled = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const contractOf = (asked: unknown) => (asked === undefined ? {} : { contract: spelled(asked) })

/** An answer comes twice, as text and as data, and has room for so much. */
function withinBudget(given: Arguments): Arguments {
  return { token_budget: LIMITS.mcpBudgetTokensMax, ...given }
}

function getFacts({ entity, key, hydrate: tier = 'full', ...given }: Arguments): Step {
  if (key === undefined) return get('facts', '/v1/facts', { entity, hydrate: tier, ...given })
  return get('facts', `/v1/facts/${factSlug(String(entity), String(key))}`, { hydrate: tier, ...given })
}

function sessionState({ session_id, state, contract: asked }: Arguments): Step {
  const path = `/v1/sessions/${encodeURIComponent(String(session_id))}/state`
  if (state !== undefined) return { sibling: 'facts', method: 'PUT', path, body: state }
  return get('facts', path, { hydrate: 'full', ...contractOf(asked) })
}

async function citedPassage({ pointer }: Arguments): Promise<Step> {
  const path = '/v1/research/passages/from-pointer'
  return { sibling: 'library', method: 'POST', path, body: { pointer }, key: await keyOf([pointer]) }
}

async function citation(
  { claim, support = 'supports', message_id = 'mcp' }: Arguments,
  [passage]: readonly Arguments[],
): Promise<Step> {
  const body = { message_id, claim, passage_ids: [passage!.id], support }
  refuseMissingQuote(body as ResearchCitation, passage as unknown as ResearchPassage)
  return { sibling: 'library', method: 'POST', path: '/v1/research/citations', body, key: await keyOf(body) }
}

/** What is said to be supported must quote what stands there: nobody looks again. */
function refuseMissingQuote(citation: ResearchCitation, passage: ResearchPassage): void {
  if (!/supports$/.test(String(citation.support)) || typeof citation.claim !== 'string') return
  if (!citationReasons(citation, [passage]).includes('quote_missing')) return
  throw new Problem(
    'invalid_body',
    'The claim quotes words that the passage does not hold, so nothing was cited. Quote its words as they stand, leave the quotation marks out, or say support "unverified" or "contradicts".',
  )
}

/** The same call again is the same passage and the same citation. */
const keyOf = (asked: unknown): Promise<string> => sha256(JSON.stringify(['cite', asked]))
