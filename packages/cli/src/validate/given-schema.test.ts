import path from 'node:path'
import { expect, it } from 'vitest'
import { folderOf, SOURCE } from '../../test/documents.fixture.ts'
import { givenSchema } from './given-schema.ts'

const PERSON = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string', format: 'email' }, 'a/b': { const: 1 } },
}

it('judges by a schema that it first sees at run time, formats included', async () => {
  const { name, findingsOf } = await givenSchema('x/person.json', PERSON)
  expect(name).toBe('person.json')
  expect(findingsOf({ name: 'a@b.example' })).toEqual([])
  expect(findingsOf({ name: 'a' })).toMatchObject([
    { pointer: '/name', rule: 'format', authority: 'schema', isFatal: true },
  ])
})

it('points at what is missing, unknown or other than the one value', async () => {
  const { findingsOf } = await givenSchema('person.json', PERSON)
  expect(findingsOf({ 'c~d': 1, 'a/b': 2 })).toMatchObject([
    { pointer: '/name', rule: 'required' },
    { pointer: '/c~0d', rule: 'additionalProperties' },
    { pointer: '/a~1b', rule: 'const', message: 'must be equal to constant: 1' },
  ])
})

it.each([
  ['http://json-schema.org/draft-06/schema#', { exclusiveMinimum: 3 }],
  ['http://json-schema.org/draft-07/schema#', { if: false, else: { minimum: 4 } }],
  ['https://json-schema.org/draft/2019-09/schema', { $defs: { a: { minimum: 4 } }, $ref: '#/$defs/a' }],
  ['https://json-schema.org/draft/2020-12/schema', { minimum: 4 }],
])('speaks the dialect %s', async ($schema, keywords) => {
  const { findingsOf } = await givenSchema('s.json', { $schema, ...keywords })
  expect([findingsOf(3).length > 0, findingsOf(4)]).toEqual([true, []])
})

it('resolves references to the schemas of the contract', async () => {
  const $ref = 'https://hermes.bstein.dev/contracts/hux/v1/citation.schema.json#/$defs/source'
  const { findingsOf } = await givenSchema('s.json', { $ref })
  expect(findingsOf(SOURCE)).toEqual([])
  expect(findingsOf({ ...SOURCE, id: ' ' })).toMatchObject([{ pointer: '/id' }])
})

it('resolves references to files beside it, with an id or without', async () => {
  const folder = folderOf({ 'number.json': '{"$defs":{"small":{"maximum":9}}}' })
  for (const $id of [undefined, 'https://example.com/a/schema.json']) {
    const schema = { ...($id && { $id }), $ref: 'number.json#/$defs/small' }
    const { findingsOf } = await givenSchema(path.join(folder, 's.json'), schema)
    expect([findingsOf(9), findingsOf(10).length]).toEqual([[], 1])
  }
})

it.each([
  ['a reference to what is not there', { $ref: 'https://example.com/none.json' }, 'refers to'],
  ['a keyword of the wrong sort', { type: 7 }, 'type'],
  ['a pattern that is none', { pattern: '(' }, 'Invalid regular expression'],
  ['a dialect that is not known', { $schema: 'http://json-schema.org/draft-03/schema#' }, 'dialect'],
  ['a list', [], 'it is no object'],
])('refuses a schema with %s and says why', async (_, schema, why) => {
  await expect(givenSchema('s.json', schema)).rejects.toThrow(why)
})
