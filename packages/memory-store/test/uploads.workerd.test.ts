import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { collect, KEPT_MS, WALKED_MS } from '../src/collect.ts'
import { forgetKeys, readGarbage, UPLOAD_KEPT_MS } from '../src/collect-keys.ts'
import { readLiveSegments } from '../src/live-segments.ts'
import { commitMerge, releaseMergeLease, takeMergeLease } from '../src/merge.ts'
import { readCatalogue } from '../src/read-catalogue.ts'
import { readRebuildPage } from '../src/rebuild-page.ts'
import { askRebuild, revertMerge } from '../src/revert-merge.ts'
import { abandonUpload, beginUpload, type NewUpload, saveUpload } from '../src/upload.ts'
import { commit, committed, fresh, newDocument, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const LEASE = T0 + 60_000
const newUpload = (prefix: string, fields: Partial<NewUpload> = {}): NewUpload => ({
  prefix,
  at: T0,
  kind: 'merge',
  builtAt: 2,
  inputs: [1, 2],
  partsOf: null,
  keys: 9,
  ...fields,
})
const SEALED = { length: 500, chunks: 3, digest: 'd'.repeat(64), format: 2, analyser: 1, passages: 2 }

/** A namespace of two segments, under a lease. */
async function leased() {
  const space = await newNamespace(db)
  await committed(db, { ns: space.ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns: space.ns, documents: [newDocument('b', ['y'])] })
  await takeMergeLease(db, { ns: space.ns, now: T0, until: LEASE })
  return { ...space, lease: LEASE }
}

async function uploaded() {
  const space = await leased()
  const prefix = fresh('prefix')
  await beginUpload(db, { ...newUpload(prefix), ns: space.ns, lease: LEASE })
  const change = { ns: space.ns, lease: LEASE, prefix, at: T0 + 1, keys: 5, progress: 'done' }
  expect(await saveUpload(db, { ...change, namedAfter: T0 + 120_000 })).toBe('saved')
  return { ...space, prefix }
}

const name = (ns: number, prefix: string, at: number) =>
  commitMerge(db, {
    ns,
    commitId: fresh('merge'),
    requestHash: '',
    at,
    answer: '',
    signer: SIGNER,
    inputs: [1, 2],
    builtAt: 2,
    segment: { ...SEALED, prefix },
  })

test('an upload is begun, saved and given up only by who holds the lease', async () => {
  const { ns } = await leased()
  const prefix = fresh('prefix')
  expect(await beginUpload(db, { ...newUpload(prefix), ns, lease: LEASE + 1 })).toBe('lost')
  expect(await beginUpload(db, { ...newUpload(prefix), ns, lease: LEASE })).toBe('begun')
  await releaseMergeLease(db, { ns, until: LEASE })
  const change = { ns, lease: LEASE, prefix, at: T0, keys: 9, progress: 'x', namedAfter: null }
  expect(await saveUpload(db, change)).toBe('lost')
  expect((await readLiveSegments(db, { ns }))!.uploads).toMatchObject([{ prefix, progress: null }])
})

test('a sealed segment is named once it has been waited for, with the keys of its upload', async () => {
  const { ns, prefix, tenant, name: spaceName } = await uploaded()
  expect(await name(ns, prefix, T0 + 119_999)).toEqual({ kind: 'lost' })
  expect(await name(ns, prefix, T0 + 120_000)).toMatchObject({ kind: 'committed', version: 3 })
  const { segments } = await readCatalogue(db, {
    tenant,
    name: spaceName,
    jti: null,
    known: null,
    atVersion: null,
  })
  expect(segments).toMatchObject([
    { seq: 3, sealed: { prefix, chunks: 3, digest: SEALED.digest }, bytes: null, merged: true },
  ])
  expect((await readLiveSegments(db, { ns }))!.uploads).toEqual([])
  expect(await name(ns, prefix, T0 + 120_000)).toEqual({ kind: 'lost' })
})

test('what a sealed segment replaced stays a day, and its keys outlive its row until they are deleted', async () => {
  const { ns, prefix } = await uploaded()
  await name(ns, prefix, T0 + 120_000)
  expect(await collect(db, { ns, at: T0 + 120_001 + WALKED_MS })).toMatchObject({ segments: 0 })
  expect(await collect(db, { ns, at: T0 + 120_001 + KEPT_MS })).toMatchObject({ segments: 2 })
  const request = {
    ns,
    commitId: fresh('merge'),
    requestHash: '',
    at: T0 + KEPT_MS,
    answer: '',
    signer: SIGNER,
  }
  await commitMerge(db, { ...request, inputs: [3], builtAt: 3, segment: segmentOf('anew') })
  const later = T0 + 3 * KEPT_MS
  expect(await readGarbage(db, { ns, at: later })).toEqual([])
  expect(await collect(db, { ns, at: later })).toMatchObject({ segments: 1 })
  expect(await readGarbage(db, { ns, at: later })).toEqual([{ ns, prefix, keys: 5 }])
  await forgetKeys(db, { ns, prefix, keys: 2 })
  expect(await readGarbage(db, { ns, at: later })).toEqual([{ ns, prefix, keys: 2 }])
  await forgetKeys(db, { ns, prefix, keys: 0 })
  expect(await readGarbage(db, { ns, at: later })).toEqual([])
})

test('an upload that is given up, or lay for an hour, is garbage; one that was worked on is not', async () => {
  const { ns, prefix } = await uploaded()
  const other = fresh('prefix')
  await beginUpload(db, { ...newUpload(other), ns, lease: LEASE })
  await abandonUpload(db, { ns, prefix: other })
  expect(await readGarbage(db, { ns, at: T0 + UPLOAD_KEPT_MS })).toEqual([{ ns, prefix: other, keys: 9 }])
  expect(await readGarbage(db, { ns, at: T0 + 1 + UPLOAD_KEPT_MS })).toHaveLength(2)
  expect((await readLiveSegments(db, { ns }))!.uploads).toEqual([])
  expect(await name(ns, prefix, T0 + 2 * UPLOAD_KEPT_MS)).toEqual({ kind: 'lost' })
  const change = { ns, lease: LEASE, prefix, at: T0 + 2 * UPLOAD_KEPT_MS, keys: 9, progress: 'x' }
  expect(await saveUpload(db, { ...change, namedAfter: null })).toBe('lost')
})

test('parts are kept as long as what is made of them is worked on', async () => {
  const { ns } = await leased()
  const [parts, whole] = [fresh('prefix'), fresh('prefix')]
  await beginUpload(db, { ...newUpload(parts, { kind: 'rebuild', inputs: [] }), ns, lease: LEASE })
  const change = { ns, lease: LEASE, prefix: parts, at: T0, keys: 1, progress: 'p', namedAfter: null }
  await saveUpload(db, { ...change, begins: newUpload(whole, { partsOf: parts }) })
  const { uploads } = (await readLiveSegments(db, { ns }))!
  expect(uploads.map(({ prefix, partsOf }) => [prefix, partsOf])).toEqual(
    [
      [parts, null],
      [whole, parts],
    ].toSorted(),
  )
  await saveUpload(db, { ...change, prefix: whole, at: T0 + UPLOAD_KEPT_MS })
  expect(await readGarbage(db, { ns, at: T0 + UPLOAD_KEPT_MS })).toEqual([])
})

test('a damaged segment gives way to its inputs, and a reader gets the tombstones that these need', async () => {
  const { ns, prefix, tenant, name: spaceName } = await uploaded()
  await name(ns, prefix, T0 + 120_000)
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }] })
  const request = { tenant, name: spaceName, jti: null, atVersion: null }
  const known = { epoch: (await readCatalogue(db, { ...request, known: null })).namespace!.epoch }
  const warm = { ...known, seqs: [3, 4], tombstonesThrough: 4 }
  expect((await readCatalogue(db, { ...request, known: warm })).tombstones).toEqual([])
  expect(await revertMerge(db, { ns, seq: 3, at: T0 + 1 })).toBe('reverted')
  const read = await readCatalogue(db, { ...request, known: warm })
  expect(read.segments.map(({ seq }) => seq)).toEqual([1, 2, 4])
  expect(read.tombstones).toEqual([{ batch: 1, ordinal: 0, version: 4 }])
  expect(read.tombstonesAfter).toBe(1)
  expect(read.namespace).toMatchObject({ head: 4 })
  expect((await readCatalogue(db, { ...request, known: null, atVersion: 3 })).segments).toHaveLength(2)
  expect(await revertMerge(db, { ns, seq: 3, at: T0 + 1 })).toBe('gone')
  expect(await readGarbage(db, { ns, at: T0 + 1 + UPLOAD_KEPT_MS })).toEqual([{ ns, prefix, keys: 5 }])
})

test('damage of what is in rows, or of what lost its inputs, marks the namespace to be rebuilt', async () => {
  const { ns, prefix } = await uploaded()
  expect(await revertMerge(db, { ns, seq: 2, at: T0 })).toBe('rebuild')
  expect((await readLiveSegments(db, { ns }))!.rebuildThrough).toBe(2)
  await name(ns, prefix, T0 + 120_000)
  await collect(db, { ns, at: T0 + 120_001 + KEPT_MS })
  expect(await revertMerge(db, { ns, seq: 3, at: T0 })).toBe('rebuild')
  await askRebuild(db, { ns, through: 1 })
  expect((await readLiveSegments(db, { ns }))!.rebuildThrough).toBe(3)
})

test('rows are paged by pointer, and the last page tells the segments they are in', async () => {
  const { ns } = await leased()
  const pages = []
  for (let after = null, isLast = false; !isLast; ) {
    const page = await readRebuildPage(db, { ns, after, limit: 1 })
    pages.push(...page.passages.map(({ batch, ordinal }) => [batch, ordinal]))
    isLast = page.next === null
    after = page.next as null
    if (isLast) expect(page).toMatchObject({ head: 2, segments: [1, 2], passages: [] })
  }
  expect(pages).toEqual([
    [1, 0],
    [2, 0],
  ])
})

test('while something is being sealed, rows of 64 MB stop writers; without it they do not', async () => {
  const { ns } = await leased()
  const sql = 'UPDATE segment SET length = 67108864, inputs = ?2 WHERE ns = ?1 AND seq = 1'
  await env.MEMORY_0.prepare(sql).bind(ns, '[]').run()
  const document = (id: string) => commit(db, { ns, documents: [newDocument(id, ['z'])] })
  expect(await document('c')).toMatchObject({ kind: 'committed' })
  await beginUpload(db, { ...newUpload(fresh('prefix')), ns, lease: LEASE })
  expect(await document('d')).toEqual({ kind: 'backlog' })
})
