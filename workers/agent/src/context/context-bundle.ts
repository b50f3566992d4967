import type { ContextAnswer } from '@cairn/contract/context-answer'
import { LIMITS } from '@cairn/contract/limits'
import type { Strategy } from '@cairn/contract/operations/context'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { analyseQuery, type QueryTerms } from '@cairn/text/query'
import type { AgentBindings } from '../bindings.ts'
import { jsonOf, sendToSibling } from '../siblings/ask-sibling.ts'
import { askersFor } from './askers.ts'
import { assemble, type Gathered } from './assemble.ts'
import { COVERAGE_LOW } from './degraded-reasons.ts'
import { linkAskers } from './follow-links.ts'
import { type Asker, gather, type Offered } from './gather.ts'
import type { Offer } from './offer.ts'
import { coverageMilli, wordsHeldBy } from './query-words.ts'
import { readSources, type Source } from './sources.ts'
import { weigh } from './weigh.ts'

/** Gathers what to read for a task from every source it may ask, chooses what the budget holds, and keeps the receipt. */
export async function contextBundle(call: Call<AgentBindings>): Promise<Reply> {
  const { input } = call
  const query = analyseQuery(input.query as string)
  const gathered = await gatherFor(call, query)
  const answer = await assemble(
    {
      id: input.task_id as string,
      query,
      budget: input.budget_tokens as number,
      strategy: input.strategy as Strategy,
      withContent: input.content as boolean,
    },
    gathered,
  )
  return { body: answer, headers: await keep(call, answer) }
}

async function gatherFor(call: Call<AgentBindings>, query: QueryTerms): Promise<Gathered> {
  const named = (call.input.sources as readonly string[] | undefined) ?? null
  const sources = await readSources(call, named)
  const { offers, failures } = await offered(call, query, sources, named !== null)
  const typical = new Map(
    sources.map(({ manifest }) => [manifest.source_id, manifest.freshness_typical_ms] as const),
  )
  const weighed = await weigh(offers, { query, typicalMs: (id) => typical.get(id) ?? 0 })
  return { ...weighed, failures }
}

/**
 * Dear sources are asked when they are named, or when the others leave much of the query uncovered. From what was found links are
 * followed, among the sources that were asked.
 */
async function offered(
  call: Call<AgentBindings>,
  terms: QueryTerms,
  sources: readonly Source[],
  isNamed: boolean,
): Promise<Offered> {
  const { clock } = call.bindings
  const until = clock() + (call.input.deadline_ms as number)
  const inTime = (askers: readonly Asker[]) => gather(askers, until - clock())
  const query = call.input.query as string
  const limit = limitFor(call.input.budget_tokens as number)
  const askAll = (some: readonly Source[]) =>
    inTime(askersFor({ asking: call, query, terms, limit, sources: some, isNamed }))
  const isLeft = ({ manifest }: Source) => !isNamed && manifest.cost_class === 'high'
  let asked: readonly Source[] = sources.filter((source) => !isLeft(source))
  let found = await askAll(asked)
  if (asked.length < sources.length && coverageOf(found.offers, terms) < COVERAGE_LOW) {
    found = together(found, await askAll(sources.filter(isLeft)))
    asked = sources
  }
  const trail = { asking: call, terms, sources: asked }
  return together(found, await inTime(linkAskers(trail, found.offers)))
}

function together(first: Offered, second: Offered): Offered {
  return {
    offers: [...first.offers, ...second.offers],
    failures: [...first.failures, ...second.failures],
  }
}

/** A candidate takes at least so many tokens of an answer: more of them than the budget holds would be read in vain. */
const CANDIDATE_TOKENS_LEAST = 75
const HITS_LEAST = 20

function limitFor(budget: number): number {
  return Math.min(LIMITS.limitMax, Math.max(HITS_LEAST, Math.ceil(budget / CANDIDATE_TOKENS_LEAST)))
}

function coverageOf(offers: readonly Offer[], terms: QueryTerms): number {
  const held = wordsHeldBy(terms)
  return coverageMilli(terms, new Set(offers.flatMap(({ text }) => [...held(text)])))
}

/** What was answered can be read again by its receipt, without the bodies; the header names the signed receipt of that. */
async function keep(
  call: Call<AgentBindings>,
  answer: ContextAnswer,
): Promise<Readonly<Record<string, string>>> {
  const { content: _, ...record } = answer
  const path = `/v1/context/receipts/${record.receipt.receipt_id}`
  const kept = await sendToSibling(call, { sibling: 'library', method: 'PUT', path, body: record })
  await jsonOf(kept)
  const signed = kept.headers.get('Receipt')
  return signed === null ? {} : { Receipt: signed }
}
