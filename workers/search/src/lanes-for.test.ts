import { expect, test } from 'vitest'
import { type LanesAsked, lanesFor } from './lanes-for.ts'

const WORDS = ['Bm25', 'Indexing', 'Topology']
const EMBEDDING = [0, 0, 0, 0, 0, 0, 0, 2]
const VECTOR = Int8Array.of(0, 0, 0, 0, 0, 0, 0, 127)
const CALLER = { name: 'caller', dimensions: 8, version: '1' }
const MODEL = { name: 'workers-ai:@cf/baai/bge-m3', dimensions: 1024, version: '1' }

const ask = (asked: Partial<LanesAsked>, embedder: typeof CALLER | null, made: Int8Array | null = VECTOR) =>
  lanesFor({ lanes: null, embedding: null, ...asked }, embedder, async () => made)

const running = async (...asked: Parameters<typeof ask>) => {
  const { lanes, vector, degraded, refusal } = await ask(...asked)
  return [lanes, vector, degraded, refusal?.errors[0]?.pointer ?? null]
}

test('words alone are enough for all lanes but Dense, whatever the embedder', async () => {
  expect(await running({}, null)).toEqual([WORDS, null, [], null])
  expect(await running({}, CALLER)).toEqual([WORDS, null, [], null])
  expect(await running({ lanes: ['Bm25'], embedding: EMBEDDING }, CALLER)).toEqual([['Bm25'], null, [], null])
  expect(await running({ lanes: ['Bm25'] }, MODEL)).toEqual([['Bm25'], null, [], null])
})

test('Dense runs where the question brings its vector, or a model makes it', async () => {
  expect(await running({ embedding: EMBEDDING }, CALLER)).toEqual([[...WORDS, 'Dense'], VECTOR, [], null])
  expect(await running({}, MODEL)).toEqual([[...WORDS, 'Dense'], VECTOR, [], null])
  expect(await running({ lanes: ['Dense'], embedding: EMBEDDING }, CALLER)).toEqual([
    ['Dense'],
    VECTOR,
    [],
    null,
  ])
})

test('Dense that was asked for, by name or by a vector, and is not there is told', async () => {
  const told = ['lane_absent:Dense']
  expect(await running({ embedding: EMBEDDING }, null)).toEqual([WORDS, null, told, null])
  expect(await running({ lanes: ['Bm25', 'Dense'] }, null)).toEqual([['Bm25'], null, told, null])
  expect(await running({ lanes: ['Dense', 'Bm25'] }, CALLER)).toEqual([['Bm25'], null, told, null])
})

test('a model that makes no vector leaves its lane out, even where it is the only one', async () => {
  const told = ['lane_unavailable:Dense']
  expect(await running({}, MODEL, null)).toEqual([WORDS, null, told, null])
  expect(await running({ lanes: ['Dense'] }, MODEL, null)).toEqual([[], null, told, null])
})

test('a question that cannot be asked here is refused', async () => {
  expect(await running({ lanes: ['Dense'] }, null)).toEqual([[], null, [], '/lanes'])
  expect(await running({ lanes: ['Dense'] }, CALLER)).toEqual([[], null, [], '/lanes'])
  expect(await running({ embedding: EMBEDDING }, MODEL)).toEqual([[], null, [], '/embedding'])
  const { refusal } = await ask({ embedding: [...EMBEDDING, 1] }, CALLER)
  expect(refusal?.message).toBe(
    'found 9 numbers, expected 8, as the embedder of the namespace makes them (`GET /v1/embedder`); this passes: [0.12, -0.34, 0.56, 0.08, -0.21, 0.43, -0.05, 0.3]',
  )
})
