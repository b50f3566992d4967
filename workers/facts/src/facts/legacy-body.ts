import { type LegacyFacts, legacyFacts } from '@cairn/contract/legacy'
import { legacyFact } from '@cairn/fact/legacy-fact'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** The frozen body of before the contract: the facts with their whole values, and what those cost to read. */
export function legacyBody(facts: readonly StoredFact[]): LegacyFacts {
  const tokens = facts.reduce((sum, fact) => sum + fact.tokens, 0)
  return legacyFacts(facts.map(legacyFact), tokens)
}
