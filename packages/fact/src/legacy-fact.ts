import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** A fact as the frozen bodies of before the contract tell it, `stored_at` in milliseconds since the epoch. */
export function legacyFact(fact: StoredFact) {
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
