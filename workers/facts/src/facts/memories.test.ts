import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { countTokens } from '@cairn/text/tokens'
import { expect, test } from 'vitest'
import { memoriesUsed } from './memories.ts'

const fact = (value: string, entity = 'ada'): StoredFact => ({
  batch: 1,
  ordinal: 0,
  factId: 'f1',
  entity,
  key: 'k',
  value,
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
  effectiveAt: 0,
  recordedAt: 0,
  reverifiedAt: null,
  retractedAt: null,
  retraction: null,
  indexed: true,
  current: true,
  supersededBy: null,
})
const NOW = { now: 0, instants: { asOf: null, recordedAsOf: null, now: 0 } }
const epitomeOf = (value: string) => memoriesUsed([fact(value)], NOW)[0]!.epitome

test.each(['__agent::plan', '__ops::deploy', '__bootstrap__::limits'])('nothing is told of %s', (entity) => {
  expect(memoriesUsed([fact('1', entity)], NOW)).toEqual([])
})

test('an entity that only holds a reserved prefix inside its name is told of', () => {
  expect(memoriesUsed([fact('1', 'my __ops::')], NOW)).toHaveLength(1)
})

test('an epitome says that the fact holds and the beginning of what its value reads as, in at most 40 tokens', () => {
  const words = 'one two three. '.repeat(100)
  const epitome = epitomeOf(JSON.stringify(words))
  expect(`Holds: ada k = ${words}`.startsWith(epitome)).toBe(true)
  expect(countTokens(epitome)).toBeLessThanOrEqual(40)
  expect(epitomeOf('{"a":1}')).toBe('Holds: ada k = {"a":1}')
})

test.each([
  [{ retractedAt: 1, retraction: null, current: false }, 'Retracted: ada k = v'],
  [{ supersededBy: 'f2', current: false }, 'Superseded by f2: ada k = v'],
  [{ effectiveAt: 9, current: false }, 'Not yet: ada k = v'],
])('a fact that is %j says so', (standing, epitome) => {
  expect(memoriesUsed([{ ...fact('"v"'), ...standing }], NOW)[0]!.epitome).toBe(epitome)
})

const wrong = (reason: string | null) => ({
  ...fact('"v"'),
  retractedAt: Date.UTC(2026, 0, 2),
  retraction: reason === null ? null : JSON.stringify(reason),
  current: false,
})

test('of a retracted fact is told when it was, and why where that was said', () => {
  expect(memoriesUsed([wrong('misheard')], NOW)[0]).toMatchObject({
    retracted_at: '2026-01-02T00:00:00.000Z',
    retraction_reason: 'misheard',
  })
  expect(memoriesUsed([wrong(null)], NOW)[0]).not.toHaveProperty('retraction_reason')
})

test('of a long reason the beginning is told, in at most 40 tokens', () => {
  const long = 'the call was on a bad line. '.repeat(30)
  const { retraction_reason: told = '' } = memoriesUsed([wrong(long)], NOW)[0]!
  expect(told).not.toBe('')
  expect(long.startsWith(told)).toBe(true)
  expect(countTokens(told)).toBeLessThanOrEqual(40)
})

test('as it was known before the retraction nothing is told of it', () => {
  const before = { asOf: null, recordedAsOf: Date.UTC(2026, 0, 1), now: 0 }
  const [memory] = memoriesUsed([{ ...wrong('misheard'), current: true }], { now: 0, instants: before })
  expect(memory!.epitome).toBe('Holds: ada k = v')
  expect(Object.keys(memory!).filter((name) => name.startsWith('retract'))).toEqual([])
})
