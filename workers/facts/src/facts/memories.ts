import type { MemoryUsed } from '@cairn/contract/crc-v1'
import { factSlug } from '@cairn/contract/slug'
import { factEpitome } from '@cairn/fact/fact-epitome'
import { factFreshness } from '@cairn/fact/fact-freshness'
import { type FactStanding, standingOf } from '@cairn/fact/fact-standing'
import { isReserved } from '@cairn/fact/reserved'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { headEpitome } from '@cairn/text/epitome'
import type { Moments } from './fact-reasons.ts'
import { reasonOf } from './retract-fact.ts'

/** What facts say, in a few words each, since when, and whether they hold or were wrong; those of reserved entities are not told of. */
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
      ...told(fact, standingOf(fact, instants)),
    }))
}

/** Of a fact that was wrong also when that was said, and of a stated reason its beginning: the whole is told by `why`. */
function told(fact: StoredFact, standing: FactStanding): Partial<MemoryUsed> & Pick<MemoryUsed, 'epitome'> {
  const epitome = factEpitome(fact, standing)
  if (standing !== 'retracted') return { epitome }
  const reason = headEpitome(reasonOf(fact) ?? '').epitome
  const retracted_at = new Date(fact.retractedAt!).toISOString()
  return { retracted_at, ...(reason === '' ? {} : { retraction_reason: reason }), epitome }
}
