import type { ContentItem, FactAnswer, Freshness, MemoryUsed, Tier } from '@cairn/contract/crc-v1'
import { readingOf } from '@cairn/fact/reading'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { summarise } from '@cairn/text/summary'
import { countTokens } from '@cairn/text/tokens'

/** A page of facts and what is said around it. */
export interface FactsPage {
  readonly tier: Tier
  readonly facts: readonly StoredFact[]
  /** What is told of the facts. */
  readonly memories: MemoryUsed[]
  /** Of the least fresh of them. */
  readonly freshness: Freshness
  readonly degraded: readonly string[]
  readonly next: FactAnswer['next']
}

/** The CRC-v1 answer of a page of facts; members stand in the schema's order, empty ones are absent. */
export function factAnswer({ tier, facts, memories, freshness, degraded, next }: FactsPage): FactAnswer {
  const frame = {
    cost_estimate: {
      pointer: memories.length === 0 ? 0 : countTokens(JSON.stringify(memories)),
      summary: sum(facts.map(({ summaryTokens }) => summaryTokens)),
      full: sum(facts.map(({ tokens }) => tokens)),
    },
    agent_decision: null,
    envelope: {
      freshness,
      ...(memories.length === 0 ? {} : { memories_used: memories }),
      ...(degraded.length === 0 ? {} : { degraded_reasons: degraded }),
    },
    next,
  }
  const opening = { contract: 'crc-v1', kind: 'fact' } as const
  if (tier === 'pointer') return { ...opening, hydrate_tier: tier, ...frame }
  return { ...opening, hydrate_tier: tier, content: facts.map((fact) => contentOf(fact, tier)), ...frame }
}

function contentOf(fact: StoredFact, tier: 'summary' | 'full'): ContentItem {
  const reading = readingOf(fact.value)
  return tier === 'full'
    ? { id: fact.factId, text: reading, token_count: fact.tokens }
    : { id: fact.factId, text: summarise(reading), token_count: fact.summaryTokens }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
