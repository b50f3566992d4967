import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { collect, KEPT_MS, WALKED_MS } from '../src/collect.ts'
import { commitMerge, releaseMergeLease, takeMergeLease } from '../src/merge.ts'
import { type Namespace, setEpoch } from '../src/namespace.ts'
import { type CatalogueRequest, readCatalogue } from '../src/read-catalogue.ts'
import { collectRevocations, isRevoked, revokeToken } from '../src/revocation.ts'
import { committed, fresh, newDocument, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

function read({ tenant, name }: Namespace, request: Partial<CatalogueRequest> = {}) {
  return readCatalogue(db, { tenant, name, jti: null, known: null, atVersion: null, ...request })
}

function merge(
  ns: number,
  inputs: readonly number[],
  fields: { builtAt: number; bytes?: string; at?: number },
) {
  const request = {
    ns,
    commitId: fresh('merge'),
    requestHash: 'merge',
    at: fields.at ?? T0,
    answer: '',
    signer: SIGNER,
  }
  return commitMerge(db, {
    ...request,
    inputs,
    builtAt: fields.builtAt,
    segment: segmentOf(fields.bytes ?? 'merged', 1),
  })
}

const text = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes))

test('the catalogue is read in one trip, cold and warm', async () => {
  const space = await newNamespace(db)
  await committed(db, { ns: space.ns, documents: [newDocument('a', ['x'])], segment: segmentOf('first') })
  await committed(db, { ns: space.ns, documents: [newDocument('a', ['y'])], segment: segmentOf('second') })
  const before = db.trips.length
  const cold = await read(space)
  expect(cold.segments.map(({ seq, bytes }) => [seq, text(bytes)])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
  expect(cold.tombstones).toEqual([{ batch: 1, ordinal: 0, version: 2 }])
  expect(cold.namespace).toMatchObject({ head: 2, epoch: space.epoch })
  const known = { epoch: space.epoch, seqs: [1], tombstonesThrough: 2 }
  const warm = await read(space, { known })
  expect(warm.segments.map(({ seq, bytes }) => [seq, text(bytes)])).toEqual([
    [1, null],
    [2, 'second'],
  ])
  expect(warm.tombstones).toEqual([])
  expect(db.trips.length - before).toBe(2)
})

test('what a caller knows of another epoch counts for nothing', async () => {
  const space = await newNamespace(db)
  await committed(db, { ns: space.ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns: space.ns, deletes: [{ source: 'notes', id: 'a' }] })
  await setEpoch(db, { ns: space.ns, epoch: 'restored' })
  const before = db.trips.length
  const catalogue = await read(space, { known: { epoch: space.epoch, seqs: [1, 2], tombstonesThrough: 2 } })
  expect(db.trips.length - before).toBe(1)
  expect(catalogue.segments.every(({ bytes }) => bytes !== null)).toBe(true)
  expect(catalogue.tombstones).toHaveLength(1)
})

test('an unknown namespace and an empty one differ', async () => {
  const space = await newNamespace(db)
  expect(await read(space)).toMatchObject({ namespace: { head: 0 }, segments: [], tombstones: [] })
  expect(await read({ ...space, name: 'none' })).toEqual({
    revoked: false,
    namespace: null,
    segments: [],
    tombstones: [],
    tombstonesAfter: 0,
    facts: [],
  })
  expect(await read({ ...space, tenant: 'other' })).toMatchObject({ namespace: null })
})

test('a revoked token is seen in the same trip', async () => {
  const space = await newNamespace(db)
  const jti = fresh('jti')
  await revokeToken(db, { jti, tenant: space.tenant, at: T0, expiresAt: T0 + 10 })
  expect((await read(space, { jti })).revoked).toBe(true)
  expect((await read(space, { jti: 'other' })).revoked).toBe(false)
  expect(await isRevoked(db, { jti })).toBe(true)
  expect(await collectRevocations(db, { at: T0 + 9 })).toBe(0)
  expect(await collectRevocations(db, { at: T0 + 10 })).toBe(1)
  expect(await isRevoked(db, { jti })).toBe(false)
})

/** Bytes that differ from chunk to chunk. */
function someBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let n = 0; n < length; n += 1) bytes[n] = (n * 31) % 251
  return bytes
}

function sameBytes(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.length === other.length && other.every((byte, n) => byte === one[n])
}

test('a segment of many chunks comes back whole, and past 12 MB a cold caller pays a trip for each 12 MB more', async () => {
  const space = await newNamespace(db)
  const bytes = someBytes(3_000_001)
  await committed(db, { ns: space.ns, documents: [newDocument('a', ['x'])], segment: segmentOf(bytes) })
  const before = db.trips.length
  expect(sameBytes((await read(space)).segments[0]!.bytes, bytes)).toBe(true)
  expect(db.trips.length - before).toBe(1)
  const large = someBytes(12_000_001)
  const request = { ns: space.ns, commitId: 'm', requestHash: 'm', at: T0, answer: '', signer: SIGNER }
  await commitMerge(db, { ...request, inputs: [1], builtAt: 1, segment: segmentOf(large) })
  await committed(db, { ns: space.ns, documents: [newDocument('b', ['x'])], segment: segmentOf('new') })
  const twice = db.trips.length
  const { segments } = await read(space)
  expect(sameBytes(segments[0]!.bytes, large)).toBe(true)
  expect(text(segments[1]!.bytes)).toBe('new')
  expect(db.trips.length - twice).toBe(3)
})

test('a damaged, missing or shortened chunk is a typed error, never wrong bytes', async () => {
  const damages = [
    "UPDATE segment_chunk SET bytes = 'AAAA' WHERE ns = ?1 AND seq = 1",
    "UPDATE segment_chunk SET bytes = '!' WHERE ns = ?1 AND seq = 1",
    'UPDATE segment_chunk SET digest = upper(digest) WHERE ns = ?1 AND seq = 1',
    'DELETE FROM segment_chunk WHERE ns = ?1 AND seq = 1 AND n = 1',
    'DELETE FROM segment_chunk WHERE ns = ?1 AND seq = 1',
    'UPDATE segment SET length = length - 1 WHERE ns = ?1',
  ]
  for (const sql of damages) {
    const space = await newNamespace(db)
    const bytes = new Uint8Array(1_000_000).fill(7)
    await committed(db, { ns: space.ns, documents: [newDocument('a', ['x'])], segment: segmentOf(bytes) })
    await env.MEMORY_0.prepare(sql).bind(space.ns).run()
    await expect(read(space), sql).rejects.toMatchObject({
      name: 'SegmentDamaged',
      ns: space.ns,
      seq: 1,
      retryable: true,
    })
  }
})

test('a merge swaps its inputs for one segment, and buried passages stay buried', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  await committed(db, { ns, documents: [newDocument('a', ['x']), newDocument('b', ['y'])] })
  await committed(db, { ns, documents: [newDocument('c', ['z'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }] })
  expect(await merge(ns, [1, 2], { builtAt: 2 })).toMatchObject({ kind: 'committed', version: 4 })
  const { segments, tombstones } = await read(space)
  expect(segments.map(({ seq, builtAt, merged }) => [seq, builtAt, merged])).toEqual([
    [3, 3, false],
    [4, 2, true],
  ])
  expect(tombstones).toEqual([{ batch: 1, ordinal: 0, version: 3 }])
})

test('a merge whose input is gone is lost and writes nothing', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  for (const id of ['a', 'b', 'c']) await committed(db, { ns, documents: [newDocument(id, ['x'])] })
  const [first, second] = await Promise.all([
    merge(ns, [1, 2], { builtAt: 3 }),
    merge(ns, [2, 3], { builtAt: 3 }),
  ])
  expect([first.kind, second.kind].sort()).toEqual(['committed', 'lost'])
  expect(await merge(ns, [1, 99], { builtAt: 3 })).toEqual({ kind: 'lost' })
  expect((await read(space)).namespace).toMatchObject({ head: 4 })
})

test('the merge lease is held by one at a time', async () => {
  const { ns } = await newNamespace(db)
  const take = (now: number) => takeMergeLease(db, { ns, now, until: now + 60 })
  expect(await Promise.all([take(T0), take(T0)])).toEqual([true, false])
  expect(await take(T0 + 59)).toBe(false)
  expect(await take(T0 + 60)).toBe(true)
  await releaseMergeLease(db, { ns, until: T0 })
  expect(await take(T0 + 61)).toBe(false)
  await releaseMergeLease(db, { ns, until: T0 + 120 })
  expect(await take(T0 + 61)).toBe(true)
})

test('merged segments do not count as backlog', async () => {
  const { ns } = await newNamespace(db)
  for (let n = 0; n < 64; n += 1) await committed(db, { ns, documents: [newDocument('a', [`${n}`])] })
  await merge(
    ns,
    Array.from({ length: 64 }, (_, n) => n + 1),
    { builtAt: 64 },
  )
  expect(await committed(db, { ns, documents: [newDocument('a', ['on'])] })).toBe(66)
})

test('the catalogue as of a version is what it was, with what was buried since', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  await committed(db, { ns, documents: [newDocument('a', ['x'])], segment: segmentOf('s1') })
  await committed(db, { ns, documents: [newDocument('b', ['y'])], segment: segmentOf('s2') })
  await merge(ns, [1, 2], { builtAt: 2, bytes: 's3' })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }], segment: segmentOf('s4') })
  const at = async (atVersion: number) =>
    (await read(space, { atVersion })).segments.map(({ bytes }) => text(bytes))
  expect(await at(1)).toEqual(['s1'])
  expect(await at(2)).toEqual(['s1', 's2'])
  expect(await at(3)).toEqual(['s3'])
  expect(await at(4)).toEqual(['s3', 's4'])
  expect((await read(space, { atVersion: 2 })).tombstones).toEqual([{ batch: 1, ordinal: 0, version: 4 }])
  expect((await read(space, { atVersion: 2 })).segments.map(({ deadAt }) => deadAt)).toEqual([3, 3])
})

test('replaced segments and tombstones stay an hour, answers 24, and then they go', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  await committed(db, { ns, commitId: 'one', documents: [newDocument('a', ['x']), newDocument('b', ['x'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }], at: T0 + 1 })
  await merge(ns, [1, 2], { builtAt: 2, at: T0 + 2 })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'b' }], at: T0 + 3 })
  expect(await collect(db, { ns, at: T0 + WALKED_MS - 1 })).toEqual({
    segments: 0,
    tombstones: 0,
    commits: 0,
    sessions: 0,
    isMore: false,
  })
  expect(await collect(db, { ns, at: T0 + 1 + WALKED_MS })).toMatchObject({ segments: 0, tombstones: 0 })
  expect((await read(space, { atVersion: 2 })).segments).toHaveLength(2)
  expect(await collect(db, { ns, at: T0 + 2 + WALKED_MS })).toMatchObject({
    segments: 2,
    tombstones: 1,
    commits: 0,
  })
  const { namespace, segments, tombstones } = await read(space)
  expect(namespace).toMatchObject({ collectedThrough: 3, head: 4 })
  expect(segments.map(({ seq }) => seq)).toEqual([3, 4])
  expect(tombstones).toEqual([{ batch: 1, ordinal: 1, version: 4 }])
  expect(await collect(db, { ns, at: T0 + 1 + KEPT_MS })).toMatchObject({ segments: 0, commits: 2 })
  expect(await collect(db, { ns, at: T0 + 2 + KEPT_MS })).toMatchObject({ segments: 0, commits: 1 })
})

test('a tombstone that a stored segment still needs is not collected', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }] })
  expect(await collect(db, { ns, at: T0 + 9 * KEPT_MS })).toMatchObject({ tombstones: 0, commits: 2 })
  expect((await read(space)).tombstones).toHaveLength(1)
  expect(await committed(db, { ns, documents: [newDocument('a', ['again'])] })).toBe(3)
})
