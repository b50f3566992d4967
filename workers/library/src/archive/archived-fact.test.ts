import type { Problem } from '@cairn/http-kernel/problem'
import type { Row } from '@cairn/memory-store/statement'
import { expect, it, test } from 'vitest'
import { archivedFact } from './archived-fact.ts'

const END = { head: 9, headAt: 5000 }
const ROW: Row = {
  batch: 3,
  ordinal: 1,
  entity: 'acme',
  key: 'works_at',
  value: '{"a":[1,"é"]}',
  cardinality: 'one',
  confidence: 0.1234567890123456,
  horizon_class: 'stable',
  effective_at: 1704067200000,
  valid_from: 1704067200000,
  valid_from_given: '2024',
  observed_at: 4000,
  observed_at_given: '1970-01-01T00:00:04Z',
  recorded_at: 4000,
  reverified_at: 5000,
  retracted_at: 4000,
  retraction: '"misheard"',
  supersedes: 'f2',
  provenance: '{"tool":"crm"}',
  tokens: 7,
  escaped_tokens: 9,
  summary_tokens: 7,
  indexed: 1,
  salt: 'salt',
}

it('takes a row for the fact that the request which left it states', () => {
  expect(archivedFact(ROW, END)).toEqual({
    fact: {
      entity: 'acme',
      key: 'works_at',
      value: '{"a":[1,"é"]}',
      cardinality: 'one',
      confidence: 0.1234567890123456,
      horizonClass: 'stable',
      validFrom: { at: 1704067200000, given: '2024' },
      validTo: null,
      observedAt: { at: 4000, given: '1970-01-01T00:00:04Z' },
      supersedes: 'f2',
      provenance: '{"tool":"crm"}',
      tokens: expect.any(Number),
      escapedTokens: expect.any(Number),
      summaryTokens: expect.any(Number),
    },
    past: {
      batch: 3,
      ordinal: 1,
      recordedAt: 4000,
      reverifiedAt: 5000,
      retractedAt: 4000,
      retraction: '"misheard"',
    },
    salt: 'salt',
    isIndexed: true,
  })
})

it('counts tokens anew, whatever the row says they were', () => {
  const { fact } = archivedFact({ ...ROW, tokens: -1, summary_tokens: 10 ** 9 }, END)
  expect([fact.tokens, fact.summaryTokens].every((count) => count > 0 && count < 20)).toBe(true)
})

test.each([
  [{ entity: '' }, '/entity'],
  [{ entity: 'cafe\u0301' }, '/entity'],
  [{ key: 'x'.repeat(201) }, '/key'],
  [{ key: '..' }, '/key'],
  [{ value: '{"b":1, "a":2}' }, '/value'],
  [{ value: '1.0' }, '/value'],
  [{ value: JSON.stringify('x'.repeat(20_000)) }, '/value'],
  [{ value: `${'['.repeat(40)}${']'.repeat(40)}` }, ''],
  [{ value: '"\\ud800"' }, ''],
  [{ cardinality: 'two' }, '/cardinality'],
  [{ confidence: 1.5 }, '/confidence'],
  [{ horizon_class: 'eternal' }, '/horizon_class'],
  [{ valid_from_given: '2024-13' }, '/valid_from_given'],
  [{ valid_from: 5 }, '/valid_from'],
  [{ valid_from_given: undefined }, '/valid_from'],
  [{ valid_to: 0, valid_to_given: '1970' }, '/valid_to_given'],
  [{ observed_at: 10 ** 9, observed_at_given: '1970-01-12T13:46:40Z' }, '/observed_at_given'],
  [{ effective_at: 1 }, '/effective_at'],
  [{ supersedes: 'latest' }, '/supersedes'],
  [{ provenance: '[]' }, '/provenance'],
  [{ batch: 0 }, '/batch'],
  [{ batch: 10 }, '/batch'],
  [{ ordinal: 100 }, '/ordinal'],
  [{ recorded_at: 5001 }, '/recorded_at'],
  [{ retracted_at: 3999 }, '/retracted_at'],
  [{ reverified_at: 5001 }, '/reverified_at'],
  [{ retracted_at: undefined }, '/retraction'],
  [{ retraction: '7' }, '/retraction'],
  [{ retraction: ' "x"' }, '/retraction'],
  [{ indexed: 2 }, '/indexed'],
] as [Row, string][])(
  'a row with %j is none that a write leaves, and is told of by its column %s',
  (change, pointer) => {
    const refusal = (): Problem | null => {
      try {
        archivedFact({ ...ROW, ...change }, END)
        return null
      } catch (problem) {
        return problem as Problem
      }
    }
    const problem = refusal()
    expect([problem?.code, problem?.errors[0]?.pointer]).toEqual(['invalid_body', pointer])
  },
)
