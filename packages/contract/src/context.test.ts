import { describe, expect, test } from 'vitest'
import {
  type ContextShape,
  type ContextShapes,
  checkContext,
  decodeContext,
  emptyContext,
  encodeContext,
} from './context.ts'

const VALUES: ContextShapes = {
  KnowledgeSourceManifestV1: {
    source_id: 'handbook',
    display_name: 'Handbook',
    kinds: ['doc'],
    capabilities: { search: true, exact_get: true, delta_sync: false, live_query: false, graph_edges: true },
    freshness_typical_ms: 60_000,
    cost_class: 'low',
  },
  ContextCandidateV1: {
    candidate_id: 'c1',
    task_id: 't1',
    source_id: 'handbook',
    kind: 'doc',
    relevance_milli: 1000,
    confidence_milli: 0,
    freshness_milli: 500,
    estimated_tokens: 240,
    content_hash: 'anything at all',
  },
  ContextBundleV1: {
    bundle_id: 'b1',
    task_id: 't1',
    candidates: ['c1'],
    total_tokens: 240,
    coverage_milli: 750,
    strategy: 'relevance_first',
  },
  ContextReceiptV1: {
    receipt_id: 'r1',
    task_id: 't1',
    bundle_id: 'b1',
    budget_tokens: 300,
    materialized_tokens: 300,
    candidates_considered: 4,
    candidates_selected: 4,
    sources_used: ['handbook'],
    degraded_reasons: [],
  },
}
const SHAPES = Object.keys(VALUES) as ContextShape[]
const messages = (shape: ContextShape, text: string) => {
  const decoded = decodeContext(shape, text)
  return decoded.ok ? [] : decoded.findings.map(({ message }) => message)
}
const places = (shape: ContextShape, text: string) => {
  const decoded = decodeContext(shape, text)
  return decoded.ok ? [] : decoded.findings.map(({ pointer, rule }) => `${pointer} ${rule}`)
}
/** The text of a shape in which one member's value is written otherwise. */
const written = (shape: ContextShape, member: string, source: string) =>
  JSON.stringify({ ...VALUES[shape], [member]: '@' }).replace('"@"', () => source)

test.each(SHAPES)('%s comes back from its text as it was, and as no other shape', (shape) => {
  const text = encodeContext(shape, VALUES[shape])
  for (const other of SHAPES) {
    const decoded = decodeContext(other, text)
    expect(decoded.ok && decoded.value).toEqual(other === shape && VALUES[shape])
  }
})

test.each(SHAPES)('%s with every member at its default is valid', (shape) => {
  expect(checkContext(shape, emptyContext(shape))).toEqual([])
  expect(decodeContext(shape, encodeContext(shape, emptyContext(shape))).ok).toBe(true)
})

test('defaults are empty, zero, negligible and false', () => {
  expect(emptyContext('KnowledgeSourceManifestV1')).toEqual({
    source_id: '',
    display_name: '',
    kinds: [],
    capabilities: {
      search: false,
      exact_get: false,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  })
  expect(emptyContext('ContextReceiptV1')).toMatchObject({
    budget_tokens: 0,
    sources_used: [],
    receipt_id: '',
  })
})

test.each(SHAPES)('each member of %s is required, and none is added', (shape) => {
  for (const name of Object.keys(VALUES[shape])) {
    const { [name]: _, ...rest } = VALUES[shape] as unknown as Record<string, unknown>
    expect(places(shape, JSON.stringify(rest)), name).toEqual([`/${name} required`])
  }
  expect(places(shape, JSON.stringify({ ...VALUES[shape], note: 1 }))).toEqual(['/note additionalProperties'])
  expect(places(shape, JSON.stringify([VALUES[shape]]))).toEqual([' type'])
})

test('each capability is required, and none is added', () => {
  const text = written(
    'KnowledgeSourceManifestV1',
    'capabilities',
    '{"search":true,"exact_get":true,"fly":true}',
  )
  expect(places('KnowledgeSourceManifestV1', text)).toEqual([
    '/capabilities/delta_sync required',
    '/capabilities/live_query required',
    '/capabilities/graph_edges required',
    '/capabilities/fly additionalProperties',
  ])
})

describe('messages are the ones of the wire protocol', () => {
  test.each(['relevance_milli', 'confidence_milli', 'freshness_milli'])('%s of a candidate', (name) => {
    expect(messages('ContextCandidateV1', written('ContextCandidateV1', name, '1001'))).toEqual([
      'milliunit must be between 0 and 1000',
    ])
    expect(checkContext('ContextCandidateV1', { ...VALUES.ContextCandidateV1, [name]: 1001 })).toEqual([
      { pointer: `/${name}`, rule: 'milliunit', message: `${name} must be between 0 and 1000` },
    ])
    expect(checkContext('ContextCandidateV1', { ...VALUES.ContextCandidateV1, [name]: -1 })).toHaveLength(1)
  })
  test('coverage_milli of a bundle', () => {
    expect(messages('ContextBundleV1', written('ContextBundleV1', 'coverage_milli', '70000'))).toEqual([
      'milliunit must be between 0 and 1000',
    ])
    expect(
      checkContext('ContextBundleV1', { ...VALUES.ContextBundleV1, coverage_milli: 1001 })[0]?.message,
    ).toBe('coverage_milli must be between 0 and 1000')
  })
  test.each([
    ['materialized_tokens', '301', 'materialized_tokens exceeds budget_tokens'],
    ['candidates_selected', '5', 'candidates_selected exceeds candidates_considered'],
  ])('%s of a receipt', (name, source, message) => {
    expect(messages('ContextReceiptV1', written('ContextReceiptV1', name, source))).toEqual([message])
    expect(
      checkContext('ContextReceiptV1', { ...VALUES.ContextReceiptV1, [name]: Number(source) })[0]?.message,
    ).toBe(message)
  })
})

test.each(['500.0', '5e2', '5E+2', '-1', '-0', '0.5', '9007199254740992', '1e400', '18446744073709551615'])(
  'a number written %s is refused, whatever it is worth',
  (source) => {
    expect(places('ContextCandidateV1', written('ContextCandidateV1', 'estimated_tokens', source))).toEqual([
      '/estimated_tokens integer',
    ])
  },
)

test('tokens go up to 2^53 - 1, counts to 2^32 - 1', () => {
  const tokens = (source: string) =>
    places('ContextBundleV1', written('ContextBundleV1', 'total_tokens', source))
  const count = (source: string) =>
    places('ContextReceiptV1', written('ContextReceiptV1', 'candidates_considered', source))
  expect([tokens('9007199254740991'), tokens('0'), count('4294967295')]).toEqual([[], [], []])
  expect(count('4294967296')).toEqual(['/candidates_considered maximum'])
})

test.each([
  ['{"a":1,"a":1}', '/a duplicate-member'],
  ['{"capabilities":{"search":true,"search":true}}', '/capabilities/search duplicate-member'],
  ['{"a":1,"\\u0061":2}', '/a duplicate-member'],
  ['[{"a":1,"b":[{"c":1},{"c":1,"c":2}]}]', '/0/b/1/c duplicate-member'],
  ['{"a":"\\ud800"}', '/a unicode'],
  ['{"a":1.5,"b":[1,2.0]}', '/a integer,/b/1 integer'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, `${'/0'.repeat(32)} depth`],
  ['{"a":1} ', '/source_id required'],
  ['{"a":01}', ' json'],
  ['{a:1}', ' json'],
  ['', ' json'],
  ['\ufeff{}', ' json'],
])('%s is refused as it is written', (text, expected) => {
  expect(places('KnowledgeSourceManifestV1', text).slice(0, expected.split(',').length).join()).toBe(expected)
})

test('a text that is written otherwise and says the same is the same', () => {
  const text = ` {\n${JSON.stringify(VALUES.ContextBundleV1).slice(1, -1)}\t}\r\n`
  expect(decodeContext('ContextBundleV1', text)).toEqual({ ok: true, value: VALUES.ContextBundleV1 })
})

test('a member may look like a number, an escape or a bracket in its text', () => {
  const strategy = '{"a":1.5} \\" [5e2 \\\\'
  const value = { ...VALUES.ContextBundleV1, strategy }
  expect(decodeContext('ContextBundleV1', encodeContext('ContextBundleV1', value))).toEqual({
    ok: true,
    value,
  })
})

test('what is no value of its shape has no text', () => {
  expect(() => encodeContext('ContextBundleV1', { ...VALUES.ContextBundleV1, coverage_milli: 1001 })).toThrow(
    'coverage_milli must be between 0 and 1000',
  )
  expect(() => encodeContext('ContextBundleV1', { ...VALUES.ContextBundleV1, strategy: '\ud800' })).toThrow(
    TypeError,
  )
})

test('members are written in the order of the schema, whatever order they had', () => {
  const reversed = Object.fromEntries(Object.entries(VALUES.ContextReceiptV1).reverse())
  expect(encodeContext('ContextReceiptV1', reversed as unknown as ContextShapes['ContextReceiptV1'])).toBe(
    JSON.stringify(VALUES.ContextReceiptV1),
  )
})
