import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantMs } from './date-time.ts'
import { utcTimestamp } from './utc-timestamp.ts'

const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'))
const offsets = fc.oneof(
  fc.constantFrom('Z', 'z'),
  fc
    .tuple(fc.constantFrom('+', '-'), two(23), two(59))
    .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
)
const texts = fc
  .record({
    day: fc.date({ min: new Date('0010-01-01'), max: new Date('9990-12-31'), noInvalidDate: true }),
    mark: fc.constantFrom('T', 't'),
    time: fc.tuple(two(23), two(59), two(59)),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,9}$/)),
    offset: offsets,
  })
  .map(
    ({ day, mark, time, fraction, offset }) =>
      `${day.toISOString().slice(0, 10)}${mark}${time.join(':')}${fraction}${offset}`,
  )

test('the UTC spelling names the same moment, ends in Z, and is its own spelling', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const utc = utcTimestamp(text)!
      expect(instantMs(utc)).toBe(instantMs(text))
      expect(utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d*[1-9])?Z$/)
      expect(utcTimestamp(utc)).toBe(utc)
    }),
  )
})

test.each([
  ['2026-11-30T09:30:00.1000Z', '2026-11-30T09:30:00.1Z'],
  ['2026-11-30T09:30:00.000000123+00:00', '2026-11-30T09:30:00.000000123Z'],
  ['2026-11-30T00:30:00.0+01:00', '2026-11-29T23:30:00Z'],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00Z'],
  ['2023-02-30T00:00:00Z', null],
  ['9999-12-31T23:59:59-00:01', null],
  ['0000-01-01T00:00:00+00:01', null],
])('%s is written %s', (text, expected) => {
  expect(utcTimestamp(text)).toBe(expected)
})
