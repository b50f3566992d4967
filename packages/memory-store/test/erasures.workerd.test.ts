import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { commitFacts } from '../src/commit-facts.ts'
import { commitFactErasure, readErasableFacts } from '../src/erase-facts.ts'
import { eraseNamespace } from '../src/erase-namespace.ts'
import { beginErasure, getErasure, runningErasure, saveErasure } from '../src/erasure.ts'
import { readLiveSegments } from '../src/live-segments.ts'
import { findNamespace } from '../src/namespace.ts'
import { purgeSegments } from '../src/purge-segments.ts'
import { factHistory } from '../src/read-facts.ts'
import { sourcesMadeFrom } from '../src/research.ts'
import { commitRetraction } from '../src/retract-fact.ts'
import {
  committed,
  fresh,
  NO_QUOTA,
  newDocument,
  newFact,
  newNamespace,
  SIGNER,
  segmentOf,
  T0,
} from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const request = (ns: number) => ({
  ns,
  commitId: fresh('erase'),
  requestHash: 'r',
  at: T0,
  answer: '{}',
  signer: SIGNER,
})

test('an erasure is noted once under its id, goes on until it is finished, and then names nothing', async () => {
  const { ns } = await newNamespace(db)
  const target = { scope: 'source', source: 'notes' } as const
  const begun = await beginErasure(db, { ns, id: 'e', requestHash: 'r', target, at: T0 })
  expect(begun).toMatchObject({ target, version: null, finishedAt: null, removed: { documents: 0 } })
  expect(await beginErasure(db, { ns, id: 'e', requestHash: 'other', target, at: T0 + 1 })).toEqual(begun)
  expect(await runningErasure(db, { ns })).toEqual(begun)
  const finished = { ...begun, version: 7, receipt: 'r1', finishedAt: T0 + 2 }
  await saveErasure(db, finished)
  expect(await getErasure(db, { ns, id: 'e' })).toEqual({ ...finished, target: null })
  expect(await runningErasure(db, { ns })).toBeNull()
  expect(await getErasure(db, { ns, id: 'absent' })).toBeNull()
})

test('facts of an entity leave with their history and counts; one retracted meanwhile makes it look again', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  const facts = [newFact(), newFact({ value: '"B"' }), newFact({ entity: 'bob' })]
  await commitFacts(db, { ...request(ns), facts, segment: segmentOf(), quota: NO_QUOTA, seen: null })
  const seen = await readErasableFacts(db, { ns, entity: 'ann' })
  expect(seen.map(({ fact, isIndexed }) => [fact.value, isIndexed])).toEqual([
    ['"A"', true],
    ['"B"', true],
  ])
  await commitRetraction(db, { ...request(ns), factId: 'f1', reason: null, segment: segmentOf(), seen: null })
  expect(await commitFactErasure(db, { ...request(ns), facts: seen, segment: segmentOf() })).toEqual({
    kind: 'changed',
  })
  const again = await readErasableFacts(db, { ns, entity: 'ann' })
  expect(again.map(({ isIndexed }) => isIndexed)).toEqual([false, true])
  expect(await commitFactErasure(db, { ...request(ns), facts: again, segment: segmentOf() })).toMatchObject({
    kind: 'committed',
  })
  expect(await readErasableFacts(db, { ns, entity: 'ann' })).toEqual([])
  const left = (await findNamespace(db, { tenant, name }))!
  expect([left.facts, left.bytes]).toEqual([1, 3])
  const slug = {
    ns,
    entity: 'ann',
    key: 'works_at',
    now: T0,
    asOf: null,
    recordedAsOf: null,
    before: null,
    limit: 9,
  }
  expect(await factHistory(db, slug)).toEqual([])
})

test('replaced segments up to a version are purged, and live ones are told', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns, documents: [newDocument('b', ['y'])] })
  expect(await purgeSegments(db, { ns, through: 1 })).toBe(1)
  expect(await purgeSegments(db, { ns, through: 0 })).toBe(0)
})

test('an emptied namespace holds nothing and goes on from its version', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  expect(await eraseNamespace(db, request(ns))).toMatchObject({ kind: 'committed', version: 2 })
  const left = (await findNamespace(db, { tenant, name }))!
  expect([left.head, left.documents, left.passages, left.bytes]).toEqual([2, 0, 0, 0])
  expect((await readLiveSegments(db, { ns }))!.segments).toEqual([])
  expect(await sourcesMadeFrom(db, { ns, marks: ['["notes",'], isPrefix: true })).toEqual([])
})
