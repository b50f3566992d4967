import { expect, test } from 'vitest'
import type { Freshness } from './answer.ts'
import { type Ageing, defaultHorizonClass, freshness, isTooFarAhead, leastFresh } from './freshness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 10, 30)
const fact: Ageing = {
  confidence: 0.8,
  horizonClass: 'volatile',
  recordedAt: now,
  observedAt: null,
  reverifiedAt: null,
  supersededBy: null,
}

test.each([
  ['volatile', 0, 0.8],
  ['volatile', DAY, 0.4],
  ['volatile', 2 * DAY, 0.2],
  ['volatile', 400 * DAY, 0.2],
  ['volatile', 12 * HOUR, 0.566],
  ['medium', 35 * DAY, 0.4],
  ['medium', 70 * DAY, 0.2],
  ['stable', 365 * DAY, 0.4],
  ['stable', 35 * DAY, 0.749],
  ['none', 4000 * DAY, 0.8],
] as const)(
  'a %s fact of confidence 0.8 that is %i ms old has confidence %f',
  (horizonClass, age, confidence) => {
    expect(freshness({ ...fact, horizonClass, recordedAt: now - age }, now).effective_confidence).toBe(
      confidence,
    )
  },
)

test('a fact ages from its reverification, else its observation, else its recording', () => {
  const stated = {
    ...fact,
    recordedAt: now - 30 * HOUR,
    observedAt: now - 20 * HOUR,
    reverifiedAt: now - 10 * HOUR,
  }
  expect(freshness(stated, now).age_hours).toBe(10)
  expect(freshness({ ...stated, reverifiedAt: null }, now).age_hours).toBe(20)
  expect(freshness({ ...stated, reverifiedAt: null, observedAt: null }, now).age_hours).toBe(30)
})

test('an age is in whole hours that have passed, and never negative', () => {
  expect(freshness({ ...fact, recordedAt: now - 2 * HOUR + 1 }, now).age_hours).toBe(1)
  expect(freshness({ ...fact, observedAt: now + 5 * HOUR }, now)).toMatchObject({
    age_hours: 0,
    effective_confidence: 0.8,
  })
})

test('an unknown confidence stays unknown, and all four members are printed', () => {
  expect(freshness({ ...fact, confidence: null, supersededBy: 'f9' }, now)).toEqual({
    effective_confidence: null,
    age_hours: 0,
    horizon_class: 'volatile',
    superseded_by: 'f9',
  })
})

test.each([
  ['__ops::build', 'volatile'],
  ['bench:scifact', 'stable'],
  ['__bootstrap__::limits', 'stable'],
  ['acme', 'none'],
  ['my bench:x', 'none'],
])('a fact about %s that states no class is %s', (entity, horizonClass) => {
  expect(defaultHorizonClass(entity)).toBe(horizonClass)
})

test('an observation may lie 24 hours ahead and not a millisecond more', () => {
  expect([isTooFarAhead(now + DAY, now), isTooFarAhead(now + DAY + 1, now)]).toEqual([false, true])
})

const fresh = (
  effective_confidence: number | null,
  age_hours: number,
  superseded_by: string | null = null,
): Freshness => ({
  effective_confidence,
  age_hours,
  horizon_class: 'none',
  superseded_by,
})
test('of several facts the least fresh is the superseded, then the least sure, then the oldest one', () => {
  expect(leastFresh([])).toBeNull()
  expect(leastFresh([fresh(0.9, 1), fresh(0.5, 1), fresh(0.7, 9)])).toEqual(fresh(0.5, 1))
  expect(leastFresh([fresh(0.5, 1), fresh(0.9, 1, 'f2')])).toEqual(fresh(0.9, 1, 'f2'))
  expect(leastFresh([fresh(0.5, 1), fresh(0.5, 3), fresh(0.5, 2)])).toEqual(fresh(0.5, 3))
  expect(leastFresh([fresh(null, 99), fresh(0.99, 1)])).toEqual(fresh(0.99, 1))
})
