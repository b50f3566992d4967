import { expect, test } from 'vitest'
import { momentAsked } from './moment-asked.ts'

const now = Date.parse('2026-11-30T20:30:00Z')
function at(asked: string | undefined): string | null {
  const moment = momentAsked(asked, now)
  return moment === null ? null : new Date(moment).toISOString()
}

test('without a date the moment is now', () => {
  expect(at(undefined)).toBeNull()
})

test.each([
  ['2020', '2020-12-31T23:59:59.999Z'],
  ['2020-02', '2020-02-29T23:59:59.999Z'],
  ['2020-12', '2020-12-31T23:59:59.999Z'],
  ['2020-02-29', '2020-02-29T23:59:59.999Z'],
  ['2030', '2030-12-31T23:59:59.999Z'],
  ['0000', '0000-12-31T23:59:59.999Z'],
])('the period %s means its last millisecond', (asked, moment) => {
  expect(at(asked)).toBe(moment)
})

test.each(['2026', '2026-11', '2026-11-30'])('the period %s, which now lies in, means now', (asked) => {
  expect(at(asked)).toBeNull()
})

test.each([
  ['2015-07-23T22:44:08-07:00', '2015-07-24T05:44:08.000Z'],
  ['2015-07-24T06:00:00.25Z', '2015-07-24T06:00:00.250Z'],
])('the instant %s means itself, whatever its offset', (asked, moment) => {
  expect(at(asked)).toBe(moment)
})
