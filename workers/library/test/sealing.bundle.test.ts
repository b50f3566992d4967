import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'cairn-sealing-'))
let cairn: TestCairn | undefined
let db: SqlDatabase
let speaker: Speaker

/** Starts anew, so that no isolate holds anything. */
async function start(): Promise<void> {
  await cairn?.stop()
  cairn = await startCairn({ persistTo: folder, ...(cairn && { identity: cairn.identity }) })
  db = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')) as unknown as SqlDatabase
  speaker = await cairn.as('sealed')
}

beforeAll(async () => {
  await start()
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  const lines = Array.from({ length: 900 }, (_, n) => JSON.stringify({ id: `d${n}`, text: textOf(n) }))
  for (let at = 0; at < lines.length; at += 100)
    await speaker.send('POST', '/v1/sources/s/documents', { ndjson: lines.slice(at, at + 100).join('\n') })
})
afterAll(async () => {
  await cairn?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const textOf = (n: number) =>
  `lizard number ${n} ${Array.from({ length: 20 }, (_, i) => `word${(n * 31 + i * 7919) % 5000}`).join(' ')}`

/** What searches find, with scores, pages and bodies. */
async function searched(): Promise<unknown[]> {
  const answers = []
  for (const query of ['lizard 3', 'word77 word4242', '"lizard number 500"'])
    answers.push(
      (await speaker.json('POST', '/v1/query/search', { body: { query, limit: 40 } })).body.pointers,
    )
  expect(answers.flat().length).toBeGreaterThan(40)
  return answers
}

async function run(sql: string): Promise<readonly Record<string, unknown>[]> {
  const { ns } = (await findNamespace(db, { tenant: 'sealed', name: 'default' }))!
  return (await db.prepare(sql).bind(ns).all()).results
}

const livePrefixes = () => run('SELECT prefix, chunks FROM segment WHERE ns = ?1 AND dead_at IS NULL')

/** Steps until all is sealed: time that must go by is taken from what is stored. */
async function seal(): Promise<void> {
  for (let waits = 0; waits < 6; waits++) {
    await run('UPDATE namespace SET head_at = head_at - 700000 WHERE ns = ?1')
    await run('UPDATE upload SET named_after = named_after - 130000 WHERE ns = ?1')
    for (let steps = 0; steps < 50; steps++)
      if (!(await speaker.json('POST', '/v1/maintenance/step')).body.more) break
  }
  expect((await livePrefixes()).map(({ prefix }) => prefix)).not.toContain(null)
}

describe('a sealed namespace', () => {
  test('answers as it did before, also to whoever holds nothing of it', async () => {
    const before = await searched()
    await seal()
    expect(await searched()).toEqual(before)
    await start()
    expect(await searched()).toEqual(before)
  })

  test('answers the same when chunks are lost, and is sealed again', async () => {
    const before = await searched()
    const [sealed] = await livePrefixes()
    const kv = await cairn!.miniflare.getKVNamespace('SEGMENTS', 'cairn-library')
    await kv.delete(`${sealed!.prefix}/0`)
    await start()
    expect(await searched()).toEqual(before)
    await seal()
    expect(await searched()).toEqual(before)
  })

  test('that has lost chunks and what they were made of is built anew when it is asked for', async () => {
    const before = await searched()
    await run('DELETE FROM segment WHERE ns = ?1 AND dead_at IS NOT NULL')
    const [sealed] = await livePrefixes()
    const kv = await cairn!.miniflare.getKVNamespace('SEGMENTS', 'cairn-library')
    await kv.put(`${sealed!.prefix}/0`, 'not a segment')
    await start()
    const refused = await speaker.json('POST', '/v1/query/search', { body: { query: 'lizard' } })
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await seal()
    expect(await searched()).toEqual(before)
    expect((await speaker.json('POST', '/v1/maintenance/step?rebuild=true')).body.more).toBe(true)
    expect(await searched()).toEqual(before)
    await seal()
    expect(await searched()).toEqual(before)
  })
})
