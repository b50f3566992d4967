import { canonical } from '@cairn/contract/canonical'
import type { ContextAnswer } from '@cairn/contract/context-answer'
import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { heldAt, textOf } from './facts.ts'
import { leaveReceipt } from './receipts.ts'
import { countTokens, type FakeBindings, type FakeCall, pointerOf, type Space, spaceOf } from './space.ts'

/** Bundles in memory: by the share of the words that a text holds, as much as fits. */
export const AGENT: Readonly<Record<string, Handler<FakeBindings>>> = {
  contextBundle: async (call) => {
    const space = spaceOf(call)
    const answer = await gathered(call, await offersOf(call))
    const { content: _, ...record } = answer
    const { receipt_id } = record.receipt
    const text = JSON.stringify(record)
    const hash = await sha256(text)
    const signed =
      space.bundles.get(receipt_id)?.signed ??
      leaveReceipt(space, receipt_id, { kind: 'context_bundle', hash })
    space.bundles.set(receipt_id, { text, signed })
    return { body: answer, headers: { Receipt: signed } }
  },
}

interface Offer {
  readonly id: string
  readonly source: string
  readonly kind: string
  readonly text: string
  /** 0 to 1 */
  readonly score: number
  readonly confidence: number
  readonly fresh: number
}
interface Taken {
  readonly offer: Offer
  readonly tier: 'full' | 'summary'
  readonly text: string
}
interface Asked {
  readonly task_id: string
  readonly query: string
  readonly budget_tokens: number
  readonly strategy: string
  readonly sources?: readonly string[]
  readonly content: boolean
}

const FACTS = 'cairn:facts'
const SUMMARY_TOKENS = 150
const BY = { confidence_first: 'confidence', freshness_first: 'fresh' } as const
const milli = (share: number) => Math.floor(1000 * share)
const tokensOf = (text: string) => countTokens(JSON.stringify(text).slice(1, -1))
const wordsOf = (query: string) => [...new Set(query.toLowerCase().split(/[\s/]+/))]
const heldOf = (text: string, query: string) =>
  wordsOf(query).filter((word) => text.toLowerCase().includes(word))
const shareOf = (texts: string, query: string) => heldOf(texts, query).length / wordsOf(query).length

async function offersOf(call: FakeCall): Promise<Offer[]> {
  const space = spaceOf(call)
  const { query, sources, strategy } = call.input as unknown as Asked
  for (const [place, id] of (sources ?? []).entries())
    if (!space.sources.has(id) && !id.startsWith('cairn:')) throw absent(place)
  const may = (source: string) => sources?.includes(source) ?? true
  const passages = space.passages
    .filter(({ isDead, source }) => !isDead && may(source) && isSearched(space, source))
    .map((passage) => ({
      id: pointerOf(space, passage),
      source: passage.source,
      kind: 'doc',
      text: passage.text,
      score: shareOf(passage.text, query),
      confidence: shareOf(passage.text, query),
      fresh: space.documents.get(passage.document)?.sent.created_at === undefined ? 1 : 0,
    }))
  const offers = [...(may(FACTS) ? namedFact(space, query) : []), ...passages]
  const by: 'score' | 'confidence' | 'fresh' = BY[strategy as keyof typeof BY] ?? 'score'
  return offers.filter(({ score }) => score > 0).sort((a, b) => b[by] - a[by])
}

function isSearched(space: Space, source: string): boolean {
  const manifest = space.sources.get(source) as { capabilities?: { search?: boolean } } | undefined
  return manifest?.capabilities?.search ?? false
}

function namedFact(space: Space, query: string): Offer[] {
  const [entity = '', key = ''] = query.split('/')
  const fact = heldAt(space, entity, key)
  if (fact === undefined) return []
  const text = `${entity} ${key}: ${textOf(fact)}`
  const told = { id: fact.factId, source: FACTS, kind: 'fact', text, score: 1, fresh: 1 }
  return [{ ...told, confidence: fact.confidence ?? 1 }]
}

function absent(place: number): Problem {
  const errors = [{ pointer: `/sources/${place}`, rule: 'source_not_found', message: 'expected a source' }]
  return new Problem('source_not_found', 'There is no such source.', { errors })
}

/** Takes offers while the whole answer fits: each whole, else as a summary, else not. */
async function gathered(call: FakeCall, offers: readonly Offer[]): Promise<ContextAnswer> {
  const asked = call.input as unknown as Asked
  const distinct = offers.filter(({ text }, n) => offers.findIndex((one) => one.text === text) === n)
  const page = { considered: distinct.length, isDoubled: distinct.length < offers.length }
  const fits = (answer: ContextAnswer) => countTokens(JSON.stringify(answer)) <= asked.budget_tokens
  let best = await render(asked, [], page)
  const least = countTokens(JSON.stringify(best)) + SLACK
  if (asked.budget_tokens < least) throw tooSmall(least)
  const taken: Taken[] = []
  for (const offer of distinct) {
    if (asked.strategy === 'minimal' && taken.length === 1) break
    for (const one of tiersOf(offer)) {
      const answer = await render(asked, [...taken, one], page)
      if (!fits(answer)) continue
      taken.push(one)
      best = answer
      break
    }
  }
  return best
}

/** Counts have more digits in a fuller answer. */
const SLACK = 8

function tiersOf(offer: Offer): Taken[] {
  const whole = { offer, tier: 'full', text: offer.text } as const
  const isLong = tokensOf(offer.text) > SUMMARY_TOKENS
  return isLong
    ? [whole, { offer, tier: 'summary', text: offer.text.slice(0, 4 * SUMMARY_TOKENS - 40) }]
    : [whole]
}

function tooSmall(least: number): Problem {
  const message = `expected at least ${least}`
  const errors = [{ pointer: '/budget_tokens', rule: 'budget_too_small', message }]
  return new Problem('budget_too_small', 'The budget holds no answer.', { errors })
}

interface Page {
  readonly considered: number
  readonly isDoubled: boolean
}

async function render(asked: Asked, taken: readonly Taken[], page: Page): Promise<ContextAnswer> {
  const { task_id, query, budget_tokens, strategy } = asked
  const best = Math.max(...taken.map(({ offer }) => offer.score))
  const candidates = await Promise.all(
    taken.map(async ({ offer, text }) => ({
      candidate_id: offer.id,
      task_id,
      source_id: offer.source,
      kind: offer.kind,
      relevance_milli: milli(offer.score / best),
      confidence_milli: milli(offer.confidence),
      freshness_milli: milli(offer.fresh),
      estimated_tokens: tokensOf(text),
      content_hash: (await sha256(offer.text)).slice(0, 32),
    })),
  )
  const content = taken.map(({ offer, tier, text }) => ({
    candidate_id: offer.id,
    tier,
    text,
    token_count: tokensOf(text),
  }))
  const total_tokens = content.reduce((sum, { token_count }) => sum + token_count, 0)
  const coverage_milli = milli(shareOf(taken.map(({ text }) => text).join(' '), query))
  const isCut = strategy !== 'minimal' && taken.length < page.considered
  const reasons = {
    budget_exhausted: isCut || taken.some(({ tier }) => tier === 'summary'),
    duplicate_content: page.isDoubled,
    low_coverage: coverage_milli < 500,
    no_candidates: page.considered === 0,
    stale_candidates: taken.some(({ offer }) => offer.fresh < 0.5),
  }
  const ids = candidates.map(({ candidate_id }) => candidate_id)
  const bundle_id = `b${(await sha256(canonical([asked.task_id, candidates]))).slice(0, 32)}`
  const stated = {
    task_id,
    bundle_id,
    budget_tokens,
    materialized_tokens: asked.content ? total_tokens : 0,
    candidates_considered: page.considered,
    candidates_selected: taken.length,
    sources_used: [...new Set(candidates.map(({ source_id }) => source_id))].sort(),
    degraded_reasons: Object.entries(reasons).flatMap(([reason, holds]) => (holds ? [reason] : [])),
  }
  const receipt_id = `r${(await sha256(canonical(stated))).slice(0, 32)}`
  return {
    bundle: { bundle_id, task_id, candidates: ids, total_tokens, coverage_milli, strategy },
    candidates,
    receipt: { receipt_id, ...stated },
    ...(asked.content ? { content } : {}),
  }
}
