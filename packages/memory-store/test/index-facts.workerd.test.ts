import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { commitFacts } from '../src/commit-facts.ts'
import { commitFactErasure, readErasableFacts } from '../src/erase-facts.ts'
import { commitFactsIndexing, readUnindexedFacts } from '../src/index-facts.ts'
import { readLiveSegments } from '../src/live-segments.ts'
import { takeMergeLease } from '../src/merge.ts'
import { commitRetraction } from '../src/retract-fact.ts'
import { beginUpload } from '../src/upload.ts'
import { fresh, NO_QUOTA, newFact, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const request = (ns: number) => ({
  ns,
  commitId: fresh('commit'),
  requestHash: 'r',
  at: T0,
  answer: '{}',
  signer: SIGNER,
})

/** Three facts that no segment holds, the last of another entity. */
async function unindexed(): Promise<number> {
  const { ns } = await newNamespace(db)
  const facts = [newFact(), newFact({ value: '"B"' }), newFact({ entity: 'bob' })]
  await commitFacts(db, { ...request(ns), facts, segment: null, quota: NO_QUOTA, seen: null })
  return ns
}
const index = async (ns: number, facts: Parameters<typeof commitFactsIndexing>[1]['facts']) =>
  (await commitFactsIndexing(db, { ...request(ns), facts, segment: segmentOf() })).kind
const waiting = async (ns: number) => (await readUnindexedFacts(db, { ns })).map(({ factId }) => factId)

test('facts that no segment holds are told of until they are indexed or retracted', async () => {
  const ns = await unindexed()
  const found = await readUnindexedFacts(db, { ns })
  expect(found.map(({ factId }) => factId)).toEqual(['f1', 'f1.1', 'f1.2'])
  expect((await readLiveSegments(db, { ns }))!.hasUnindexedFacts).toBe(true)
  await commitRetraction(db, { ...request(ns), factId: 'f1', reason: null, segment: null, seen: null })
  expect(await index(ns, found.slice(0, 2))).toBe('lost')
  expect(await waiting(ns)).toEqual(['f1.1', 'f1.2'])
  expect(await index(ns, found.slice(1))).toBe('committed')
  expect(await index(ns, found.slice(1))).toBe('lost')
  expect((await readLiveSegments(db, { ns }))!.hasUnindexedFacts).toBe(false)
})

test('a retraction and an erasure that saw a fact before it was indexed write nothing', async () => {
  const ns = await unindexed()
  const facts = await readErasableFacts(db, { ns, entity: 'ann' })
  expect(await index(ns, await readUnindexedFacts(db, { ns }))).toBe('committed')
  const retraction = { ...request(ns), factId: 'f1', reason: null, segment: null, seen: null }
  expect((await commitRetraction(db, retraction)).kind).toBe('indexed')
  expect((await commitFactErasure(db, { ...request(ns), facts, segment: null })).kind).toBe('changed')
  expect(await readErasableFacts(db, { ns, entity: 'ann' })).toMatchObject([
    { isIndexed: true, fact: { retractedAt: null } },
    { isIndexed: true, fact: { retractedAt: null } },
  ])
})

test('while a rebuild reads rows nothing comes into the index behind it', async () => {
  const ns = await unindexed()
  const lease = T0 + 1000
  await takeMergeLease(db, { ns, now: T0, until: lease })
  const upload = { ns, prefix: fresh('prefix'), at: T0, builtAt: 1, inputs: [], partsOf: null, keys: 0 }
  expect(await beginUpload(db, { ...upload, kind: 'rebuild', lease })).not.toBe('lost')
  expect(await index(ns, await readUnindexedFacts(db, { ns }))).toBe('lost')
  expect(await waiting(ns)).toHaveLength(3)
})
