import { env } from 'cloudflare:workers'
import { checkpointConsistency, commitmentOf, receiptInLog, verifyReceipt } from '@cairn/contract/receipts'
import { afterAll, expect, test } from 'vitest'
import { collect } from '../src/collect.ts'
import { commitFacts } from '../src/commit-facts.ts'
import { commitResearch } from '../src/commit-research.ts'
import { keepBundle } from '../src/context-bundle.ts'
import { commitFactErasure, readErasableFacts } from '../src/erase-facts.ts'
import { commitMerge } from '../src/merge.ts'
import { getReceipt, listCheckpoints, proveGrowth, proveReceipt, readReceiptIds } from '../src/receipt.ts'
import { extendLog } from '../src/receipt-log.ts'
import { recordAnswer } from '../src/record-answer.ts'
import { commitRetraction, commitReverification } from '../src/retract-fact.ts'
import { deleteSession, putSession } from '../src/session.ts'
import {
  commit,
  committed,
  fresh,
  NO_QUOTA,
  newDocument,
  newFact,
  newNamespace,
  SIGNER,
  segmentOf,
  T0,
  testKey,
} from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const keys = async () => [(await testKey()).publicKey]
const step = (ns: number, at = T0) => extendLog(db, { ns, at, signer: SIGNER })
const request = (ns: number) => ({
  ns,
  commitId: fresh('commit'),
  requestHash: '',
  at: T0,
  answer: '{}',
  signer: SIGNER,
})

async function receiptIdOf(ns: number, version: number): Promise<string> {
  const { results } = await env.MEMORY_0.prepare('SELECT id FROM receipt WHERE ns = ? AND version = ?')
    .bind(ns, version)
    .all<{ id: string }>()
  return results[0]!.id
}

async function verifiedOf(ns: number, version: number) {
  const proven = (await proveReceipt(db, { ns, id: await receiptIdOf(ns, version) }))!
  const verified = await receiptInLog({
    receipt: proven.text,
    checkpoint: proven.checkpoint!,
    proof: proven.proof!,
    keys: await keys(),
  })
  if (!verified.ok) throw new Error(`${version}: ${verified.message}`)
  return { ...proven, ...verified, changes: verified.receipt.changes as Record<string, string[]> }
}

test('every commit of every writer leaves one receipt that verifies, in the order of the versions', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'a' }] })
  await commitFacts(db, { ...request(ns), facts: [newFact()], segment: null, seen: null, quota: NO_QUOTA })
  await commitReverification(db, { ...request(ns), factId: 'f3', seen: null })
  await commitRetraction(db, { ...request(ns), factId: 'f3', reason: null, segment: null, seen: null })
  const session = { id: 's', condition: { kind: 'any' } } as const
  await putSession(db, { ...request(ns), ...session, state: '1', etag: 'e', expiresAt: null })
  await deleteSession(db, { ...request(ns), ...session })
  await commitMerge(db, { ...request(ns), inputs: [1, 2], builtAt: 7, segment: segmentOf('merged') })
  await recordAnswer(db, request(ns))
  const research = { seen: [], citers: [], documents: [], quota: NO_QUOTA }
  const cited = { kind: 'source', id: 'cited' } as const
  const put = { ...cited, document: '{}', etag: 'e', mark: null, links: [] }
  await commitResearch(db, { ...request(ns), ...research, puts: [put], deletes: [] })
  await commitResearch(db, { ...request(ns), ...research, puts: [], deletes: [cited] })
  await keepBundle(db, { ...request(ns), id: 'b', record: '{}', keptMs: 1 })
  expect(await step(ns)).toEqual({ taken: 12, isMore: false })
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => verifiedOf(ns, n + 1)))
  expect(
    all.map(({ proof, receipt, changes }) => [proof!.index, receipt.operation, Object.keys(changes)]),
  ).toEqual([
    [0, 'documents', ['written']],
    [1, 'documents', ['retired']],
    [2, 'facts', ['written']],
    [3, 'reverify', ['reverified']],
    [4, 'retract', ['retired']],
    [5, 'session', ['written']],
    [6, 'session_delete', ['retired']],
    [7, 'merge', []],
    [8, 'answer', []],
    [9, 'research', ['written']],
    [10, 'research', ['retired']],
    [11, 'bundle', ['written']],
  ])
  expect(all[1]!.changes.retired).toEqual(all[0]!.changes.written)
  expect([all[3]!.changes.reverified, all[4]!.changes.retired]).toEqual(
    Array(2).fill(all[2]!.changes.written),
  )
})

test('a receipt names the commit and no version, and says nothing that can be guessed of what was written', async () => {
  const { ns } = await newNamespace(db)
  const outcome = await commit(db, { ns, commitId: 'key 0', documents: [newDocument('secret', ['x'])] })
  const id = outcome.kind === 'committed' ? outcome.receipt : ''
  const { text } = (await getReceipt(db, { ns, id }))!
  expect(JSON.parse(text).statement).toEqual({
    type: 'cairn.receipt.v1',
    receipt_id: id,
    tenant: 'acme',
    namespace: 'default',
    commit_id: 'key 0',
    operation: 'documents',
    at: new Date(T0).toISOString(),
    changes: { written: [expect.stringMatching(/^sha256:[0-9a-f]{64}$/)] },
  })
  expect(text).not.toContain('secret')
  const unsalted = await commitmentOf({ kind: 'document', name: 'notes/secret', hash: 'hash of x', salt: '' })
  expect(text).not.toContain(unsalted)
})

test('what is stored opens the commitments of the commit that wrote it, until it is replaced, deleted or erased', async () => {
  const { ns } = await newNamespace(db)
  const version = await committed(db, {
    ns,
    documents: ['a', 'b', 'c', 'd'].map((id) => newDocument(id, ['x'])),
  })
  await commitFacts(db, { ...request(ns), facts: [newFact()], segment: null, seen: null, quota: NO_QUOTA })
  const session = { id: 's', condition: { kind: 'any' } } as const
  await putSession(db, { ...request(ns), ...session, state: '{"a":1}', etag: 'e', expiresAt: null })
  const research = { seen: [], citers: [], documents: [], quota: NO_QUOTA }
  const put = { kind: 'source', id: 'cited', document: '{}', etag: 'e', mark: null, links: [] } as const
  await commitResearch(db, { ...request(ns), ...research, puts: [put], deletes: [] })
  await keepBundle(db, { ...request(ns), id: 'b', record: '{"a":1}', keptMs: 1 })
  await step(ns)
  for (const [at, kind, names] of [
    [version, 'document', ['notes/a', 'notes/b', 'notes/c', 'notes/d']],
    [version + 1, 'fact', ['ann/works_at']],
    [version + 2, 'session', ['s']],
    [version + 3, 'research_source', ['cited']],
    [version + 4, 'context_bundle', ['b']],
  ] as const) {
    const { openings, changes } = await verifiedOf(ns, at)
    expect(openings.map((one) => [one.kind, one.name])).toEqual(names.map((name) => [kind, name]))
    expect(await Promise.all(openings.map(commitmentOf))).toEqual(changes.written)
  }
  await committed(db, { ns, documents: [newDocument('a', ['y'])], deletes: [{ source: 'notes', id: 'b' }] })
  await env.MEMORY_0.prepare("UPDATE document SET salt = NULL WHERE ns = ? AND id = 'c'").bind(ns).run()
  expect((await verifiedOf(ns, version)).openings.map(({ name }) => name)).toEqual(['notes/d'])
  const { results } = await env.MEMORY_0.prepare("SELECT salt, hash FROM document WHERE ns = ? AND id = 'b'")
    .bind(ns)
    .all()
  expect(results).toEqual([{ salt: null, hash: '' }])
})

test('facts, sessions and research that are erased or deleted take along the salts that opened their receipts', async () => {
  const { ns } = await newNamespace(db)
  await commitFacts(db, { ...request(ns), facts: [newFact()], segment: null, seen: null, quota: NO_QUOTA })
  const session = { id: 's', condition: { kind: 'any' } } as const
  await putSession(db, { ...request(ns), ...session, state: '{"a":1}', etag: 'e', expiresAt: null })
  await putSession(db, { ...request(ns), ...session, id: 't', state: '1', etag: 'e', expiresAt: T0 + 1 })
  const research = { seen: [], citers: [], documents: [], quota: NO_QUOTA }
  const name = { kind: 'source', id: 'cited' } as const
  const put = { ...name, document: '{}', etag: 'e', mark: null, links: [] }
  await commitResearch(db, { ...request(ns), ...research, puts: [put], deletes: [] })
  await step(ns)
  const versions = [1, 2, 3, 4]
  const opened = () => Promise.all(versions.map(async (at) => (await verifiedOf(ns, at)).openings.length))
  expect(await opened()).toEqual([1, 1, 1, 1])
  const before = await saltsOf(ns)
  expect(before).toHaveLength(4)
  const facts = await readErasableFacts(db, { ns, entity: 'ann' })
  await commitFactErasure(db, { ...request(ns), facts, segment: null })
  await deleteSession(db, { ...request(ns), ...session })
  await commitResearch(db, { ...request(ns), ...research, puts: [], deletes: [name] })
  await collect(db, { ns, at: T0 + 1 + 86_400_000 })
  expect(await opened()).toEqual([0, 0, 0, 0])
  expect((await saltsOf(ns)).filter((salt) => before.includes(salt))).toEqual([])
})

/** Every salt that a namespace keeps. */
async function saltsOf(ns: number): Promise<string[]> {
  const tables = ['document', 'fact', 'session', 'research']
  const kept = tables.map((table) => `SELECT salt FROM ${table} WHERE ns = ?1 AND salt IS NOT NULL`)
  const { results } = await env.MEMORY_0.prepare(kept.join(' UNION ALL ')).bind(ns).all<{ salt: string }>()
  return results.map(({ salt }) => salt)
}

test('a refused commit leaves no receipt, and a repeated one gives the receipt of the first', async () => {
  const { ns } = await newNamespace(db)
  const change = { ns, commitId: 'key', requestHash: 'r', documents: [newDocument('a', ['x'])] }
  const first = await commit(db, {
    ...change,
    seen: [{ source: 'notes', id: 'a', batch: null, hash: null, salt: null }],
  })
  const again = await commit(db, change)
  expect([first.kind, again.kind]).toEqual(['committed', 'repeated'])
  expect('receipt' in first && 'receipt' in again && first.receipt === again.receipt).toBe(true)
  expect((await commit(db, { ...change, requestHash: 'other' })).kind).toBe('conflict_id')
  expect(await step(ns)).toMatchObject({ taken: 1 })
})

test('a writer whose key cannot sign writes nothing', async () => {
  const { ns } = await newNamespace(db)
  const signer = { ...SIGNER, sign: () => Promise.reject(new Error('no key')) }
  await expect(commit(db, { ns, documents: [newDocument('a', ['x'])], signer })).rejects.toThrow('no key')
  expect(await committed(db, { ns, documents: [newDocument('a', ['x'])] })).toBe(1)
})

test('a log grown in many steps proves every receipt, and every checkpoint to begin the newest', async () => {
  const { ns } = await newNamespace(db)
  const sizes: number[] = []
  for (const count of [1, 3, 255, 2, 120]) {
    for (let n = 0; n < count; n += 1) await recordAnswer(db, request(ns))
    expect(await step(ns)).toEqual({ taken: count, isMore: false })
    sizes.push((sizes.at(-1) ?? 0) + count)
  }
  expect(await step(ns)).toEqual({ taken: 0, isMore: false })
  const checkpoints = await listCheckpoints(db, { ns, limit: 10 })
  expect(checkpoints.map(({ size }) => size)).toEqual(sizes.toReversed())
  for (const version of [1, 2, 4, 5, 256, 257, 258, 259, 260, 381])
    expect((await verifiedOf(ns, version)).proof!.index).toBe(version - 1)
  const newest = checkpoints[0]!
  for (const { size, text } of checkpoints) {
    const hashes = await proveGrowth(db, { ns, first: size, second: newest.size })
    const grown = await checkpointConsistency({
      first: text,
      second: newest.text,
      hashes,
      keys: await keys(),
    })
    expect(grown.ok, `${size}`).toBe(true)
  }
})

test('two steps at once make one checkpoint, and a receipt that no checkpoint covers yet verifies alone', async () => {
  const { ns } = await newNamespace(db)
  await recordAnswer(db, request(ns))
  const both = await Promise.all([step(ns), step(ns)])
  expect(both.map(({ taken }) => taken).sort()).toEqual([0, 1])
  await recordAnswer(db, request(ns))
  const { proof, text } = (await proveReceipt(db, { ns, id: await receiptIdOf(ns, 2) }))!
  expect(proof).toBe(null)
  expect(await verifyReceipt(text, await keys())).toMatchObject({ ok: true })
})

test('commits of before there were receipts take no place in the log', async () => {
  const { ns } = await newNamespace(db)
  for (let n = 0; n < 3; n += 1) await recordAnswer(db, request(ns))
  await env.MEMORY_0.prepare('DELETE FROM receipt WHERE ns = ? AND version <= 2').bind(ns).run()
  await recordAnswer(db, request(ns))
  expect(await step(ns)).toMatchObject({ taken: 2 })
  expect((await verifiedOf(ns, 3)).proof!.index).toBe(0)
  expect((await verifiedOf(ns, 4)).proof!.index).toBe(1)
})

test('of versions the receipts of what wrote things are told: a version of an imported thing is no version of here', async () => {
  const { ns } = await newNamespace(db)
  const outcome = await commit(db, { ns, documents: [newDocument('a', ['x'])] })
  await recordAnswer(db, request(ns))
  const written = await readReceiptIds(db, { ns, versions: [1, 2, 3] })
  expect([...written]).toEqual([[1, outcome.kind === 'committed' ? outcome.receipt : '']])
})

test('a receipt is found in its own namespace alone', async () => {
  const [one, other] = [await newNamespace(db), await newNamespace(db)]
  await recordAnswer(db, request(one.ns))
  const id = await receiptIdOf(one.ns, 1)
  expect(await getReceipt(db, { ns: other.ns, id })).toBe(null)
  expect(await proveReceipt(db, { ns: other.ns, id })).toBe(null)
})
