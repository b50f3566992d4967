import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { readLiveSegments } from '../src/live-segments.ts'
import { commitMerge } from '../src/merge.ts'
import { lastNamespace, readNamespacePage } from '../src/namespace-page.ts'
import { openNamespace } from '../src/open-namespace.ts'
import { passageDocument } from '../src/passage-document.ts'
import { readMissingSegments } from '../src/read-segments.ts'
import { revokeToken } from '../src/revocation.ts'
import { readTombstones } from '../src/tombstone.ts'
import { committed, fresh, newDocument, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

test('a namespace and a revoked token are found in one trip', async () => {
  const { tenant, name, ns } = await newNamespace(db)
  const jti = fresh('jti')
  const before = db.trips.length
  expect(await openNamespace(db, { tenant, name, jti })).toMatchObject({ revoked: false, namespace: { ns } })
  expect(db.trips.length - before).toBe(1)
  await revokeToken(db, { jti, tenant, at: T0, expiresAt: T0 + 1 })
  expect(await openNamespace(db, { tenant, name, jti })).toMatchObject({ revoked: true })
  expect(await openNamespace(db, { tenant, name: 'none', jti: 'other' })).toEqual({
    revoked: false,
    namespace: null,
  })
})

test('all namespaces are walked by number, whatever their tenant', async () => {
  const made = [await newNamespace(db), await newNamespace(db), await newNamespace(db)].map(({ ns }) => ns)
  const page = await readNamespacePage(db, { after: made[0]! - 1, limit: 2 })
  expect(page.map(({ ns }) => ns)).toEqual(made.slice(0, 2))
  expect((await readNamespacePage(db, { after: made[1]!, limit: 9 })).map(({ ns }) => ns)).toEqual(
    made.slice(2),
  )
  expect(await lastNamespace(db)).toBe(made[2])
})

test('a merge is chosen from live segments, and made without what was buried by its head', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['x', 'y'])], segment: segmentOf('one', 2) })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }], segment: segmentOf('two', 0) })
  await committed(db, { ns, documents: [newDocument('b', ['z'])], segment: segmentOf('three', 1) })
  const live = await readLiveSegments(db, { ns })
  expect(live).toMatchObject({ head: 3, passages: 1, tombstones: 2 })
  expect(live!.segments.map(({ seq, merged, passages }) => [seq, merged, passages])).toEqual([
    [1, false, 2],
    [2, false, 0],
    [3, false, 1],
  ])
  const bytes = await readMissingSegments(db, live!.segments, new Map())
  expect([...bytes.values()].map((one) => new TextDecoder().decode(one))).toEqual(['one', 'two', 'three'])
  expect(await readTombstones(db, { ns, after: 1, through: 2 })).toEqual([
    { batch: 1, ordinal: 0 },
    { batch: 1, ordinal: 1 },
  ])
  expect(await readTombstones(db, { ns, after: 2, through: 3 })).toEqual([])
  expect(await readTombstones(db, { ns, after: 0, through: 1 })).toEqual([])
  const request = { ns, commitId: 'm', requestHash: '', at: T0, answer: '', signer: SIGNER }
  await commitMerge(db, { ...request, inputs: [1, 2], builtAt: 3, segment: segmentOf('merged', 0) })
  const after = await readLiveSegments(db, { ns })
  expect(after!.segments.map(({ seq, merged, builtAt }) => [seq, merged, builtAt])).toEqual([
    [3, false, 3],
    [4, true, 3],
  ])
  expect(after!.tombstones).toBe(0)
  expect(await readLiveSegments(db, { ns: 999_999 })).toBe(null)
})

test('a passage names its document after it was buried too', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }] })
  expect(await passageDocument(db, { ns, batch: 1, ordinal: 0 })).toEqual({ source: 'notes', id: 'a' })
  expect(await passageDocument(db, { ns, batch: 1, ordinal: 1 })).toBe(null)
})
