import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import { type Ageing, freshness, leastFresh } from '@cairn/contract/freshness'
import type { Found } from './resolve-refs.ts'

/** The freshness of the least fresh thing with a horizon, or null where nothing has one; `now` in milliseconds. */
export function freshnessOf(found: readonly Found[], now: number): Freshness | null {
  const aged = found.filter(({ stored }) => stored.horizonClass !== null)
  return leastFresh(aged.map(({ stored }) => freshness(ageingOf(stored), now)))
}

/** A document ages from when it was made, else from what it tells of, else from when it was stored; nobody doubts that it says what it says. */
function ageingOf(stored: Found['stored']): Ageing {
  const { recordedAt } = stored
  const horizonClass = stored.horizonClass as HorizonClass
  if (!('factId' in stored)) {
    const observedAt = stored.createdAt ?? stored.eventAt
    return { confidence: 1, horizonClass, recordedAt, observedAt, reverifiedAt: null, supersededBy: null }
  }
  const { confidence, observedAt, reverifiedAt, supersededBy } = stored
  return {
    confidence,
    horizonClass,
    recordedAt,
    observedAt: observedAt?.at ?? null,
    reverifiedAt,
    supersededBy,
  }
}
