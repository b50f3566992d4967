import { expect, test } from 'vitest'
import { checkLegacy, legacyFacts, legacySearch } from './legacy.ts'

const timing = { backend: 'segments', startedAt: 10, clock: () => 12.6 }

test('an empty search has every member, its lists empty', () => {
  expect(JSON.stringify(legacySearch({ results: [] }, timing))).toBe(
    '{"results":[],"business_objects":[],"read_pointers":[],"nav_path":[],"meta":{"backend":"segments","took_ms":3}}',
  )
})

test('a clock that went back never gives a negative duration', () => {
  expect(legacySearch({ results: [] }, { ...timing, clock: () => 0 }).meta.took_ms).toBe(0)
})

test('what the frozen shape does not name does not reach a body', () => {
  const row = {
    fact_id: 'f1',
    entity: 'a',
    key: 'b',
    value: 1,
    confidence: 1,
    stored_at: 0,
    valid_from: null,
    valid_to: null,
    superseded_by: null,
  }
  const body = legacyFacts([{ ...row, tenant: 7 } as typeof row], 1)
  expect(body.facts[0]).not.toHaveProperty('tenant')
  expect(body.facts[0]!.stored_at).toBe('1970-01-01T00:00:00.000Z')
})

test('a CRC-v1 answer and a body with one member more, less or of another type are no legacy bodies', () => {
  const good = legacySearch({ results: [] }, timing)
  const { nav_path: _, ...less } = good
  expect(checkLegacy('search', good)).toEqual([])
  expect(checkLegacy('search', { ...good, facts: [] }).map(({ pointer }) => pointer)).toEqual(['/facts'])
  expect(checkLegacy('search', less).map(({ pointer }) => pointer)).toEqual(['/nav_path'])
  expect(checkLegacy('search', { ...good, results: {} }).map(({ pointer }) => pointer)).toEqual(['/results'])
  expect(checkLegacy('session', { contract: 'crc-v1', kind: 'session' }).length).toBeGreaterThan(2)
})
