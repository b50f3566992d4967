import { OPERATIONS } from '@cairn/contract/operations'
import type { Call } from '@cairn/http-kernel/call'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchBindings } from '../src/bindings.ts'
import { ChunkReader } from '../src/chunk-reader.ts'
import { IndexCopies } from '../src/index-copies.ts'
import { IsolateMemory } from '../src/isolate-memory.ts'
import { search } from '../src/search.ts'

// The operation runs in this process, so that its trips can be counted; workerd has what Node 24 lacks.
Object.assign(Uint8Array, { fromBase64: (text: string) => new Uint8Array(Buffer.from(text, 'base64')) })

let cairn: TestCairn
let speaker: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('sealed')
  await fill('small', 20)
  await fill('large', 150)
})
afterAll(() => cairn.stop())

/** Seals a namespace of 900 documents of so many words. */
async function fill(namespace: string, words: number): Promise<void> {
  await speaker.json('PUT', `/v1/sources/s?namespace=${namespace}`, { body: {} })
  const lines = Array.from({ length: 900 }, (_, n) => {
    const text = Array.from({ length: words }, (_, i) => `word${(n * 31 + i * 7919) % 5000}`).join(' ')
    return JSON.stringify({ id: `d${n}`, text: `lizard number ${n} ${text}` })
  })
  for (let at = 0; at < lines.length; at += 100) {
    const ndjson = lines.slice(at, at + 100).join('\n')
    await speaker.send('POST', `/v1/sources/s/documents?namespace=${namespace}`, { ndjson })
  }
  await seal(namespace)
}

/** Steps until all is sealed: time that must go by is taken from what is stored. */
async function seal(name: string): Promise<void> {
  const db = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')) as unknown as SqlDatabase
  const { ns } = (await findNamespace(db, { tenant: 'sealed', name }))!
  const run = async (sql: string) => (await db.prepare(sql).bind(ns).all()).results
  for (let waits = 0; waits < 6; waits++) {
    await run('UPDATE namespace SET head_at = head_at - 700000 WHERE ns = ?1')
    await run('UPDATE upload SET named_after = named_after - 130000 WHERE ns = ?1')
    for (let steps = 0; steps < 50; steps++)
      if (!(await speaker.json('POST', `/v1/maintenance/step?namespace=${name}`)).body.more) break
  }
  const live = await run('SELECT prefix FROM segment WHERE ns = ?1 AND dead_at IS NULL')
  expect(live.map(({ prefix }) => typeof prefix)).toEqual(['string'])
}

/** The search operation in an isolate of its own, that says how many keys of KV, and trips to D1, a search took. */
async function isolate(namespace: string) {
  const counts = { keys: 0, trips: 0 }
  const bindings = await countedBindings(counts)
  return async (query: string, limit = 10) => {
    const before = { ...counts }
    const call = {
      operation: OPERATIONS.find(({ id }) => id === 'search'),
      input: { query, limit },
      tier: 'pointer',
      contract: 'crc-v1',
      caller: { tenant: 'sealed', namespaces: ['*'], scopes: [], tokenId: 'token' },
      namespace,
      consistency: { mode: 'strong', token: null },
      requestHash: '00'.repeat(32),
      url: new URL('http://cairn/v1/query/search'),
      now: Date.now(),
      bindings,
    } as unknown as Call<SearchBindings>
    const { body } = (await search(call)) as { body: { pointers: unknown[] } }
    expect(body.pointers.length).toBeGreaterThan(0)
    return { keys: counts.keys - before.keys, trips: counts.trips - before.trips }
  }
}

async function countedBindings(counts: { keys: number; trips: number }) {
  const kv = await cairn.miniflare.getKVNamespace('SEGMENTS', 'cairn-search')
  const d1 = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-search')) as unknown as D1Database
  const store = {
    get: (key: string, options: { type: 'arrayBuffer' }) => {
      counts.keys += 1
      return kv.get(key, options)
    },
  } as unknown as Pick<KVNamespace, 'get'>
  const database = {
    prepare: (sql: string) => d1.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      counts.trips += 1
      return d1.batch(statements)
    },
    withSession: () => database,
  }
  const memory = new IsolateMemory()
  return {
    memory: database,
    cursorKey: 'key',
    copies: new IndexCopies(memory),
    chunks: new ChunkReader(store, memory, new Map()),
    clock: () => Date.now(),
  }
}

it('a sealed namespace under 512 KB costs one key cold, and none warm', async () => {
  const ask = await isolate('small')
  expect(await ask('lizard')).toEqual({ trips: 1, keys: 1 })
  expect(await ask('"lizard number 500"')).toEqual({ trips: 1, keys: 0 })
})

it('a larger one costs at most 26 keys and 10 of its page, and none when asked again', async () => {
  for (const query of ['word77', 'lizard', 'word1 word2 word3 word4 word5', '"lizard number 500"']) {
    const ask = await isolate('large')
    const cold = await ask(query)
    expect(cold.trips).toBe(1)
    expect(cold.keys).toBeGreaterThan(2)
    expect(cold.keys).toBeLessThanOrEqual(36)
    expect(await ask(query)).toEqual({ trips: 1, keys: 0 })
  }
})
