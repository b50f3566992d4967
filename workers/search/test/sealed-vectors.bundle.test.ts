import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, test } from 'vitest'

const DIMENSIONS = 384
const DOCUMENTS = 900
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-vectors-'))
let cairn: TestCairn | undefined
let db: SqlDatabase
let speaker: Speaker

/** Starts anew, so that no isolate holds anything. */
async function start(): Promise<void> {
  await cairn?.stop()
  cairn = await startCairn({ persistTo: folder, ...(cairn && { identity: cairn.identity }) })
  db = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')) as unknown as SqlDatabase
  speaker = await cairn.as('near')
}

beforeAll(async () => {
  await start()
  await speaker.json('PUT', '/v1/embedder', { body: { embedder: 'caller', dimensions: DIMENSIONS } })
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  const lines = Array.from({ length: DOCUMENTS }, (_, n) =>
    JSON.stringify({ id: `d${n}`, text: textOf(n), embedding: embeddingOf(n) }),
  )
  for (let at = 0; at < lines.length; at += 100)
    await speaker.send('POST', '/v1/sources/s/documents', { ndjson: lines.slice(at, at + 100).join('\n') })
})
afterAll(async () => {
  await cairn?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const textOf = (n: number) =>
  `lizard number ${n} ${Array.from({ length: 30 }, (_, i) => `word${(n * 31 + i * 7919) % 5000}`).join(' ')}`

/** Near to that of the documents with numbers near to `n`. */
const embeddingOf = (n: number) =>
  Array.from({ length: DIMENSIONS }, (_, i) => Math.cos((n / DOCUMENTS) * (i + 1)))

interface Page {
  readonly pointers: readonly unknown[]
  readonly agent_decision: unknown
}

async function found(query: string, n: number, more: object = {}): Promise<Page> {
  const body = { query, embedding: embeddingOf(n), limit: 10, ...more }
  const { body: page } = await speaker.json('POST', '/v1/query/search', { body })
  return page as unknown as Page
}

/** What searches find, with scores and decisions, by vectors alone and beside words. */
async function searched(): Promise<unknown[]> {
  const pages = [
    await found('gecko', 700),
    await found('lizard word77', 12),
    await found('gecko', 3, { lanes: ['Dense'] }),
  ]
  for (const { pointers } of pages) expect(pointers).toHaveLength(10)
  return pages.map(({ pointers, agent_decision }) => ({ pointers, agent_decision }))
}

async function run(sql: string): Promise<readonly Record<string, unknown>[]> {
  const { ns } = (await findNamespace(db, { tenant: 'near', name: 'default' }))!
  return (await db.prepare(sql).bind(ns).all()).results
}

const live = () => run('SELECT format, prefix, chunks FROM segment WHERE ns = ?1 AND dead_at IS NULL')

/** Steps until all is sealed: time that must go by is taken from what is stored. */
async function seal(): Promise<void> {
  for (let waits = 0; waits < 6; waits++) {
    await run('UPDATE namespace SET head_at = head_at - 700000 WHERE ns = ?1')
    await run('UPDATE upload SET named_after = named_after - 130000 WHERE ns = ?1')
    for (let steps = 0; steps < 50; steps++)
      if (!(await speaker.json('POST', '/v1/maintenance/step')).body.more) break
  }
}

test('a namespace with more vectors than a chunk holds is answered from as before once it is sealed, also by whoever holds nothing of it', async () => {
  const before = await searched()
  expect((await live()).every(({ format }) => format === 3)).toBe(true)
  await seal()
  expect(await live()).toMatchObject([{ format: 4, prefix: expect.any(String) }])
  expect((await live())[0]!.chunks).toBeGreaterThan(2)
  expect(await searched()).toEqual(before)
  await start()
  expect(await searched()).toEqual(before)
})
