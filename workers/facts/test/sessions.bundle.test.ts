import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { judged, refused } from './judged.ts'

let cairn: TestCairn
let ada: Speaker
let tenants = 0

beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(async () => {
  await cairn?.stop()
})
beforeEach(async () => {
  ada = await cairn.as(`sessions-${++tenants}`)
})

const STATE = '/v1/sessions/chat-42/state'
const put = (state: unknown, ifMatch?: string) =>
  ada.json('PUT', STATE, {
    body: state,
    ...(ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }),
  })
const get = (query = '') => ada.json('GET', `${STATE}${query}`)
const history = () => ada.json('GET', '/v1/sessions/chat-42/history')

test('the default answer to a session says what reading its state would cost', async () => {
  await put({ step: 3, plan: ['search'] })
  expect(judged(await get())).toEqual({
    contract: 'crc-v1',
    kind: 'session',
    hydrate_tier: 'pointer',
    cost_estimate: { pointer: 0, summary: 10, full: 10 },
    agent_decision: null,
    next: { expand: 'GET /v1/sessions/chat-42/state?hydrate=full', canonical_slug: 'chat-42' },
  })
})

test.each([
  [{ b: [1, null], a: 'é' }, '{"a":"é","b":[1,null]}'],
  ['plain text', 'plain text'],
  [null, 'null'],
  [0, '0'],
])('the state %j reads as %j, and costs what was promised', async (state, text) => {
  await put(state)
  const { cost_estimate, next } = judged(await get())
  const [method, address] = next.expand.split(' ')
  const full = judged(await ada.json(method, address))
  expect(full.content).toEqual([{ id: 'chat-42', text, token_count: cost_estimate.full }])
})

test('a write names the version and the etag of the state', async () => {
  const first = await put(1)
  const second = await put(2)
  expect(first.body).toEqual({
    session_id: 'chat-42',
    version: 1,
    etag: first.headers.get('etag'),
    canonical_slug: 'chat-42',
    receipt: expect.stringMatching(/^r/),
  })
  expect(second.body.version).toBe(2)
  expect(second.body.etag).not.toBe(first.body.etag)
})

test('If-Match takes the ETag of a write and of every rendering, and refuses an older one', async () => {
  let etag = (await put(0)).headers.get('etag')!
  const older = etag
  expect((await put(1, etag)).status).toBe(200)
  for (const query of ['', '?hydrate=summary', '?hydrate=full', '?contract=legacy']) {
    etag = (await get(query)).headers.get('etag')!
    expect((await put(query, etag)).status).toBe(200)
    expect(refused(await put('lost update', etag), 412)).toBe('precondition_failed')
  }
  expect((await put('listed', `"none", ${(await get()).headers.get('etag')}`)).status).toBe(200)
  expect(refused(await put('lost update', `${older}, "none"`), 412)).toBe('precondition_failed')
  expect(judged(await get('?hydrate=full')).content[0].text).toBe('listed')
})

test('If-Match takes the etag of a body and of the history verbatim', async () => {
  const { body } = await put(1)
  expect((await put(2, body.etag)).status).toBe(200)
  const { versions } = (await history()).body
  expect(refused(await put(3, versions[1].etag), 412)).toBe('precondition_failed')
  expect((await put(3, versions[0].etag)).status).toBe(200)
})

test('If-Match * asks only that there is a state', async () => {
  expect(refused(await put(1, '*'), 412)).toBe('precondition_failed')
  await put(1)
  expect((await put(2, '*')).status).toBe(200)
})

test('of many writers with one ETag exactly one wins', async () => {
  const etag = (await put(0)).headers.get('etag')!
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(n + 1, etag)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
})

test('each rendering has an ETag of its own, and gives 304 where the client has it', async () => {
  await put('x')
  const queries = ['', '?hydrate=summary', '?hydrate=full', '?contract=off']
  const etags = await Promise.all(queries.map(async (query) => (await get(query)).headers.get('etag')!))
  expect(new Set(etags).size).toBe(queries.length)
  const known = await ada.send('GET', STATE, { headers: { 'If-None-Match': etags[0]! } })
  expect(known.status).toBe(304)
})

test('the last twenty versions are kept, newest first', async () => {
  for (let n = 1; n <= 22; n++) await put({ n })
  const { body } = await history()
  expect(body.session_id).toBe('chat-42')
  expect(body.versions.map((one: { version: number }) => one.version)).toEqual(
    Array.from({ length: 20 }, (_, n) => 22 - n),
  )
  expect(body.versions[0]).toEqual({
    version: 22,
    etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    state: { n: 22 },
  })
})

test('a deleted session is absent, its versions too', async () => {
  await put('secret')
  const deleted = await ada.json('DELETE', STATE)
  expect(deleted.body).toEqual({ session_id: 'chat-42', deleted: true, receipt: expect.any(String) })
  for (const answer of [await get(), await history()]) {
    expect(refused(answer, 404)).toBe('session_not_found')
    expect(answer.body.resolution).toBe('__bootstrap__::resolution:SessionNotFound')
  }
  expect((await ada.json('DELETE', STATE)).body.deleted).toBe(false)
  await put('new')
  expect((await history()).body.versions).toHaveLength(1)
})

test('If-None-Match: * makes a state only where there is none', async () => {
  const create = (state: unknown) =>
    ada.json('PUT', STATE, { body: state, headers: { 'If-None-Match': '*' } })
  expect((await create(1)).body.version).toBe(1)
  expect(refused(await create(2), 412)).toBe('precondition_failed')
  expect(JSON.parse(judged(await get('?hydrate=full')).content[0].text)).toBe(1)
})

test('sixty writers at once are all told the version that theirs became', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => put({ n })))
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
  const versions = answers.map(({ body }) => body.version as number).sort((a, b) => a - b)
  expect(versions).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
})

test('a delete obeys If-Match', async () => {
  const older = (await put(1)).headers.get('etag')!
  const { headers } = await put(2)
  const remove = (etag: string) => ada.json('DELETE', STATE, { headers: { 'If-Match': etag } })
  expect(refused(await remove(older), 412)).toBe('precondition_failed')
  expect((await remove(headers.get('etag')!)).body.deleted).toBe(true)
  expect(refused(await remove('*'), 412)).toBe('precondition_failed')
})

test('an expired session is absent to readers and to If-Match', async () => {
  const { headers } = await ada.json('PUT', `${STATE}?ttl_seconds=60`, { body: 'short' })
  expect((await get()).status).toBe(200)
  const db = await cairn.miniflare.getD1Database('MEMORY_0', cairn.workerNames.facts)
  await db.prepare('UPDATE session SET expires_at = 1 WHERE expires_at IS NOT NULL').run()
  expect(refused(await get(), 404)).toBe('session_not_found')
  expect(refused(await history(), 404)).toBe('session_not_found')
  expect(refused(await put('x', headers.get('etag')!), 412)).toBe('precondition_failed')
  expect((await ada.json('DELETE', STATE)).body.deleted).toBe(false)
  await put('after')
  expect((await history()).body.versions.map((one: { state: unknown }) => one.state)).toEqual(['after'])
})

test('nothing crosses tenants or namespaces', async () => {
  await put('mine')
  await ada.json('PUT', `${STATE}?namespace=notes`, { body: 'noted' })
  const bob = await cairn.as(`sessions-${++tenants}`)
  for (const at of [STATE, '/v1/sessions/chat-42/history'])
    expect(refused(await bob.json('GET', at), 404)).toBe('session_not_found')
  expect((await bob.json('DELETE', STATE)).body.deleted).toBe(false)
  expect(judged(await get('?hydrate=full')).content[0].text).toBe('mine')
  expect(judged(await get('?hydrate=full&namespace=notes')).content[0].text).toBe('noted')
})

test('the frozen body of before the contract carries the state itself', async () => {
  await put({ a: [1] })
  const { body } = await get('?contract=legacy')
  expect(body).toEqual({
    session_id: 'chat-42',
    state: { a: [1] },
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('a state may take 64 KiB and not a byte more', async () => {
  expect((await put('x'.repeat(64 * 1024))).status).toBe(200)
  const answer = await put('x'.repeat(64 * 1024 + 1))
  expect(refused(answer, 400)).toBe('invalid_body')
  expect(answer.body.detail).toMatch(/65537.*65536/)
})

test('two spellings of one session id are one session', async () => {
  await ada.json('PUT', '/v1/sessions/caf%C3%A9/state', { body: 1 })
  const { next } = judged(await ada.json('GET', '/v1/sessions/cafe%CC%81/state'))
  expect(next.canonical_slug).toBe('caf%C3%A9')
})
