import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { commitResearch, type ResearchCommit, type ResearchPut } from '../src/commit-research.ts'
import { findNamespace } from '../src/namespace.ts'
import { listResearch, type ResearchName, readCiters, readResearch } from '../src/research.ts'
import { commit, fresh, NO_QUOTA, newDocument, newNamespace, SIGNER, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const source = (id: string): ResearchName => ({ kind: 'source', id })
const put = (name: ResearchName, text: string, links: readonly ResearchName[] = []): ResearchPut => ({
  ...name,
  document: JSON.stringify({ text }),
  etag: `etag of ${text}`,
  mark: null,
  links,
})
const passage = (id: string, of: string) => put({ kind: 'passage', id }, `text of ${id}`, [source(of)])

function write(ns: number, change: Partial<ResearchCommit>) {
  return commitResearch(db, {
    ns,
    commitId: fresh('research'),
    requestHash: 'r',
    at: T0,
    answer: '{}',
    signer: SIGNER,
    puts: [],
    deletes: [],
    seen: [],
    citers: [],
    documents: [],
    quota: NO_QUOTA,
    ...change,
  })
}

const kinds = async (ns: number, ...names: ResearchName[]) =>
  (await readResearch(db, { ns, names })).map((read) =>
    read.kind === 'live' ? read.research.document : read.kind,
  )

test('a research document is read as it was put, and as deleted once it is', async () => {
  const { ns } = await newNamespace(db)
  expect(await write(ns, { puts: [put(source('s'), 'é👍 "quoted"')] })).toMatchObject({ version: 1 })
  expect(await kinds(ns, source('s'), source('t'), { kind: 'notebook', id: 's' })).toEqual([
    '{"text":"é👍 \\"quoted\\""}',
    'never',
    'never',
  ])
  await write(ns, { deletes: [source('s')] })
  expect(await kinds(ns, source('s'))).toEqual(['deleted'])
  await write(ns, { puts: [put(source('s'), 'again')] })
  expect(await kinds(ns, source('s'))).toEqual(['{"text":"again"}'])
})

test('what was seen holds, or nothing is written', async () => {
  const { ns } = await newNamespace(db)
  await write(ns, { puts: [put(source('s'), '1')] })
  const second = put(source('s'), '2')
  const changed = { kind: 'changed' }
  expect(await write(ns, { puts: [second], seen: [{ ...source('s'), etag: null }] })).toEqual(changed)
  expect(await write(ns, { puts: [second], seen: [{ ...source('s'), etag: 'other' }] })).toEqual(changed)
  expect(await write(ns, { puts: [second], citers: [{ ...source('s'), citers: 1 }] })).toEqual(changed)
  const unseen = { source: 'notes', id: 'd', batch: 1 }
  expect(await write(ns, { puts: [second], documents: [unseen] })).toEqual(changed)
  expect(await kinds(ns, source('s'))).toEqual(['{"text":"1"}'])
  const seen = [
    { ...source('s'), etag: 'etag of 1' },
    { ...source('t'), etag: null },
  ]
  await commit(db, { ns, documents: [newDocument('d', ['text'])] })
  const documents = [{ source: 'notes', id: 'd', batch: 2 }]
  const citers = [{ ...source('s'), citers: 0 }]
  expect(await write(ns, { puts: [second], seen, citers, documents })).toMatchObject({ kind: 'committed' })
})

test('what stands on a document is told, and no longer once it is deleted or stands elsewhere', async () => {
  const { ns } = await newNamespace(db)
  await write(ns, { puts: [put(source('s'), '1'), passage('p', 's'), passage('q', 's')] })
  const citers = async () =>
    (await readCiters(db, { ns, names: [source('t'), source('s')] })).map(
      ({ of, by }) => `${by.id} on ${of.id}`,
    )
  expect(await citers()).toEqual(['p on s', 'q on s'])
  await write(ns, { puts: [passage('p', 't')], deletes: [{ kind: 'passage', id: 'q' }] })
  expect(await citers()).toEqual(['p on t'])
})

test('a list is in the order of making, and replacing keeps the place', async () => {
  const { ns } = await newNamespace(db)
  await write(ns, { puts: [put(source('b'), '1'), put(source('a'), '1')] })
  await write(ns, { puts: [put(source('c'), '1')] })
  await write(ns, { puts: [put(source('b'), '2')], deletes: [source('a')] })
  const list = await listResearch(db, { ns, kind: 'source', after: null, limit: 9 })
  expect(list.map(({ id, made, place }) => [id, made, place])).toEqual([
    ['b', 1, 0],
    ['c', 2, 0],
  ])
  expect(await listResearch(db, { ns, kind: 'source', after: list[0]!, limit: 9 })).toHaveLength(1)
})

test('bytes of research count against the quota', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  const bytes = async () => (await findNamespace(db, { tenant, name }))!.bytes
  await write(ns, { puts: [put(source('s'), 'é')] })
  expect(await bytes()).toBe(13)
  const quota = { passagesMax: null, bytesMax: 13 }
  expect(await write(ns, { puts: [put(source('t'), 'x')], quota })).toEqual({ kind: 'over_quota' })
  expect(await write(ns, { puts: [put(source('s'), 'x')], quota })).toMatchObject({ kind: 'committed' })
  expect(await bytes()).toBe(12)
  await write(ns, { deletes: [source('s')] })
  expect(await bytes()).toBe(0)
})

test('two thousand links and a large document are one commit', async () => {
  const { ns } = await newNamespace(db)
  const passages = Array.from({ length: 2000 }, (_, n) => passage(`p${n}`, 's'))
  const large = put(source('s'), '😀'.repeat(100_000))
  expect(await write(ns, { puts: [large, ...passages] })).toMatchObject({ kind: 'committed' })
  expect(await readCiters(db, { ns, names: [source('s')] })).toHaveLength(2000)
})
