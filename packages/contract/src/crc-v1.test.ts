import type { StandardSchemaV1 } from '@standard-schema/spec'
import { expect, expectTypeOf, test } from 'vitest'
import { ANSWER_EXAMPLES } from './answer-examples.ts'
import {
  type ConformantAnswer,
  ContractViolation,
  type CrcV1,
  cairnCrcV1,
  crcV1,
  KINDS,
  parse,
  safeParse,
} from './crc-v1.ts'

const { search, session } = ANSWER_EXAMPLES

test('a parsed answer is the document itself', () => {
  expect(parse(search)).toBe(search)
  expect(safeParse(session)).toEqual({ success: true, data: session, findings: [] })
})

test('parsing throws every broken MUST with its place, and no SHOULD', () => {
  const document = { ...search, contract: 'crc-v2', agent_decision: null, envelope: {} }
  const thrown = (() => {
    try {
      return parse(document)
    } catch (error) {
      return error
    }
  })()
  expect(thrown).toBeInstanceOf(ContractViolation)
  expect(thrown).toMatchObject({ name: 'ContractViolation', code: 'contract_violation' })
  expect((thrown as ContractViolation).findings.map(({ pointer }) => pointer)).toEqual([
    '/contract',
    '/agent_decision',
  ])
  expect((thrown as Error).message).toMatch(/^\/contract: found "crc-v2", expected .* \(and 1 more\)$/)
})

test('the profile is asked for by name', () => {
  const foreign = { ...search, agent_decision: {} }
  expect(parse(foreign)).toBe(foreign)
  expect(() => parse(foreign, { profile: 'cairn' })).toThrow(ContractViolation)
  expect(parse(search, { profile: 'cairn' })).toBe(search)
})

test('what an answer should do is told beside it, and is no reason to refuse it', () => {
  const untidy = { ...session, meta: {} }
  const parsed = safeParse(untidy, { profile: 'cairn' })
  expect(parsed.success && parsed.findings.map(({ severity }) => severity)).toEqual(['SHOULD'])
  const refused = safeParse({ ...untidy, agent_decision: undefined }, { profile: 'cairn' })
  expect(!refused.success && refused.error.findings.map(({ pointer }) => pointer)).toEqual([
    '/agent_decision',
  ])
})

test('a strict parse also wants hits', () => {
  expect(safeParse(ANSWER_EXAMPLES.empty).success).toBe(true)
  expect(safeParse(ANSWER_EXAMPLES.empty, { strict: true }).success).toBe(false)
})

test('it is a Standard Schema: a value, or issues with a path', () => {
  const schema: StandardSchemaV1<unknown, ConformantAnswer> = crcV1
  const profile: StandardSchemaV1<unknown, CrcV1> = cairnCrcV1
  expect(schema['~standard'].validate(search)).toEqual({ value: search })
  expect(profile['~standard'].validate(search)).toEqual({ value: search })
  const pointers = [search.pointers[0], { ...search.pointers[1], id: '' }]
  expect(schema['~standard'].validate({ ...search, pointers })).toEqual({
    issues: [{ message: 'found an empty text, expected a handle', path: ['pointers', 1, 'id'] }],
  })
  expect(profile['~standard'].validate({ ...search, agent_decision: {} })).toMatchObject({
    issues: [{ path: ['agent_decision', 'load_bearing_lane'] }, {}, {}, {}],
  })
  expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'cairn' })
  expect(schema['~standard'].validate(null)).toMatchObject({ issues: [{ path: [] }] })
})

test('kind and tier tell the types apart', () => {
  const answer = parse(search)
  if (answer.kind === 'search') expectTypeOf(answer.pointers).toBeArray()
  if (answer.kind === 'fact') expectTypeOf(answer.envelope.freshness).not.toBeNullable()
  if (answer.kind === 'session') expectTypeOf(answer.next.canonical_slug).toBeString()
  expect(KINDS).toEqual(['search', 'addressed', 'fact', 'session'])
})
