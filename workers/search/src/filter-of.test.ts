import { expect, test } from 'vitest'
import { filterOf } from './filter-of.ts'

test('conditions of one object all hold, and those that nest keep their sense', () => {
  expect(filterOf({ source: 'a', tags: ['b', 'c'], not: { or: [{ kind: 'd' }, { speaker: 'e' }] } })).toEqual(
    {
      and: [{ source: 'a' }, { tags: ['b', 'c'] }, { not: { or: [{ kind: 'd' }, { speaker: 'e' }] } }],
    },
  )
  expect(filterOf({ source: 'a' })).toEqual({ source: 'a' })
})

test.each([
  ['2015-07-23T22:44:08-07:00', 1437716648000],
  ['2015-07-24t05:44:08z', 1437716648000],
  ['0000-01-01T00:00:00Z', -62167219200000],
  ['2016-12-31T23:59:60Z', 1483228800000],
])('the bound %s is a moment', (instant, at) => {
  expect(filterOf({ created_at: { gte: instant } })).toEqual({ created_at: { gte: at } })
  expect(filterOf({ event_at: { lt: instant } })).toEqual({ event_at: { lt: at } })
})
