import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import { defaultHorizonClass, freshness, leastFresh as leastFreshOf } from '@cairn/contract/freshness'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** The freshness of a fact; one that states no class has that of its entity. */
export function factFreshness(fact: StoredFact, now: number): Freshness {
  const { confidence, recordedAt, reverifiedAt, supersededBy } = fact
  const horizonClass = (fact.horizonClass as HorizonClass | null) ?? defaultHorizonClass(fact.entity)
  const observedAt = fact.observedAt?.at ?? null
  return freshness({ confidence, horizonClass, recordedAt, observedAt, reverifiedAt, supersededBy }, now)
}

/** What is known of the freshness of no fact. */
export const NO_FRESHNESS: Freshness = {
  effective_confidence: null,
  age_hours: null,
  horizon_class: null,
  superseded_by: null,
}

/** The least fresh of facts, of which there must be one. */
export function leastFresh(
  facts: readonly StoredFact[],
  now: number,
): { readonly fact: StoredFact; readonly freshness: Freshness } {
  const all = facts.map((fact) => factFreshness(fact, now))
  const least = leastFreshOf(all)
  if (least === null) throw new Error('of no fact none is the least fresh')
  return { fact: facts[all.indexOf(least)]!, freshness: least }
}
