import type { Freshness, HorizonClass } from '@cairn/contract/crc-v1'
import { HORIZON_HOURS } from '@cairn/contract/freshness'
import { factFreshness } from '@cairn/fact/fact-freshness'
import { standingOf } from '@cairn/fact/fact-standing'
import type { FactInstants } from '@cairn/memory-store/fact-row'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { reasonOf } from './retract-fact.ts'

/** The moments that decide: those of truth, and now (ms), by which facts age. */
export interface Moments {
  readonly instants: FactInstants
  readonly now: number
}

/** Everything that decides whether a fact is current, and how far it is to be believed. `successor` is the fact after it. */
export function factReasons(fact: StoredFact, successor: StoredFact | null, { instants, now }: Moments) {
  const { factId: fact_id, cardinality, supersedes, validFrom, validTo, observedAt } = fact
  const standing = standingOf(fact, instants)
  return {
    fact_id,
    standing,
    order: {
      effective_at: iso(fact.effectiveAt),
      effective_from: validFrom ? 'valid_from' : observedAt ? 'observed_at' : 'recorded_at',
      recorded_at: iso(fact.recordedAt),
      fact_id,
    },
    cardinality,
    valid: {
      from: validFrom?.given ?? null,
      to: validTo?.given ?? null,
      observed_at: observedAt?.given ?? null,
    },
    supersedes,
    successor: successor && {
      fact_id: successor.factId,
      by: successor.supersedes === fact_id ? 'name' : 'order',
      effective_at: iso(successor.effectiveAt),
      recorded_at: iso(successor.recordedAt),
    },
    retraction:
      standing === 'retracted' ? { retracted_at: iso(fact.retractedAt!), reason: reasonOf(fact) } : null,
    freshness: freshnessReasons(fact, factFreshness(fact, now)),
  }
}

/** confidence × max(0.25, 2^(−age ÷ threshold)): each of its inputs, and what it gives. */
function freshnessReasons(fact: StoredFact, { age_hours, effective_confidence, horizon_class }: Freshness) {
  const { confidence, reverifiedAt, observedAt, recordedAt } = fact
  const hours = HORIZON_HOURS[horizon_class as HorizonClass]
  return {
    confidence,
    horizon_class,
    horizon_hours: Number.isFinite(hours) ? hours : null,
    anchor: reverifiedAt === null ? (observedAt === null ? 'recorded_at' : 'observed_at') : 'reverified_at',
    anchored_at: iso(reverifiedAt ?? observedAt?.at ?? recordedAt),
    age_hours,
    effective_confidence,
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
