import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import { freshness } from '@cairn/contract/freshness'
import type { Found } from './resolve-refs.ts'

/** The freshness of the least fresh thing with a horizon, or null where nothing has one. */
export function leastFresh(found: readonly Found[], now: number): Freshness | null {
  const aged = found
    .filter(({ stored }) => stored.horizonClass !== null)
    .map(({ stored }) => freshness(agingOf(stored), now))
  return aged.sort((a, b) => (a.effective_confidence ?? 1) - (b.effective_confidence ?? 1))[0] ?? null
}

/** A document ages from when it was written; a fact from its last verification, else observation, else recording. */
function agingOf(stored: Found['stored']) {
  const horizonClass = stored.horizonClass as HorizonClass
  if (!('factId' in stored))
    return { confidence: 1, horizonClass, anchoredAt: stored.recordedAt, supersededBy: null }
  const anchoredAt = stored.reverifiedAt ?? stored.observedAt?.at ?? stored.recordedAt
  return { confidence: stored.confidence ?? 1, horizonClass, anchoredAt, supersededBy: stored.supersededBy }
}
