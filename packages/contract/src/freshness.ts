import type { Freshness, HorizonClass } from './answer.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** Hours after which the confidence in a fact of a class has halved. */
export const HORIZON_HOURS = {
  volatile: DAY_HOURS,
  medium: 35 * DAY_HOURS,
  stable: 365 * DAY_HOURS,
  none: Number.POSITIVE_INFINITY,
} as const satisfies Record<HorizonClass, number>
const CONFIDENCE_SHARE_LEAST = 0.25

/** What freshness is computed from; instants are milliseconds since the epoch. */
export interface Ageing {
  readonly confidence: number | null
  readonly horizonClass: HorizonClass
  readonly recordedAt: number
  readonly observedAt: number | null
  readonly reverifiedAt: number | null
  readonly supersededBy: string | null
}

/**
 * How fresh a fact is at `now` (milliseconds since the epoch): its age in whole hours since it was reverified, else
 * observed, else recorded, never negative; its confidence × max(0.25, 2^(−age ÷ threshold)), rounded to three decimals.
 */
export function freshness(fact: Ageing, now: number): Freshness {
  const anchor = fact.reverifiedAt ?? fact.observedAt ?? fact.recordedAt
  const age = Math.max(0, now - anchor) / HOUR_MS
  return {
    effective_confidence:
      fact.confidence === null ? null : decayed(fact.confidence, age / HORIZON_HOURS[fact.horizonClass]),
    age_hours: Math.floor(age),
    horizon_class: fact.horizonClass,
    superseded_by: fact.supersededBy,
  }
}

/** The freshness an answer of several facts shows: a superseded one first, then the least confidence, then the greatest age; null of none. */
export function leastFresh(all: readonly Freshness[]): Freshness | null {
  return all.reduce<Freshness | null>(
    (least, one) => (least === null || isLessFresh(one, least) ? one : least),
    null,
  )
}

/** The class of a fact that states none, by the entity it is about. */
export function defaultHorizonClass(entity: string): HorizonClass {
  if (entity.startsWith('__ops::')) return 'volatile'
  return entity.startsWith('bench:') || entity.startsWith('__bootstrap__::') ? 'stable' : 'none'
}

/** Whether an observation lies more than 24 hours ahead of `now`, so that it is refused; both in milliseconds since the epoch. */
export function isTooFarAhead(observedAt: number, now: number): boolean {
  return observedAt - now > DAY_HOURS * HOUR_MS
}

const decayed = (confidence: number, halvings: number): number =>
  Math.round(confidence * Math.max(CONFIDENCE_SHARE_LEAST, 2 ** -halvings) * 1000) / 1000

function isLessFresh(one: Freshness, other: Freshness): boolean {
  if ((one.superseded_by === null) !== (other.superseded_by === null)) return one.superseded_by !== null
  const [confidence, otherConfidence] = [one.effective_confidence ?? 1, other.effective_confidence ?? 1]
  if (confidence !== otherConfidence) return confidence < otherConfidence
  return (one.age_hours ?? 0) > (other.age_hours ?? 0)
}
