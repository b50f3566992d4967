import { expect, it } from 'vitest'
import type { Body, Candidate } from './candidate.ts'
import { type Choice, select } from './select.ts'

const body = (tokens: number, ...words: number[]): Body => ({
  tier: 'full',
  text: '',
  tokens,
  words: new Set(words),
})
const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  sourceId: 's',
  kind: 'k',
  relevanceMilli: 500,
  confidenceMilli: 500,
  freshnessMilli: 500,
  contentHash: '',
  full: body(100),
  summary: () => null,
  ...more,
})
const costOf: Choice['costOf'] = ({ body: { tokens } }) => tokens
const ids = (all: readonly Candidate[], choice: Partial<Choice> = {}) =>
  select(all, { strategy: 'relevance_first', room: 10_000, costOf, ...choice }).chosen.map(
    (one) => one.candidate.id,
  )

it('ties go by relevance, confidence, freshness, tokens, id', () => {
  const all = [
    candidate('e'),
    candidate('d'),
    candidate('c', { full: body(90) }),
    candidate('b', { freshnessMilli: 600 }),
    candidate('a', { confidenceMilli: 600 }),
    candidate('z', { relevanceMilli: 600 }),
  ]
  expect(ids(all)).toEqual(['z', 'a', 'b', 'c', 'd', 'e'])
  expect(ids(all, { strategy: 'coverage_first' })).toEqual(['z', 'a', 'b', 'c', 'd', 'e'])
})

it('each strategy has its own first', () => {
  const all = [
    candidate('relevant', { relevanceMilli: 900, full: body(300) }),
    candidate('sure', { confidenceMilli: 900 }),
    candidate('fresh', { freshnessMilli: 900 }),
    candidate('cheap', { full: body(10) }),
    candidate('covering', { relevanceMilli: 100, full: body(100, 0, 1, 2) }),
  ]
  const first = (strategy: Choice['strategy']) => ids(all, { strategy })[0]
  expect(first('relevance_first')).toBe('relevant')
  expect(first('confidence_first')).toBe('sure')
  expect(first('freshness_first')).toBe('fresh')
  expect(first('cost_first')).toBe('cheap')
  expect(first('coverage_first')).toBe('covering')
  expect(ids(all, { strategy: 'minimal' })).toEqual(['covering'])
})

it('what does not fit is skipped, and what comes behind it is taken', () => {
  const all = [candidate('a', { relevanceMilli: 900, full: body(300) }), candidate('b'), candidate('c')]
  expect(ids(all, { room: 200 })).toEqual(['b', 'c'])
})

it('what does not fit whole is taken as its summary', () => {
  const summary: Body = { ...body(50), tier: 'summary' }
  const { chosen, isExhausted } = select([candidate('a', { full: body(300), summary: () => summary })], {
    strategy: 'relevance_first',
    room: 100,
    costOf,
  })
  expect(chosen.map((one) => one.body.tier)).toEqual(['summary'])
  expect(isExhausted).toBe(true)
})
