import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { expect, test } from 'vitest'
import { factReasons } from './fact-reasons.ts'

const RETRACTED: StoredFact = {
  batch: 1,
  ordinal: 0,
  factId: 'f1',
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
  effectiveAt: 0,
  recordedAt: 0,
  reverifiedAt: null,
  retractedAt: 1000,
  retraction: '"misheard"',
  indexed: true,
  current: false,
  supersededBy: null,
}

test('a retraction is told with its reason from when it was said on, and not as it was known before', () => {
  const at = (recordedAsOf: number | null) => ({
    now: 2000,
    instants: { asOf: null, recordedAsOf, now: 2000 },
  })
  const retraction = { retracted_at: '1970-01-01T00:00:01.000Z', reason: 'misheard' }
  for (const since of [null, 1000, 2000])
    expect(factReasons(RETRACTED, null, at(since))).toMatchObject({ standing: 'retracted', retraction })
  const before = factReasons({ ...RETRACTED, current: true }, null, at(999))
  expect([before.standing, before.retraction]).toEqual(['current', null])
})
