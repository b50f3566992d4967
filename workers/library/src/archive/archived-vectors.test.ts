import { expect, test } from 'vitest'
import { archivedEmbedder } from './archived-vectors.ts'

const MODEL = { name: 'workers-ai:@cf/baai/bge-m3', dimensions: 1024, version: '1' }

test('the embedder of a header is taken as an export writes it', () => {
  const caller = { name: 'caller', dimensions: 8, version: 'toy' }
  expect([undefined, caller, MODEL].map(archivedEmbedder)).toEqual([null, caller, MODEL])
})

test.each([
  [null],
  ['caller'],
  [{ name: 'caller', dimensions: 8 }],
  [{ name: 'caller', dimensions: 7, version: '1' }],
  [{ ...MODEL, dimensions: 8 }],
  [{ ...MODEL, name: 'workers-ai:@cf/x/y' }],
])('an embedder that could not be named here is refused: %j', (value) => {
  expect(() => archivedEmbedder(value)).toThrow('expected')
})
