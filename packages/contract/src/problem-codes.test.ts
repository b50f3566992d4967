import { expect, test } from 'vitest'
import { OPERATIONS } from './operations.ts'
import { problemCodesOf } from './problem-codes.ts'
import { PROBLEMS } from './problems.ts'

const codes = (id: string) => problemCodesOf(OPERATIONS.find((operation) => operation.id === id)!)

test('who takes a token may refuse it; who takes none never asks', () => {
  expect(codes('search')).toEqual(
    expect.arrayContaining(['unauthenticated', 'insufficient_scope', 'namespace_not_found']),
  )
  expect(codes('health')).not.toContain('unauthenticated')
  expect(codes('getTopic')).toContain('unauthenticated')
})

test('who takes a body may refuse its syntax and its type', () => {
  expect(codes('search')).toEqual(expect.arrayContaining(['malformed_json', 'unsupported_media_type']))
  expect(codes('searchByQuery')).not.toContain('malformed_json')
})

test('codes come in the order of the catalogue, each once', () => {
  const order = Object.keys(PROBLEMS)
  for (const operation of OPERATIONS) {
    const places = problemCodesOf(operation).map((code) => order.indexOf(code))
    expect(places, operation.id).toEqual([...new Set(places)].sort((one, other) => one - other))
  }
})

test('every code of the catalogue is one that some operation gives', () => {
  const given = new Set(OPERATIONS.flatMap(problemCodesOf))
  expect(Object.keys(PROBLEMS).filter((code) => !given.has(code as keyof typeof PROBLEMS))).toEqual([])
})
