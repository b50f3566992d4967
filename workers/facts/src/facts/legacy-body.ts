import { type LegacyFacts, legacyFacts } from '@cairn/contract/legacy'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** The frozen body of before the contract: the facts with their whole values, and what those cost to read. */
export function legacyBody(facts: readonly StoredFact[]): LegacyFacts {
  const tokens = facts.reduce((sum, fact) => sum + fact.tokens, 0)
  return legacyFacts(facts.map(legacyFact), tokens)
}

function legacyFact(fact: StoredFact) {
  return {
    fact_id: fact.factId,
    entity: fact.entity,
    key: fact.key,
    value: JSON.parse(fact.value) as unknown,
    confidence: fact.confidence,
    stored_at: fact.recordedAt,
    valid_from: fact.validFrom?.given ?? null,
    valid_to: fact.validTo?.given ?? null,
    superseded_by: fact.supersededBy,
  }
}
