import type { MemoryUsed } from '@cairn/contract/crc-v1'
import { factSlug } from '@cairn/contract/slug'
import { factEpitome } from '@cairn/fact/fact-epitome'
import { factFreshness } from '@cairn/fact/fact-freshness'
import { standingOf } from '@cairn/fact/fact-standing'
import { isReserved } from '@cairn/fact/reserved'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { Moments } from './fact-reasons.ts'

/** What facts say, in a few words each, since when, and whether they hold; those of reserved entities are not told of. */
export function memoriesUsed(facts: readonly StoredFact[], { now, instants }: Moments): MemoryUsed[] {
  return facts
    .filter(({ entity }) => !isReserved(entity))
    .map((fact) => ({
      fact_id: fact.factId,
      topic: factSlug(fact.entity, fact.key),
      recorded_at: new Date(fact.recordedAt).toISOString(),
      ...(fact.validFrom === null ? {} : { valid_from: fact.validFrom.given }),
      ...(fact.validTo === null ? {} : { valid_to: fact.validTo.given }),
      ...(fact.observedAt === null ? {} : { observed_at: fact.observedAt.given }),
      freshness: factFreshness(fact, now),
      epitome: factEpitome(fact, standingOf(fact, instants)),
    }))
}
