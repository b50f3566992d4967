import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { fakeService, json } from './fake-service.fixture.ts'
import { verdictOf } from './verdict-of.ts'

const citationOf = (headers: Record<string, string>) =>
  createClient({
    baseUrl: 'http://cairn.test',
    fetch: fakeService(() => json({ id: 'c' }, headers)).fetch,
  }).getCitation({ id: 'c' })

test('a citation that holds has no reasons', async () => {
  const citation = await citationOf({ 'Citation-Verdict': 'holds' })
  expect(verdictOf(citation)).toEqual({ citation_id: 'c', verdict: 'holds', reasons: [] })
})

test('one that fails has every reason, in the order they were told', async () => {
  const header = 'fails; reasons="source_changed quote_missing"'
  expect(verdictOf(await citationOf({ 'Citation-Verdict': header }))).toEqual({
    citation_id: 'c',
    verdict: 'fails',
    reasons: ['source_changed', 'quote_missing'],
  })
})

test.each([{}, { 'Citation-Verdict': 'perhaps' }])(
  'an answer with the headers %j has no verdict',
  async (headers) => {
    expect(verdictOf(await citationOf(headers))).toBeNull()
  },
)
