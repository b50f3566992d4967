import { expect, test } from 'vitest'
import { instantMs, isDateTime, isPartialDate, partialDateMs, precisionOf } from './date-time.ts'

test.each([
  ['1985-04-12T23:20:50.52Z', 482196050520],
  ['1996-12-19T16:39:57-08:00', 851042397000],
  ['1990-12-31T23:59:60Z', 662688000000],
  ['1990-12-31T15:59:60-08:00', 662688000000],
  ['1937-01-01T12:00:27.87+00:20', -1041337172130],
  ['2024-02-29t00:00:00z', 1709164800000],
  ['0000-01-01T00:00:00Z', -62167219200000],
  ['2026-01-01T00:00:00.123456789Z', 1767225600123],
])('the date-time %s is the moment %i', (text, ms) => {
  expect(instantMs(text)).toBe(ms)
})

test.each([
  '2023-02-30T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2023-13-01T00:00:00Z',
  '2023-00-10T00:00:00Z',
  '2023-01-00T00:00:00Z',
  '2023-01-01T24:00:00Z',
  '2023-01-01T00:60:00Z',
  '2023-01-01T00:00:60Z',
  '2023-01-01T00:00:61Z',
  '2023-01-01T00:00:00',
  '2023-01-01 00:00:00Z',
  '2023-01-01T00:00:00+24:00',
  '2023-01-01T00:00:00+00:60',
  '2023-01-01T00:00:00.Z',
  '2023-01-01T00:00Z',
  '２０２３-01-01T00:00:00Z',
  '2023-01-01T00:00:00Z\n',
  '',
])('%j is no date-time', (text) => {
  expect(isDateTime(text)).toBe(false)
})

test.each([
  ['2024', 'year', 1704067200000],
  ['2024-03', 'month', 1709251200000],
  ['2024-02-29', 'day', 1709164800000],
  ['2024-02-29T10:00Z', 'instant', 1709200800000],
  ['2024-02-29T10:00:30+01:00', 'instant', 1709197230000],
] as const)('the partial date %s is precise to the %s and begins at %i', (text, precision, ms) => {
  expect([isPartialDate(text), precisionOf(text), partialDateMs(text)]).toEqual([true, precision, ms])
})

test.each([
  '2023-02-30',
  '2023-13',
  '23',
  '2023-02-29',
  '2023-1-1',
  '2023-01-01T10Z',
  '2023-01-01T10:00',
  'now',
])('%s is no partial date', (text) => {
  expect(isPartialDate(text)).toBe(false)
})
