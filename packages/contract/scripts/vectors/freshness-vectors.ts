import { HORIZON_CLASSES } from '../../src/answer.ts'
import { type Ageing, freshness } from '../../src/freshness.ts'
import type { Vector } from './vector.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 30)
const AGES = [0, HOUR - 1, 12 * HOUR, DAY, 35 * DAY, 365 * DAY, 4000 * DAY, -DAY]
const FACT: Ageing = {
  confidence: 0.8,
  horizonClass: 'volatile',
  recordedAt: NOW,
  observedAt: null,
  reverifiedAt: null,
  supersededBy: null,
}

/** How fresh a fact is at a moment: `document.stated` is right, or it is not and `freshness` is. */
export function freshnessVectors(): Vector[] {
  const aged = HORIZON_CLASSES.flatMap((horizonClass) =>
    AGES.map((age) =>
      right(`${horizonClass}, ${age / HOUR} hours`, { ...FACT, horizonClass, recordedAt: NOW - age }),
    ),
  )
  const anchored = {
    ...FACT,
    recordedAt: NOW - 30 * HOUR,
    observedAt: NOW - 20 * HOUR,
    reverifiedAt: NOW - 10 * HOUR,
  }
  return [
    ...aged,
    right('reverified', anchored),
    right('observed', { ...anchored, reverifiedAt: null }),
    right('superseded', { ...FACT, supersededBy: 'f18' }),
    right('without confidence', { ...FACT, confidence: null, recordedAt: NOW - DAY }),
    wrong('an age rounded up', { ...FACT, recordedAt: NOW - HOUR + 1 }, { age_hours: 1 }),
    wrong('an age from the recording', anchored, { age_hours: 30 }),
    wrong(
      'a confidence that has not decayed',
      { ...FACT, recordedAt: NOW - DAY },
      { effective_confidence: 0.8 },
    ),
    wrong(
      'a confidence below the floor',
      { ...FACT, recordedAt: NOW - 9 * DAY },
      { effective_confidence: 0.002 },
    ),
    wrong('a successor left out', { ...FACT, supersededBy: 'f18' }, { superseded_by: null }),
  ]
}

const WHY =
  'Age is whole hours since the fact was reverified, else observed, else recorded, never negative; confidence halves once an horizon (24 h, 35 d, 365 d, never), never below a quarter, rounded to three decimals. Moments are milliseconds since 1970.'

const right = (name: string, fact: Ageing): Vector => {
  const stated = freshness(fact, NOW)
  return {
    name,
    why: WHY,
    document: { fact, now: NOW, stated },
    verdict: 'pass',
    rule: 'freshness',
    freshness: stated,
  }
}

const wrong = (name: string, fact: Ageing, change: object): Vector => {
  const told = freshness(fact, NOW)
  const stated = { ...told, ...change }
  return {
    name,
    why: WHY,
    document: { fact, now: NOW, stated },
    verdict: 'fail',
    rule: 'freshness',
    freshness: told,
  }
}
