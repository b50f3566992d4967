import type { FACT_STANDINGS } from '@cairn/contract/operations/fact-standing'
import type { FactInstants } from '@cairn/memory-store/fact-row'
import type { StoredFact } from '@cairn/memory-store/stored-fact'

/** How a fact stands: it holds, or the first thing that keeps it from holding. */
export type FactStanding = (typeof FACT_STANDINGS)[number]

/** How a fact stands at the instants it was read as of. */
export function standingOf(fact: StoredFact, instants: FactInstants): FactStanding {
  const { asOf, recordedAsOf, now } = instants
  const { current, retractedAt, supersededBy, effectiveAt, recordedAt } = fact
  if (retractedAt !== null && (recordedAsOf === null || retractedAt <= recordedAsOf)) return 'retracted'
  if (current) return 'current'
  if (effectiveAt > (asOf ?? Math.max(now, recordedAt))) return 'future'
  return supersededBy === null ? 'ended' : 'superseded'
}
