import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { broken, CASES, changed, type Good } from '../test/breaking-cases.ts'
import { ANSWER_EXAMPLES } from './answer-examples.ts'
import { contractRules } from './contract-rules.ts'
import { validateCrcV1 } from './validate.ts'

test.each(Object.keys(ANSWER_EXAMPLES) as Good[])('the good %s answer has no finding', (name) => {
  expect(validateCrcV1(ANSWER_EXAMPLES[name], { countTokens, strict: name !== 'empty' })).toEqual({
    conformant: true,
    cairn: true,
    findings: [],
  })
})

describe('every rule alone finds the document that breaks it, once and in its place', () => {
  for (const [id, cases] of Object.entries(CASES)) {
    test.each(cases.map((one) => [JSON.stringify(one).slice(0, 90), one] as const))(`${id}: %s`, (_, one) => {
      const { conformant, cairn, findings } = validateCrcV1(changed(one), { countTokens })
      const rule = contractRules.find((known) => known.id === id)!
      expect(findings.map(({ rule: broken, pointer }) => [broken, pointer])).toEqual([[id, one.at]])
      expect(cairn).toBe(rule.severity === 'SHOULD')
      expect(conformant).toBe(rule.severity === 'SHOULD' || rule.authority === 'cairn')
    })
  }
})

test('every rule of the table is broken here, and no other', () => {
  expect(Object.keys(CASES).sort()).toEqual(contractRules.map(({ id }) => id).sort())
})

test('rule ids name their authority, and no two rules share one', () => {
  expect(new Set(contractRules.map(({ id }) => id)).size).toBe(contractRules.length)
  for (const { id, authority } of contractRules)
    expect(id).toMatch(new RegExp(`^crc-${authority.toLowerCase()}-[a-z0-9-]+$`))
})

test('only a strict validation demands that a search finds something', () => {
  expect(validateCrcV1(ANSWER_EXAMPLES.empty, { strict: true })).toMatchObject({
    conformant: false,
    findings: [{ rule: 'crc-s1-strict-search-has-pointers', pointer: '/pointers' }],
  })
})

test.each([
  'POST https://example.org/fetch {refs:[id...]}',
  '/v1/expand?id=7',
  'fetch_content {"refs":["12:0"]}',
  'fetch_content({refs: ["12:0"]})',
])('an expand of another server, %j, obeys the contract and not the profile', (expand) => {
  const verdict = validateCrcV1(changed(broken('search', { '/next/expand': expand })))
  expect(verdict).toMatchObject({ conformant: true, cairn: false, findings: [{ pointer: '/next/expand' }] })
  expect(verdict.findings).toHaveLength(1)
})

test('a stranger who obeys schema and prose is conformant without our profile', () => {
  const document = {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'pointer',
    pointers: [{ id: '7:notes/deploy.md', score: 12.5, epitome: 'How we deploy', section: 'Deploying' }],
    cost_estimate: { pointer: 10, summary: 80, full: 40 },
    agent_decision: {},
    next: { expand: 'POST /v1/query/fetch-content {refs:["7:notes/deploy.md"], hydrate:full}' },
    meta: { backend: 'other', took_ms: 12.5, lanes: ['a', 'b'] },
  }
  expect(validateCrcV1(document, { countTokens })).toMatchObject({ conformant: true, cairn: false })
})

test('a fact may be expanded by fetch-content or by its own address', () => {
  for (const expand of [
    'POST /v1/query/fetch-content {"refs":["f17"]}',
    'GET /v1/facts/acme/works_at?hydrate=full',
  ]) {
    expect(
      validateCrcV1(changed(broken('fact', { '/next/expand': expand })), { countTokens }).findings,
    ).toEqual([])
  }
})

test('a budget that left every body out is said, and is no breach', () => {
  const document = changed(
    broken('addressed', { '/content': undefined, '/envelope': { omitted: { pointers: 0, demoted: 1 } } }),
  )
  expect(validateCrcV1(document, { countTokens }).findings).toEqual([])
})

test('an addressed answer that a budget cut to one of several things has no key of its own to echo', () => {
  const set = { '/envelope': { omitted: { pointers: 9, demoted: 0 } }, '/next': { cursor: 'AAAA' } }
  expect(validateCrcV1(changed(broken('addressed', set)), { countTokens }).findings).toEqual([])
})

test('findings say what was found and what was expected', () => {
  expect(validateCrcV1(changed(broken('search', { '/pointers/1/id': '12:0' }))).findings).toEqual([
    {
      pointer: '/pointers/1/id',
      rule: 'crc-s1-pointer-ids-are-unique',
      authority: 'S1',
      severity: 'MUST',
      message: 'found "12:0" again, expected an id of its own',
    },
  ])
})

test.each([null, 3, 'x', [], [[]], undefined])('%j is one finding about the whole', (document) => {
  const { conformant, cairn, findings } = validateCrcV1(document)
  expect({ conformant, cairn, places: findings.map(({ rule, pointer }) => `${rule} ${pointer}`) }).toEqual({
    conformant: false,
    cairn: false,
    places: ['crc-s0-type '],
  })
})

test('a document without a kind is told that alone, not what a search would need', () => {
  expect(
    validateCrcV1({ contract: 'crc-v1', hydrate_tier: 'pointer' }).findings.map(({ pointer }) => pointer),
  ).toEqual(['/kind'])
})

test('a document with a thousand faults of one sort has twenty findings of it', () => {
  const pointers = Array.from({ length: 1000 }, () => ({ id: '' }))
  const { findings } = validateCrcV1({ ...ANSWER_EXAMPLES.search, pointers })
  expect(findings.filter(({ rule }) => rule === 'crc-s1-pointer-id-is-not-empty')).toHaveLength(20)
})
