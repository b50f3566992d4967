import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { type Embedder, putEmbedder } from '../src/embedder.ts'
import { eraseNamespace } from '../src/erase-namespace.ts'
import { findNamespace } from '../src/namespace.ts'
import { readLivePassages } from '../src/passage.ts'
import {
  ABSENT,
  commit,
  committed,
  fresh,
  newDocument,
  newNamespace,
  passage,
  SIGNER,
  segmentOf,
  T0,
} from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const E5: Embedder = { name: 'caller', dimensions: 8, version: 'e5' }
const GTE: Embedder = { ...E5, version: 'gte' }
const VECTOR = 'AQIDBAUGB38='

const embedded = (id: string) =>
  newDocument(id, [], { passages: [passage('one', { vector: VECTOR }), passage('two', { vector: VECTOR })] })

async function vectorsOf(ns: number) {
  const passages = await readLivePassages(db, { ns, after: null, limit: 10 })
  return passages.map(({ documentId, vector }) => [documentId, vector])
}

test('an embedder is named, named again and replaced while no vector is stored', async () => {
  const namespace = await newNamespace(db)
  const { ns } = namespace
  expect(namespace.embedder).toBe(null)
  expect(await putEmbedder(db, { ns, embedder: E5 })).toBe('created')
  expect(await putEmbedder(db, { ns, embedder: { ...E5 } })).toBe('unchanged')
  await committed(db, { ns, documents: [newDocument('plain', ['no vector'])] })
  expect(await putEmbedder(db, { ns, embedder: GTE })).toBe('replaced')
  expect((await findNamespace(db, namespace))!.embedder).toEqual(GTE)
})

test('vectors are stored with their passages and leave with them', async () => {
  const { ns } = await newNamespace(db)
  await putEmbedder(db, { ns, embedder: E5 })
  await committed(db, { ns, embedder: E5, documents: [embedded('a'), newDocument('b', ['none'])] })
  expect(await vectorsOf(ns)).toEqual([
    ['a', VECTOR],
    ['a', VECTOR],
    ['b', null],
  ])
  await committed(db, { ns, deletes: [newDocument('a', [])] })
  const left = await env.MEMORY_0.prepare('SELECT count(vector) AS n FROM passage WHERE ns = ?').bind(ns)
  expect(await left.first()).toEqual({ n: 0 })
})

test('an embedder stays while rows or segments hold vectors of it', async () => {
  const { ns } = await newNamespace(db)
  await putEmbedder(db, { ns, embedder: E5 })
  const segment = { ...segmentOf(), format: 3 }
  await committed(db, { ns, embedder: E5, documents: [embedded('a')], segment })
  expect(await putEmbedder(db, { ns, embedder: GTE })).toBe('in_rows')
  expect(await putEmbedder(db, { ns, embedder: E5 })).toBe('unchanged')
  await committed(db, { ns, deletes: [newDocument('a', [])] })
  expect(await putEmbedder(db, { ns, embedder: GTE })).toBe('in_index')
  await env.MEMORY_0.prepare('UPDATE segment SET dead_at = 3 WHERE ns = ? AND format = 3').bind(ns).run()
  expect(await putEmbedder(db, { ns, embedder: GTE })).toBe('replaced')
})

test('vectors of another embedder than the namespace has are refused, and nothing is written', async () => {
  const { ns } = await newNamespace(db)
  const documents = [embedded('a')]
  const seen = [{ source: 'notes', id: 'a', ...ABSENT }]
  expect(await commit(db, { ns, embedder: E5, documents, seen })).toEqual({ kind: 'embedder' })
  await putEmbedder(db, { ns, embedder: GTE })
  expect(await commit(db, { ns, embedder: E5, documents, seen })).toEqual({ kind: 'embedder' })
  expect(await vectorsOf(ns)).toEqual([])
})

test('a namespace that is erased has no embedder', async () => {
  const namespace = await newNamespace(db)
  await putEmbedder(db, { ns: namespace.ns, embedder: E5 })
  const request = { ns: namespace.ns, commitId: fresh('erase'), requestHash: '', at: T0, answer: '' }
  await eraseNamespace(db, { ...request, signer: SIGNER })
  expect((await findNamespace(db, namespace))!.embedder).toBe(null)
})
