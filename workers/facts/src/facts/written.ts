import { factSlug } from '@cairn/contract/slug'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** What a client is told about a fact it stated. */
export function written(fact: StoredFact, existed: boolean) {
  const { factId: fact_id, entity, key, current, supersededBy: superseded_by } = fact
  return { fact_id, entity, key, existed, current, superseded_by, canonical_slug: factSlug(entity, key) }
}
