import type { MemoryUsed } from '@cairn/contract/crc-v1'
import { factSlug } from '@cairn/contract/slug'
import { factFreshness } from '@cairn/fact/fact-freshness'
import { readingOf } from '@cairn/fact/reading'
import { isReserved } from '@cairn/fact/reserved'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { headEpitome } from '@cairn/text/epitome'

/** What facts say, in a few words each, since when, and whether they still hold; those of reserved entities are not told of. */
export function memoriesUsed(facts: readonly StoredFact[], now: number): MemoryUsed[] {
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
      epitome: epitomeOf(fact.value),
    }))
}

/** Of a text without any visible character the JSON that it is stored as, so that there is something to see. */
function epitomeOf(value: string): string {
  const { epitome } = headEpitome(readingOf(value))
  return epitome.trim() === '' ? headEpitome(value).epitome : epitome
}
