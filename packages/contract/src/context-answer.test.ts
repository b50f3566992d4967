import { expect, it } from 'vitest'
import { checkContextAnswer, decodeContextAnswer } from './context-answer.ts'

type Part = Record<string, unknown>

const candidate = (id: string, more: Part = {}) => ({
  candidate_id: id,
  task_id: 't',
  source_id: 'handbook',
  kind: 'doc',
  relevance_milli: 1000,
  confidence_milli: 1000,
  freshness_milli: 1000,
  estimated_tokens: 3,
  content_hash: 'h',
  ...more,
})
const body = (id: string, more: Part = {}) => ({
  candidate_id: id,
  tier: 'full',
  text: 'one two three',
  token_count: 3,
  ...more,
})

interface Changes {
  readonly bundle?: Part
  readonly receipt?: Part
  readonly candidates?: readonly unknown[]
  readonly content?: readonly unknown[]
}

function answer(changes: Changes = {}) {
  return {
    bundle: {
      bundle_id: 'b',
      task_id: 't',
      candidates: ['1:0', '2:0'],
      total_tokens: 6,
      coverage_milli: 1000,
      strategy: 'relevance_first',
      ...changes.bundle,
    },
    candidates: changes.candidates ?? [candidate('1:0'), candidate('2:0', { source_id: 'cairn:facts' })],
    receipt: {
      receipt_id: 'r',
      task_id: 't',
      bundle_id: 'b',
      budget_tokens: 500,
      materialized_tokens: 6,
      candidates_considered: 2,
      candidates_selected: 2,
      sources_used: ['cairn:facts', 'handbook'],
      degraded_reasons: [],
      ...changes.receipt,
    },
    content: changes.content ?? [body('1:0'), body('2:0')],
  }
}

const words = (text: string) => text.split(/\s+/).length
const { content: _, ...record } = answer()

it.each([
  ['as it was answered', answer()],
  ['as it is read again, without bodies', record],
])('a bundle that adds up has no findings: %s', (_name, value) => {
  expect(checkContextAnswer(value, { countTokens: words })).toEqual([])
  expect(decodeContextAnswer(JSON.stringify(value))).toEqual({ ok: true, value })
})

it.each<readonly [string, string, unknown]>([
  ['required', '/receipt', { bundle: {}, candidates: [] }],
  ['additionalProperties', '/meta', { ...answer(), meta: 1 }],
  ['type', '', []],
  ['type', '/candidates', { ...answer(), candidates: {} }],
  ['type', '/bundle/total_tokens', answer({ bundle: { total_tokens: '6' } })],
  [
    'milliunit',
    '/candidates/0/relevance_milli',
    answer({ candidates: [candidate('1:0', { relevance_milli: 1001 })] }),
  ],
  ['materialized_tokens-within', '/receipt/materialized_tokens', answer({ receipt: { budget_tokens: 5 } })],
  ['body', '/content/1', answer({ content: [body('1:0'), body('2:0', { tier: 'cut' })] })],
  ['candidates-named', '/bundle/candidates', answer({ bundle: { candidates: ['2:0', '1:0'] } })],
  [
    'candidates-unique',
    '/candidates',
    answer({ bundle: { candidates: ['1:0', '1:0'] }, candidates: [candidate('1:0'), candidate('1:0')] }),
  ],
  ['one-task', '/receipt/task_id', answer({ receipt: { task_id: 'u' } })],
  ['bundle-named', '/receipt/bundle_id', answer({ receipt: { bundle_id: 'c' } })],
  ['total-sum', '/bundle/total_tokens', answer({ bundle: { total_tokens: 7 } })],
  ['materialized-sum', '/receipt/materialized_tokens', answer({ receipt: { materialized_tokens: 5 } })],
  ['selected-count', '/receipt/candidates_selected', answer({ receipt: { candidates_selected: 1 } })],
  [
    'sources-used',
    '/receipt/sources_used',
    answer({ receipt: { sources_used: ['handbook', 'cairn:facts'] } }),
  ],
  ['bodies-join', '/content', answer({ content: [body('2:0'), body('1:0')] })],
  ['reason-known', '/receipt/degraded_reasons', answer({ receipt: { degraded_reasons: ['tired'] } })],
  [
    'reasons-sorted',
    '/receipt/degraded_reasons',
    answer({ receipt: { degraded_reasons: ['source_timeout:a', 'duplicate_content'] } }),
  ],
  ['reason-follows', '/receipt/degraded_reasons', answer({ bundle: { coverage_milli: 499 } })],
  [
    'reason-follows',
    '/receipt/degraded_reasons',
    answer({ receipt: { degraded_reasons: ['no_candidates'] } }),
  ],
  ['reason-follows', '/receipt/degraded_reasons', answer({ receipt: { candidates_considered: 3 } })],
])('what does not hold is told by its rule and place: %s at %s', (rule, pointer, value) => {
  expect(checkContextAnswer(value)).toContainEqual(expect.objectContaining({ rule, pointer }))
})

it('minimal leaves out what it does not need, and that is no want of budget', () => {
  const value = answer({ bundle: { strategy: 'minimal' }, receipt: { candidates_considered: 3 } })
  expect(checkContextAnswer(value)).toEqual([])
})

it('where tokens are counted a body that costs more than it says is told, and an answer over its budget', () => {
  const long = answer({ content: [body('1:0', { text: 'one two three four' }), body('2:0')] })
  expect(checkContextAnswer(long)).toEqual([])
  expect(checkContextAnswer(long, { countTokens: words })).toMatchObject([
    { pointer: '/content/0/token_count', rule: 'body-cost' },
  ])
  expect(checkContextAnswer(answer(), { countTokens: (text) => text.length })).toMatchObject([
    { rule: 'body-cost' },
    { rule: 'body-cost' },
    { pointer: '', rule: 'budget-kept' },
  ])
})

it('numbers are whole as written, in every part', () => {
  const text = JSON.stringify(answer()).replace('"total_tokens":6', '"total_tokens":6.0')
  expect(decodeContextAnswer(text)).toMatchObject({
    ok: false,
    findings: [{ pointer: '/bundle/total_tokens' }],
  })
})
