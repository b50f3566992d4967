import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { ARCHIVE_ORDER, ARCHIVE_TABLES, isCopied } from '../src/archive-tables.ts'
import { commitImport, type ImportCommit, readImport } from '../src/commit-import.ts'
import { getDocument } from '../src/document.ts'
import { findNamespace } from '../src/namespace.ts'
import { readArchivePage } from '../src/read-archive.ts'
import type { Row } from '../src/statement.ts'
import { committed, fresh, NO_QUOTA, newDocument, newNamespace, SIGNER, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

/** Columns of the tables below that no archive holds, and why. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  fact: ['fact_id'],
  source: ['upstream_token'],
}

test('an archive has every column of every table it holds', async () => {
  for (const table of ARCHIVE_ORDER) {
    const { results } = await env.MEMORY_0.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{
      name: string
    }>()
    const columns = results.map(({ name }) => name).filter((name) => name !== 'ns')
    const kept = [
      ...Object.keys(ARCHIVE_TABLES[table].columns),
      ...(LEFT_OUT[table] ?? []).filter((name) => columns.includes(name)),
    ]
    expect([table, columns.sort()]).toEqual([table, kept.sort()])
  }
})

async function pages(
  ns: number,
  version: number,
): Promise<{ table: (typeof ARCHIVE_ORDER)[number]; row: Row }[]> {
  const all = []
  for (const table of ARCHIVE_ORDER)
    for (let after: Row | null = null; ; ) {
      const { rows, isStale } = await readArchivePage(db, { ns, table, after, version })
      expect(isStale).toBe(false)
      if (rows.length === 0) break
      all.push(...rows.map((row) => ({ table, row })))
      after = rows.at(-1)!
    }
  return all
}

function take(ns: number, change: Partial<ImportCommit>) {
  const request = { ns, commitId: fresh('import'), requestHash: 'r', at: T0, answer: 'a', signer: SIGNER }
  return commitImport(db, {
    ...request,
    rows: [],
    facts: [],
    segment: null,
    head: 0,
    opening: null,
    closing: null,
    embedder: null,
    quota: NO_QUOTA,
    ...change,
  })
}

test('rows come out in pages and go in as they were, and the namespace goes on from its version', async () => {
  const here = await newNamespace(db)
  const long = newDocument('long', ['x'], { body: '😀'.repeat(200_000) })
  await committed(db, { ns: here.ns, documents: [long, newDocument('a', ['one', 'two'])] })
  for (let n = 0; n < 3; n++)
    await committed(db, {
      ns: here.ns,
      documents: Array.from({ length: 200 }, (_, d) => newDocument(`d${n}.${d}`, ['x'])),
    })
  await committed(db, { ns: here.ns, deletes: [newDocument('a', [])] })
  const before = (await findNamespace(db, here))!
  const rows = await pages(here.ns, before.head)
  const there = await newNamespace(db)
  await env.MEMORY_0.prepare('DELETE FROM source WHERE ns = ?').bind(there.ns).run()
  expect(await readImport(db, there)).toEqual({ kind: 'empty', head: 0 })
  const copied = rows.flatMap(({ table, row }) => (isCopied(table) ? [{ table, row }] : []))
  expect(await take(there.ns, { rows: copied, opening: before, closing: before })).toMatchObject({
    kind: 'committed',
  })
  expect(await readImport(db, there)).toEqual({
    kind: 'importing',
    head: before.head,
    answer: 'a',
  })
  const isRestored = ({ table }: { readonly table: string }) => table !== 'receipt'
  expect((await pages(there.ns, before.head)).filter(isRestored)).toEqual(rows.filter(isRestored))
  expect(rows.filter(({ table }) => table === 'receipt')).toHaveLength(before.head)
  const { head, documents, passages, bytes, collectedThrough } = (await findNamespace(db, there))!
  expect([head, documents, passages, bytes]).toEqual([
    before.head,
    before.documents,
    before.passages,
    before.bytes,
  ])
  expect(collectedThrough).toBe(head)
  expect(await getDocument(db, { ns: there.ns, source: 'notes', id: 'a' })).toMatchObject({
    kind: 'deleted',
    version: 5,
  })
  expect(await committed(db, { ns: there.ns, documents: [newDocument('next', ['y'])] })).toBe(head + 1)
  expect(await readImport(db, there)).toEqual({ kind: 'written' })
})

test('a row that is there already is refused, and all that came with it', async () => {
  const { ns } = await newNamespace(db)
  const rows = ['b', 'a', 'b'].map((id) => ({
    table: 'research_link' as const,
    row: { kind: 'passage', id, to_kind: 'source', to_id: 'x' },
  }))
  expect(await take(ns, { rows })).toEqual({ kind: 'row_taken' })
  expect(await take(ns, { rows: rows.slice(0, 2) })).toMatchObject({ kind: 'committed', version: 1 })
  expect(await take(ns, { rows: rows.slice(0, 1), head: 1 })).toEqual({ kind: 'row_taken' })
})

test('a page tells that somebody wrote since the version it is of', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['one'])] })
  const page = { ns, table: 'document', after: null } as const
  expect((await readArchivePage(db, { ...page, version: 1 })).isStale).toBe(false)
  expect((await readArchivePage(db, { ...page, version: 0 })).isStale).toBe(true)
})

test('an import is refused where the head is another than it saw, and over the quota', async () => {
  const { ns } = await newNamespace(db)
  expect(await take(ns, { head: 3 })).toEqual({ kind: 'changed' })
  const opening = {
    number: 1,
    head: 9,
    headAt: 0,
    documents: 1,
    passages: 1,
    facts: 0,
    bytes: 11,
    embedder: null,
  }
  expect(await take(ns, { opening, quota: { passagesMax: null, bytesMax: 10 } })).toEqual({
    kind: 'over_quota',
  })
  expect(await readImport(db, { ns })).toEqual({ kind: 'written' })
})
