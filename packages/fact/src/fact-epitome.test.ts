import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { countTokens } from '@cairn/text/tokens'
import { expect, test } from 'vitest'
import { factEpitome } from './fact-epitome.ts'

const FACT: StoredFact = {
  entity: 'acme',
  key: 'works_at',
  value: '"Initech"',
  cardinality: 'one',
  confidence: null,
  horizonClass: null,
  validFrom: { at: 0, given: '1970' },
  validTo: { at: 1, given: '1970-02' },
  observedAt: null,
  supersedes: null,
  provenance: null,
  tokens: 1,
  escapedTokens: 1,
  summaryTokens: 1,
  batch: 17,
  ordinal: 0,
  factId: 'f17',
  effectiveAt: 0,
  recordedAt: 0,
  reverifiedAt: null,
  retractedAt: null,
  indexed: true,
  retraction: null,
  current: false,
  supersededBy: 'f18',
}

test.each([
  ['current', 'Holds: acme works_at = Initech'],
  ['superseded', 'Superseded by f18: acme works_at = Initech'],
  ['ended', 'Ended 1970-02: acme works_at = Initech'],
  ['future', 'From 1970: acme works_at = Initech'],
  ['retracted', 'Retracted: acme works_at = Initech'],
] as const)('a %s fact says so first, and then what it says', (standing, said) => {
  expect(factEpitome(FACT, standing)).toBe(said)
})

test('however long names and value are, it has at most 40 tokens and shows of each', () => {
  const long = {
    ...FACT,
    entity: '東京'.repeat(100),
    key: 'wört '.repeat(40),
    value: `"${'sense '.repeat(400)}"`,
  }
  const epitome = factEpitome(long, 'current')
  expect(countTokens(epitome)).toBeLessThanOrEqual(40)
  expect(epitome).toMatch(/^Holds: 東京.* wört.* = sense/)
  expect(epitome.isWellFormed()).toBe(true)
})

test('a value that is no text is shown as its JSON', () => {
  expect(factEpitome({ ...FACT, value: '{"a":[1]}' }, 'current')).toBe('Holds: acme works_at = {"a":[1]}')
})
