import { expect, test } from 'vitest'
import { newFact } from './new-fact.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const stated = (more: object = {}) => newFact({ entity: 'ada', key: 'k', value: 'v', ...more }, now)

test('what was not said stays unknown', () => {
  expect(stated()).toEqual({
    entity: 'ada',
    key: 'k',
    value: '"v"',
    cardinality: 'one',
    confidence: null,
    horizonClass: null,
    validFrom: null,
    validTo: null,
    observedAt: null,
    supersedes: null,
    provenance: null,
    tokens: 1,
    escapedTokens: 1,
    summaryTokens: 1,
  })
})

test('two inputs that say the same are stored as the same', () => {
  const one = stated({ entity: 'cafe\u0301', value: { b: [1.0], a: '\u00e9' } })
  const two = stated({ entity: 'caf\u00e9', value: { a: '\u00e9', b: [1] } })
  expect(two).toEqual(one)
  expect(one.value).toBe('{"a":"\u00e9","b":[1]}')
})

test('a time is stored as the instant it begins, beside its text', () => {
  expect(stated({ valid_from: '2024-03' }).validFrom).toEqual({ at: Date.UTC(2024, 2, 1), given: '2024-03' })
  expect(stated({ observed_at: '2024-03-01T01:00:00+02:00' }).observedAt?.at).toBe(Date.UTC(2024, 1, 29, 23))
})

test('an interval must last at least a millisecond', () => {
  const valid_from = '2024-01-01T00:00:00.000Z'
  expect(stated({ valid_from, valid_to: '2024-01-01T00:00:00.001Z' }).validTo?.at).toBe(
    Date.UTC(2024, 0, 1, 0, 0, 0, 1),
  )
  expect(() => stated({ valid_from, valid_to: '2024' })).toThrow(
    expect.objectContaining({ code: 'invalid_body' }),
  )
})

test('an observation may lie 24 hours ahead, and not a millisecond more', () => {
  expect(stated({ observed_at: '2026-12-01T12:00:00Z' }).observedAt).not.toBeNull()
  expect(() => stated({ observed_at: '2026-12-01T12:00:00.001Z' })).toThrow(
    expect.objectContaining({ code: 'observed_in_future' }),
  )
})

test('the cost of a string is counted on its text, and escaped as it stands in JSON', () => {
  const fact = stated({ value: '"\n"'.repeat(50) })
  expect(fact.escapedTokens).toBeGreaterThan(fact.tokens)
  expect(fact.summaryTokens).toBeLessThanOrEqual(fact.tokens)
})
