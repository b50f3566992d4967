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
const epitomeOf = (value: string) => memoriesUsed([fact(value)], 0)[0]!.epitome

test.each(['__agent::plan', '__ops::deploy', '__bootstrap__::limits'])('nothing is told of %s', (entity) => {
  expect(memoriesUsed([fact('1', entity)], 0)).toEqual([])
})

test('an entity that only holds a reserved prefix inside its name is told of', () => {
  expect(memoriesUsed([fact('1', 'my __ops::')], 0)).toHaveLength(1)
})

test('an epitome is the beginning of what the value reads as, in at most 40 tokens', () => {
  const words = 'one two three. '.repeat(100)
  const epitome = epitomeOf(JSON.stringify(words))
  expect(words.startsWith(epitome)).toBe(true)
  expect(countTokens(epitome)).toBeLessThanOrEqual(40)
  expect(epitomeOf('{"a":1}')).toBe('{"a":1}')
})

test.each(['""', '" "', '"\\n"'])(
  'the epitome of the blank value %s is its JSON, so that there is something to see',
  (value) => {
    expect(epitomeOf(value)).toBe(value)
  },
)
