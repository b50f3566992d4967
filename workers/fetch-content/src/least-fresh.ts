import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import { freshness, leastFresh } from '@cairn/contract/freshness'
import { factFreshness } from '@cairn/fact/fact-freshness'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import type { Found } from './resolve-refs.ts'

/** The freshness of the least fresh fact or document with a horizon, or null where there is none; `now` in milliseconds. */
export function freshnessOf(found: readonly Found[], now: number): Freshness | null {
  const all = found.flatMap(({ stored }) =>
    'factId' in stored ? [factFreshness(stored, now)] : documentFreshness(stored, now),
  )
  return leastFresh(all)
}

/** A document ages from when it was made, else from what it tells of, else from when it was stored; nobody doubts that it says what it says. */
function documentFreshness(stored: StoredPassage, now: number): Freshness[] {
  const { recordedAt, createdAt, eventAt } = stored
  if (stored.horizonClass === null) return []
  const horizonClass = stored.horizonClass as HorizonClass
  const observedAt = createdAt ?? eventAt
  const ageing = {
    confidence: 1,
    horizonClass,
    recordedAt,
    observedAt,
    reverifiedAt: null,
    supersededBy: null,
  }
  return [freshness(ageing, now)]
}
