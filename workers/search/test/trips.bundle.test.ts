import { OPERATIONS } from '@cairn/contract/operations'
import type { Call } from '@cairn/http-kernel/call'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchBindings } from '../src/bindings.ts'
import { ChunkReader } from '../src/chunk-reader.ts'
import { IndexCopies } from '../src/index-copies.ts'
import { IsolateMemory } from '../src/isolate-memory.ts'
import { search } from '../src/search.ts'

let cairn: TestCairn
let writer: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  writer = await cairn.as('counted')
  await writer.json('PUT', '/v1/sources/notes', { body: {} })
})
afterAll(() => cairn.stop())

// The operation runs in this process, so that its trips can be counted; workerd has what Node 24 lacks.
Object.assign(Uint8Array, { fromBase64: (text: string) => new Uint8Array(Buffer.from(text, 'base64')) })

/** The real database of the running Cairn, with its trips counted. */
async function countingDatabase(): Promise<{ database: D1Database; trips: () => number }> {
  const real = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-search')) as unknown as D1Database
  let trips = 0
  const counting = {
    prepare: (sql: string) => real.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      trips += 1
      return real.batch(statements)
    },
    withSession: () => counting,
  }
  return { database: counting as unknown as D1Database, trips: () => trips }
}

/** The store of sealed segments, with the keys read counted. */
async function countingKeys(): Promise<{ store: Pick<KVNamespace, 'get'>; keys: () => number }> {
  const real = await cairn.miniflare.getKVNamespace('SEGMENTS', 'cairn-search')
  let keys = 0
  const get = (key: string, options: { type: 'arrayBuffer' }) => {
    keys += 1
    return real.get(key, options)
  }
  return { store: { get } as unknown as Pick<KVNamespace, 'get'>, keys: () => keys }
}

/** The search operation in an isolate of its own, as the Worker calls it. */
async function isolate() {
  const { database, trips } = await countingDatabase()
  const { store, keys } = await countingKeys()
  const memory = new IsolateMemory()
  const bindings = {
    memory: database,
    cursorKey: 'key',
    copies: new IndexCopies(memory),
    chunks: new ChunkReader(store, memory, new Map()),
    clock: () => Date.now(),
  }
  const ask = async (over: object = {}) => {
    const before = { trips: trips(), keys: keys() }
    const call = {
      operation: OPERATIONS.find(({ id }) => id === 'search'),
      input: { query: 'pelican', limit: 10 },
      tier: 'pointer',
      contract: 'crc-v1',
      caller: { tenant: 'counted', namespaces: ['*'], scopes: [], tokenId: 'token' },
      namespace: 'default',
      consistency: { mode: 'strong', token: null },
      requestHash: '00'.repeat(32),
      url: new URL('http://cairn/v1/query/search'),
      now: Date.now(),
      bindings,
      ...over,
    } as unknown as Call<SearchBindings>
    const reply = (await search(call)) as { body: { pointers: unknown[] }; headers: Record<string, string> }
    return {
      trips: trips() - before.trips,
      keys: keys() - before.keys,
      hits: reply.body.pointers.length,
      token: reply.headers['Consistency-Token'],
    }
  }
  return ask
}

const add = (...ids: string[]) =>
  writer
    .send('POST', '/v1/sources/notes/documents', {
      ndjson: ids.map((id) => JSON.stringify({ id, text: `a pelican called ${id}` })).join('\n'),
    })
    .then((response) => response.text())

it('a search costs one trip to D1 cold, one warm, one after a write', async () => {
  await add('one', 'two')
  const ask = await isolate()
  expect(await ask()).toMatchObject({ trips: 1, hits: 2 })
  expect(await ask()).toMatchObject({ trips: 1, hits: 2 })
  await add('three')
  expect(await ask()).toMatchObject({ trips: 1, hits: 3 })
})

it('a search costs no trip when its consistency token is covered, or when it asked for bounded freshness', async () => {
  const ask = await isolate()
  const { token } = await ask()
  expect(await ask({ consistency: { mode: 'strong', token } })).toMatchObject({ trips: 0, hits: 3 })
  expect(await ask({ consistency: { mode: 'bounded', token: null } })).toMatchObject({ trips: 0, hits: 3 })
  await add('four')
  const newer = (await (await isolate())()).token
  expect(await ask({ consistency: { mode: 'strong', token: newer } })).toMatchObject({ trips: 1, hits: 4 })
})

it('a copy older than five seconds serves nobody', async () => {
  const ask = await isolate()
  await ask()
  const later = Date.now() + 5000
  expect(await ask({ consistency: { mode: 'bounded', token: null }, now: later })).toMatchObject({ trips: 1 })
})

it('bodies at summary tier cost one trip more', async () => {
  const ask = await isolate()
  await ask()
  expect(await ask({ tier: 'summary' })).toMatchObject({ trips: 2 })
})

it('facts on a page are checked in the trip that reads the head, after which only a write brings one more', async () => {
  const put = (value: string) =>
    writer.json('PUT', '/v1/facts/heron/keeper', { body: { value, valid_from: `20${value}` } })
  const caller = { tenant: 'counted', namespaces: ['*'], scopes: ['facts:read'], tokenId: 'token' }
  const input = { query: 'who is the keeper of the heron', limit: 10 }
  await put('20')
  const ask = await isolate()
  const asked = () => ask({ caller, input })
  expect(await asked()).toMatchObject({ trips: 2, hits: 1 })
  expect(await asked()).toMatchObject({ trips: 1, hits: 1 })
  await put('21')
  expect(await asked()).toMatchObject({ trips: 2, hits: 1 })
  expect(await asked()).toMatchObject({ trips: 1, hits: 1 })
  expect(await ask({ caller, input, tier: 'full' })).toMatchObject({ trips: 1, hits: 1 })
})
