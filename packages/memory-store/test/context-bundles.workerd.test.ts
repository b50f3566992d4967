import { env } from 'cloudflare:workers'
import { commitmentOf } from '@cairn/contract/receipts'
import { afterAll, expect, it } from 'vitest'
import { readImport } from '../src/commit-import.ts'
import { keepBundle, readBundle } from '../src/context-bundle.ts'
import { ensureNamespace } from '../src/namespace.ts'
import { readArchivePage } from '../src/read-archive.ts'
import { getReceipt, proveReceipt } from '../src/receipt.ts'
import { committed, fresh, newDocument, newNamespace, SIGNER, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const DAY = 86_400_000
const keep = async (ns: number, id: string, at: number, record = `{"of":"${id}"}`) => {
  const request = { ns, commitId: fresh('bundle'), requestHash: '', at, answer: '{}', signer: SIGNER }
  return (await keepBundle(db, { ...request, id, record, keptMs: DAY })).receipt
}
const read = async (ns: number, id: string, since = 0) =>
  (await readBundle(db, { ns, id, since }))?.record ?? null
const headOf = (ns: number) =>
  env.MEMORY_0.prepare('SELECT head FROM namespace WHERE ns = ?').bind(ns).first<number>('head')
const run = (sql: string, ...values: (string | number)[]) =>
  env.MEMORY_0.prepare(sql)
    .bind(...values)
    .run()

/** What the receipt of a bundle commits to, and what still opens it. */
async function committedTo(ns: number, id: string) {
  const { text, openings } = (await proveReceipt(db, { ns, id }))!
  const { written } = JSON.parse(text).statement.changes as { written: string[] }
  return { written, opened: await Promise.all(openings.map(commitmentOf)), openings }
}

it('a bundle is read as it was kept, with the receipt of the commit that kept it', async () => {
  const { ns } = await newNamespace()
  const receipt = await keep(ns, 'r1', T0)
  expect(await readBundle(db, { ns, id: 'r1', since: 0 })).toEqual({ record: '{"of":"r1"}', receipt })
  const { statement } = JSON.parse((await getReceipt(db, { ns, id: receipt }))!.text)
  expect(statement).toMatchObject({ operation: 'bundle', receipt_id: receipt })
})

it('a bundle kept again stays longer under the receipt it has, and nothing is committed', async () => {
  const { ns } = await newNamespace()
  const receipt = await keep(ns, 'r1', T0)
  const head = await headOf(ns)
  expect(await keep(ns, 'r1', T0 + 1)).toBe(receipt)
  expect(await read(ns, 'r1', T0 + 1)).toBe('{"of":"r1"}')
  expect(await keep(ns, 'r1', T0)).toBe(receipt)
  expect(await read(ns, 'r1', T0 + 1)).toBe('{"of":"r1"}')
  expect(await headOf(ns)).toBe(head)
})

it('a bundle kept by two at once is committed once, and both are told of the same receipt', async () => {
  const { ns } = await newNamespace()
  const receipts = await Promise.all(Array.from({ length: 5 }, () => keep(ns, 'r1', T0)))
  expect(new Set(receipts).size).toBe(1)
  expect(await headOf(ns)).toBe(1)
})

it('another text under the same id, and one past its time, are signed anew', async () => {
  const { ns } = await newNamespace()
  const first = await keep(ns, 'r1', T0)
  const second = await keep(ns, 'r1', T0 + 1, '{}')
  const third = await keep(ns, 'r1', T0 + DAY + 2, '{}')
  expect(new Set([first, second, third]).size).toBe(3)
  expect(await readBundle(db, { ns, id: 'r1', since: 0 })).toEqual({ record: '{}', receipt: third })
  expect((await committedTo(ns, first)).openings).toEqual([])
  const { written, opened } = await committedTo(ns, third)
  expect(opened).toEqual(written)
})

it('a bundle that was kept before there were receipts has none, and is signed when it is kept again', async () => {
  const { ns } = await newNamespace()
  await run("INSERT INTO context_bundle (ns, id, record, at) VALUES (?, 'r1', '{}', ?)", ns, T0)
  expect(await readBundle(db, { ns, id: 'r1', since: 0 })).toEqual({ record: '{}', receipt: null })
  const receipt = await keep(ns, 'r1', T0, '{}')
  expect(await readBundle(db, { ns, id: 'r1', since: 0 })).toEqual({ record: '{}', receipt })
})

it('the receipt commits to exactly what is stored: any changed byte of it opens nothing', async () => {
  const { ns } = await newNamespace()
  const record = '{"receipt":{"receipt_id":"r1","budget_tokens":2000},"q":"é"}'
  const receipt = await keep(ns, 'r1', T0, record)
  const { written, opened } = await committedTo(ns, receipt)
  expect(opened).toEqual(written)
  for (let at = 0; at < record.length; at++) {
    const changed = `${record.slice(0, at)}${record[at] === '~' ? '!' : '~'}${record.slice(at + 1)}`
    await run("UPDATE context_bundle SET record = ? WHERE ns = ? AND id = 'r1'", changed, ns)
    expect((await committedTo(ns, receipt)).opened).not.toEqual(written)
  }
})

it('a bundle of another namespace is not there', async () => {
  const [one, other] = [await newNamespace(), await newNamespace()]
  await keep(one.ns, 'r1', T0)
  expect(await read(other.ns, 'r1')).toBeNull()
})

it('a bundle past its time is not read, and the next ones take its place', async () => {
  const { ns } = await newNamespace()
  for (let n = 0; n < 12; n++) await keep(ns, `old${n}`, T0 + n)
  const later = T0 + DAY + 100
  expect(await read(ns, 'old0', later - DAY)).toBeNull()
  await keep(ns, 'r1', later)
  const left = await Promise.all(Array.from({ length: 12 }, (_, n) => read(ns, `old${n}`)))
  expect(left.map((record) => record !== null)).toEqual([...Array(10).fill(false), true, true])
  expect(await read(ns, 'r1', later - DAY)).toBe('{"of":"r1"}')
})

it('an archive that is being read stays whole beside bundles, and is told of other writes', async () => {
  const { ns } = await newNamespace()
  const version = await committed(db, { ns, documents: [newDocument('a', ['x'])] })
  const isStale = async () =>
    (await readArchivePage(db, { ns, table: 'document', after: null, version })).isStale
  await keep(ns, 'r1', T0)
  expect(await isStale()).toBe(false)
  await committed(db, { ns, documents: [newDocument('b', ['x'])] })
  expect(await isStale()).toBe(true)
})

it('a namespace that only bundles were made of takes an archive in', async () => {
  const named = { tenant: fresh('tenant'), name: 'copy', epoch: 'e', at: T0 }
  const { ns } = await ensureNamespace(db, named)
  await keep(ns, 'r1', T0)
  expect(await readImport(db, { ns })).toEqual({ kind: 'empty', head: 1 })
})
