import { expect, test } from 'vitest'
import { momentOf } from './moment-of.ts'

const TEN = '2026-11-30T10:00:00.000Z'

test.each([
  ['2026-11-30T10:00', TEN],
  ['2026-11-30T10:00:00.000', TEN],
  ['2026-11-30 10:00', TEN],
  ['Nov 30, 2026 10:00 AM', TEN],
  ['30 November 2026 10:00', TEN],
  ['2026/11/30 (Mon) 10:00', TEN],
  ['2026-11-30', '2026-11-30T00:00:00.000Z'],
  ['11/30/2026', '2026-11-30T00:00:00.000Z'],
  ['11-30-2026', '2026-11-30T00:00:00.000Z'],
])('%s names no zone and is read as UTC', (text, moment) =>
  expect(new Date(momentOf(text)).toISOString()).toBe(moment),
)

test.each([
  '2026-11-30T10:00:00Z',
  '2026-11-30T11:00:00+01:00',
  '2026-11-30 10:00:00+00',
  '2026-11-30 11:00 AM +0100',
  'Mon, 30 Nov 2026 10:00:00 GMT',
  'Mon Nov 30 2026 11:00:00 GMT+0100 (CET)',
  '30 Nov 2026 05:00 EST',
])('%s is read in the zone that it names', (text) => expect(new Date(momentOf(text)).toISOString()).toBe(TEN))

test('what is no date has no moment', () => expect(momentOf('at noon')).toBeNaN())
