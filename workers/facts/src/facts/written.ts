import { factSlug } from '@cairn/contract/slug'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** What a client is told about a fact it stated, with the receipt of the commit where that wrote it. */
export function written(
  fact: StoredFact,
  { existed, receipt }: { readonly existed: boolean; readonly receipt: string | null },
) {
  const { factId: fact_id, entity, key, current, supersededBy: superseded_by } = fact
  const canonical_slug = factSlug(entity, key)
  return {
    fact_id,
    entity,
    key,
    existed,
    current,
    superseded_by,
    canonical_slug,
    receipt: existed ? null : receipt,
  }
}
