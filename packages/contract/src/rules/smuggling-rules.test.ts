import { expect, test } from 'vitest'
import { validateCrcV1 } from '../validate.ts'

const slug = `${encodeURIComponent('\u6771'.repeat(200))}/${encodeURIComponent('\u6238'.repeat(200))}`
const freshness = { effective_confidence: null, age_hours: 0, horizon_class: 'none', superseded_by: null }
const factAt = (topic: string) => ({
  contract: 'crc-v1',
  kind: 'fact',
  hydrate_tier: 'pointer',
  cost_estimate: { pointer: 1, summary: 1, full: 1 },
  agent_decision: null,
  envelope: { freshness, memories_used: [{ fact_id: 'f1', topic, freshness, epitome: 'v' }] },
  next: { canonical_slug: topic },
})

test('the slug of names of the greatest length is no smuggled body, whatever its script', () => {
  expect(validateCrcV1(factAt(slug)).findings).toEqual([])
})

test.each([
  ['with white space', 'word '.repeat(60)],
  ['of more than two parts', 'word/'.repeat(60)],
  ['of names over the greatest length', 'w1'.repeat(201)],
])('a text %s is a smuggled body, though it stands where a slug does', (_, text) => {
  expect(validateCrcV1(factAt(text)).findings.map(({ pointer }) => pointer)).toEqual([
    '/next/canonical_slug',
    '/envelope/memories_used/0/topic',
  ])
})
