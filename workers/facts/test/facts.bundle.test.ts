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
  ada = await cairn.as(`facts-${++tenants}`)
})

const put = (slug: string, value: unknown, more: object = {}) =>
  ada.json('PUT', `/v1/facts/${slug}`, { body: { value, ...more } })
const get = async (address: string) => judged(await ada.json('GET', `/v1/facts${address}`))
const read = async (slug: string, query = '') => {
  const { content } = await get(`/${slug}?hydrate=full${query}`)
  return content.map((item: { text: string }) => item.text)
}
const idsIn = (body: { envelope: { memories_used: { fact_id: string }[] } }) =>
  body.envelope.memories_used.map(({ fact_id }) => fact_id)

test('the default answer to a fact says whether it holds and what it says, without its value as content', async () => {
  const { body: written } = await put('ada/works_at', 'Initech', {
    confidence: 0.9,
    horizon_class: 'medium',
    valid_from: '2024-03',
  })
  const body = await get('/ada/works_at')
  const freshness = {
    effective_confidence: 0.9,
    age_hours: 0,
    horizon_class: 'medium',
    superseded_by: null,
  }
  expect(body).toEqual({
    contract: 'crc-v1',
    kind: 'fact',
    hydrate_tier: 'pointer',
    cost_estimate: { pointer: expect.any(Number), summary: 2, full: 2 },
    agent_decision: null,
    envelope: {
      freshness,
      memories_used: [
        {
          fact_id: written.fact_id,
          topic: 'ada/works_at',
          recorded_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
          valid_from: '2024-03',
          freshness,
          epitome: 'Holds: ada works_at = Initech',
        },
      ],
    },
    next: { expand: 'GET /v1/facts/ada/works_at?hydrate=full', canonical_slug: 'ada/works_at' },
  })
})

test('at full tier the content is the stored string, joined by fact id, and costs what was promised', async () => {
  const said = `He said: "${'wörds '.repeat(300)}"`
  await put('ada/quote', said)
  const promised = await get('/ada/quote')
  const full = await get('/ada/quote?hydrate=full')
  const summary = await get('/ada/quote?hydrate=summary')
  expect(full.content).toEqual([{ id: idsIn(full)[0], text: said, token_count: promised.cost_estimate.full }])
  expect(summary.content[0].token_count).toBe(promised.cost_estimate.summary)
  expect(summary.content[0].token_count).toBeLessThan(full.content[0].token_count)
  expect(full.next.expand).toBeUndefined()
})

test('a value that is no string reads as canonical JSON', async () => {
  await put('ada/address', { zip: '1010', city: 'Wien', 'no.': 1.0 })
  expect(await read('ada/address')).toEqual(['{"city":"Wien","no.":1,"zip":"1010"}'])
})

test('next.expand works when sent as printed, in a namespace and with names of any script', async () => {
  const slug = `${encodeURIComponent('東京 / Ä')}/${encodeURIComponent('住所?&#')}`
  await put(`${slug}?namespace=notes`, 'somewhere')
  const { next } = await get(`/${slug}?namespace=notes&as_of=2030`)
  const [method, address] = next.expand.split(' ')
  const expanded = judged(await ada.json(method, address))
  expect(expanded.content[0].text).toBe('somewhere')
  expect(expanded.next.canonical_slug).toBe(slug)
})

test('names of the greatest length, in any script, make a conformant answer', async () => {
  const slug = `${encodeURIComponent('東'.repeat(200))}/${encodeURIComponent('\u{1F9ED}'.repeat(200))}`
  await put(slug, 'v')
  expect((await get(`/${slug}`)).next.canonical_slug).toBe(slug)
  expect((await get('?hydrate=full')).next.canonical_slug).toBe(slug)
})

test('a fact stored twice is one fact, and the second answer says so (F01)', async () => {
  const first = await put('ada/born', 1815)
  const second = await put('ada/born', 1815)
  expect(first.body).toMatchObject({ existed: false, current: true, superseded_by: null })
  expect(second.body).toEqual({ ...first.body, existed: true, receipt: null })
  expect(idsIn(await get('/ada/born/history'))).toEqual([first.body.fact_id])
})

test('a repeat is found after normalisation, not before (F03)', async () => {
  const first = await put('caf%C3%A9/menu', { b: 1.0, a: 'x' })
  const retry = await put('cafe%CC%81/menu', { a: 'x', b: 1 })
  expect(retry.body).toEqual({ ...first.body, existed: true, receipt: null })
})

test('a contradicting write leaves exactly one current value, the new one (F04)', async () => {
  await put('ada/colour', 'red')
  await put('ada/colour', 'blue')
  expect(await read('ada/colour')).toEqual(['blue'])
})

test('of two facts the older names its successor and the newer has none (F05)', async () => {
  const a = await put('ada/works_at', 'A')
  const b = await put('ada/works_at', 'B')
  const now = await get('/ada/works_at')
  expect(now.envelope.freshness.superseded_by).toBeNull()
  const { envelope } = await get('/ada/works_at/history')
  expect(
    envelope.memories_used.map((m: { fact_id: string; freshness: { superseded_by: string | null } }) => [
      m.fact_id,
      m.freshness.superseded_by,
    ]),
  ).toEqual([
    [b.body.fact_id, null],
    [a.body.fact_id, b.body.fact_id],
  ])
})

test('facts of cardinality many hold beside each other until one is replaced by name (F07)', async () => {
  const alice = await put('ada/knows', 'Alice', { cardinality: 'many' })
  await put('ada/knows', 'Bob', { cardinality: 'many' })
  expect(await read('ada/knows')).toEqual(['Alice', 'Bob'])
  const carol = await put('ada/knows', 'Carol', { cardinality: 'many', supersedes: alice.body.fact_id })
  expect(carol.status).toBe(200)
  expect(await read('ada/knows')).toEqual(['Bob', 'Carol'])
})

test('a slug shows a hundred facts that hold and says when there are more, which a list walks', async () => {
  const values = Array.from({ length: 101 }, (_, n) => n)
  await Promise.all(values.map((value) => put('ada/knows', value, { cardinality: 'many' })))
  const shown = await get('/ada/knows')
  expect(shown.envelope.memories_used).toHaveLength(100)
  expect(shown.envelope.degraded_reasons).toEqual(['read_cap'])
  const first = await get('?entity=ada&limit=100')
  const second = await get(`?entity=ada&limit=100&cursor=${first.next.cursor}`)
  expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(101)
})

test('both ways to write a fact give the same fact (F08)', async () => {
  const fact = { value: ['x'], confidence: 0.5, valid_from: '2024-03', provenance: { tool: 'crm' } }
  await ada.json('PUT', '/v1/facts/ada/k', { body: fact })
  const other = await cairn.as(`facts-${++tenants}`)
  const created = await other.json('POST', '/v1/facts', { body: { entity: 'ada', key: 'k', ...fact } })
  expect(created.status).toBe(201)
  const legacy = (speaker: Speaker) => speaker.json('GET', '/v1/facts/ada/k?contract=legacy')
  const [one, two] = [(await legacy(ada)).body, (await legacy(other)).body]
  expect({ ...two.facts[0], stored_at: '' }).toEqual({ ...one.facts[0], stored_at: '' })
})

test.each(['unknown', 'foreign', 'itself', 'retired'])(
  'superseding a target that is %s is refused and writes nothing (F09)',
  async (why) => {
    const foreign = (await put('ada/elsewhere', 'x')).body.fact_id
    const retired = (await put('ada/k', 'old')).body.fact_id
    const current = (await put('ada/k', 'new')).body.fact_id
    const target = { unknown: 'f999', foreign, itself: current, retired }[why]
    const value = why === 'itself' ? 'new' : 'newest'
    const answer = await put('ada/k', value, { supersedes: target })
    expect(refused(answer, 409)).toBe('supersedes_conflict')
    expect(answer.body.errors).toEqual([{ pointer: '/supersedes', rule: why, message: expect.any(String) }])
    expect(await read('ada/k')).toEqual(['new'])
    expect(idsIn(await get('/ada/k/history'))).toEqual([current, retired])
  },
)

test('a list shows a retired fact only when asked, and then with its successor (F11)', async () => {
  const old = (await put('ada/k', 'old')).body.fact_id
  const now = (await put('ada/k', 'now')).body.fact_id
  expect(idsIn(await get('?entity=ada'))).toEqual([now])
  const all = await get('?entity=ada&include_superseded=true')
  expect(idsIn(all)).toEqual([old, now])
  expect(all.envelope.memories_used[0].freshness.superseded_by).toBe(now)
  expect(all.envelope.freshness.superseded_by).toBe(now)
})

test('a fact true in two separate periods answers in both and in neither gap (F15)', async () => {
  await put('ada/works_at', 'A', { valid_from: '2010', valid_to: '2012' })
  await put('ada/works_at', 'A', { valid_from: '2015', valid_to: '2016-07' })
  for (const asOf of ['2010', '2011-06-01', '2015-12', '2016-06-30T23:59:59Z'])
    expect(await read('ada/works_at', `&as_of=${asOf}`)).toEqual(['A'])
  for (const asOf of ['2009', '2012-01-01T00:00:00Z', '2014', '2016-07-01T00:00:00Z'])
    expect(refused(await ada.json('GET', `/v1/facts/ada/works_at?as_of=${asOf}`), 404)).toBe('fact_not_found')
})

test('a time that was not given stays unknown (F17)', async () => {
  await put('ada/k', 'v')
  const { body } = await ada.json('GET', '/v1/facts/ada/k?contract=legacy')
  expect(body.facts[0]).toMatchObject({ valid_from: null, valid_to: null })
})

test('the precision of a given time is kept', async () => {
  await put('ada/k', 'v', { valid_from: '2024-03', valid_to: '2999' })
  const { body } = await ada.json('GET', '/v1/facts/ada/k?contract=legacy')
  expect(body.facts[0]).toMatchObject({ valid_from: '2024-03', valid_to: '2999' })
})

test('instants compare as instants, whatever their offsets (F19)', async () => {
  await put('ada/k', 'v', { valid_from: '2015-07-23T22:44:08-07:00' })
  expect(await read('ada/k', '&as_of=2015-07-24T06:00:00Z')).toEqual(['v'])
  expect(await read('ada/k', '&as_of=2015-07-23T22:44:08-07:00')).toEqual(['v'])
  expect((await ada.json('GET', '/v1/facts/ada/k?as_of=2015-07-24T05:44:07Z')).status).toBe(404)
})

test('what held and what was known are asked for separately (F20)', async () => {
  await put('ada/k', 'v', { valid_from: '2001' })
  expect(await read('ada/k', '&as_of=2002')).toEqual(['v'])
  expect((await ada.json('GET', '/v1/facts/ada/k?recorded_as_of=2002')).status).toBe(404)
})

test('a backdated write does not retire what holds now', async () => {
  await put('ada/works_at', 'now', { valid_from: '2020' })
  const late = await put('ada/works_at', 'before', { valid_from: '2015' })
  expect(late.body).toMatchObject({ current: false, superseded_by: 'f1' })
  expect(await read('ada/works_at')).toEqual(['now'])
  expect(await read('ada/works_at', '&as_of=2016')).toEqual(['before'])
})

test('returning to an earlier value is a new fact', async () => {
  await put('ada/k', 'x')
  await put('ada/k', 'y')
  expect((await put('ada/k', 'x')).body).toMatchObject({ fact_id: 'f3', existed: false, current: true })
})

test('an empty tenant gets one answer, with a way on that is not the same call (F23)', async () => {
  const body = await get('?entity=nobody')
  expect(body.envelope).toEqual({
    freshness: { effective_confidence: null, age_hours: null, horizon_class: null, superseded_by: null },
  })
  expect(body.cost_estimate).toEqual({ pointer: 0, summary: 0, full: 0 })
  expect(body.next).toEqual({
    resolution_pointer: '__bootstrap__::resolution:FactNotFound',
    canonical_slug: 'nobody',
  })
  expect((await get('?hydrate=full')).content).toEqual([])
})

test.each(['/v1/facts/ada/none', '/v1/facts/ada/none/history'])(
  '%s of nothing is 404 with a playbook',
  async (at) => {
    await put('ada/k', 'v')
    const answer = await ada.json('GET', at)
    expect(refused(answer, 404)).toBe('fact_not_found')
    expect(answer.body.resolution).toBe('__bootstrap__::resolution:FactNotFound')
  },
)

test('a hundred writes to one slug at once are all kept, and exactly one is current', async () => {
  const values = Array.from({ length: 100 }, (_, n) => `value ${n}`)
  const answers = await Promise.all(values.map((value) => put('ada/hot', value)))
  expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200))
  const history = await get('/ada/hot/history?limit=100&hydrate=full')
  expect(history.content.map((item: { text: string }) => item.text).sort()).toEqual([...values].sort())
  expect(history.next.cursor).toBeUndefined()
  const standing = history.envelope.memories_used.map(
    (memory: { freshness: { superseded_by: string | null } }) => memory.freshness.superseded_by,
  )
  expect(standing.filter((successor: string | null) => successor === null)).toHaveLength(1)
  expect(idsIn(await get('/ada/hot'))).toEqual(idsIn(history).slice(0, 1))
})

test('the same hundred writes at once are one fact', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => put('ada/same', 'v')))
  expect(new Set(answers.map(({ body }) => body.fact_id)).size).toBe(1)
  expect(answers.filter(({ body }) => !body.existed)).toHaveLength(1)
})

test('nothing crosses tenants or namespaces', async () => {
  const bob = await cairn.as(`facts-${++tenants}`)
  const mine = await put('ada/secret', 'mine')
  await put('ada/secret?namespace=notes', 'noted')
  expect((await bob.json('GET', '/v1/facts/ada/secret')).status).toBe(404)
  expect(judged(await bob.json('GET', '/v1/facts')).envelope.memories_used).toBeUndefined()
  expect(await read('ada/secret')).toEqual(['mine'])
  expect(await read('ada/secret', '&namespace=notes')).toEqual(['noted'])
  const stolen = { value: 'x', supersedes: mine.body.fact_id }
  expect(refused(await bob.json('PUT', '/v1/facts/ada/secret', { body: stolen }), 409)).toBe(
    'supersedes_conflict',
  )
  const narrow = await cairn.as(`facts-${tenants}`, { namespaces: ['notes'] })
  expect(refused(await narrow.json('GET', '/v1/facts?namespace=default'), 404)).toBe('namespace_not_found')
})

test('a reader may not write', async () => {
  const reader = await cairn.as(`facts-${tenants}`, { scopes: ['facts:read'] })
  expect(refused(await reader.json('PUT', '/v1/facts/a/b', { body: { value: 1 } }), 403)).toBe(
    'insufficient_scope',
  )
})

test('a walk shows every fact once, as of its beginning, whatever is written meanwhile', async () => {
  for (let n = 0; n < 7; n++) await put(`ada/key${n}`, `value ${n}`)
  const texts: string[] = []
  let page = await get('?entity=ada&limit=3&hydrate=full')
  for (;;) {
    texts.push(...page.content.map((item: { text: string }) => item.text))
    if (page.next.cursor === undefined) break
    await put('ada/key1', 'changed behind the walk')
    await put('ada/key6', 'changed before the walk')
    await put('ada/key9', 'new')
    await put('ada/key8', 'new, and true for long', { valid_from: '2020' })
    page = await get(`?entity=ada&limit=3&hydrate=full&cursor=${page.next.cursor}`)
  }
  expect(texts).toEqual(Array.from({ length: 7 }, (_, n) => `value ${n}`))
})

test('a list goes on past slugs where nothing holds', async () => {
  await put('a/k', 1, { valid_from: '1990' })
  await Promise.all(Array.from({ length: 30 }, (_, n) => put(`b${n}/k`, n, { valid_from: '2020' })))
  await put('c/k', 2, { valid_from: '1990' })
  await put('d/k', 3, { valid_from: '1990' })
  const first = await get('?as_of=1995&limit=2&hydrate=full')
  expect(first.content.map((item: { text: string }) => item.text)).toEqual(['1', '2'])
  const second = await get(`?as_of=1995&limit=2&hydrate=full&cursor=${first.next.cursor}`)
  expect(second.content.map((item: { text: string }) => item.text)).toEqual(['3'])
  expect(second.next.cursor).toBeUndefined()
})

test('a list that passes thousands of such slugs stops short, says so, and its cursor leads on', async () => {
  await put('zz/k', 'found', { valid_from: '1990' })
  const db = await cairn.miniflare.getD1Database('MEMORY_0', cairn.workerNames.facts)
  await db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO fact (ns, batch, ordinal, entity, key, value, cardinality, effective_at, recorded_at, tokens, escaped_tokens,
        summary_tokens)
      SELECT (SELECT ns FROM namespace WHERE tenant = ?1), 1000 + i, 0, 'e' || i, 'k', '1', 'one', 1577836800000, 1, 1, 1, 1 FROM n`,
    )
    .bind(`facts-${tenants}`)
    .run()
  const first = await get('?as_of=1995&limit=1')
  expect(first.envelope.memories_used).toBeUndefined()
  expect(first.envelope.degraded_reasons).toEqual(['read_cap'])
  const second = await get(`?as_of=1995&limit=1&cursor=${first.next.cursor}`)
  expect(second.envelope.memories_used[0].topic).toBe('zz/k')
})

test('a history is walked newest first, and next.expand of a later page reads that page', async () => {
  for (let n = 0; n < 5; n++) await put('ada/k', n)
  const first = await get('/ada/k/history?limit=2')
  const second = await get(`/ada/k/history?limit=2&cursor=${first.next.cursor}`)
  const [method, address] = second.next.expand.split(' ')
  const expanded = judged(await ada.json(method, address))
  expect(expanded.content.map((item: { text: string }) => item.text)).toEqual(['2', '1'])
  expect(idsIn(expanded)).toEqual(idsIn(second))
})

test('a cursor of another request is refused', async () => {
  for (let n = 0; n < 3; n++) await put(`ada/key${n}`, n)
  const { next } = await get('?limit=2')
  expect(refused(await ada.json('GET', `/v1/facts?limit=1&cursor=${next.cursor}`), 400)).toBe(
    'cursor_mismatch',
  )
  expect(refused(await ada.json('GET', '/v1/facts?limit=2&cursor=AAAA'), 400)).toBe('cursor_invalid')
})

test('a prefix lists the entities that begin so, and no other', async () => {
  for (const entity of ['ac', 'acme', 'ac%25', 'ab', 'ad', 'AC']) await put(`${entity}/k`, entity)
  const { envelope } = await get('?prefix=ac')
  expect(envelope.memories_used.map((memory: { topic: string }) => memory.topic)).toEqual([
    'ac/k',
    'ac%25/k',
    'acme/k',
  ])
  expect(refused(await ada.json('GET', '/v1/facts?prefix=a&entity=b'), 400)).toBe('contradictory_parameters')
})

test('of several facts the envelope shows the least fresh, and its slug', async () => {
  await put('ada/new', 'v', { confidence: 1, horizon_class: 'volatile' })
  await put('ada/old', 'v', { confidence: 1, horizon_class: 'volatile', observed_at: '2020' })
  const { envelope, next } = await get('?entity=ada')
  expect(envelope.freshness.effective_confidence).toBe(0.25)
  expect(next.canonical_slug).toBe('ada/old')
})

test('facts of reserved entities are read by name and never told of as memories', async () => {
  for (const prefix of ['__agent::', '__ops::', '__bootstrap__::']) {
    await put(`${encodeURIComponent(`${prefix}x`)}/k`, 'kept')
    const body = await get(`/${encodeURIComponent(`${prefix}x`)}/k?hydrate=full`)
    expect(body.content[0].text).toBe('kept')
    expect(body.envelope.memories_used).toBeUndefined()
  }
  const { body } = { body: await get(`/${encodeURIComponent('__ops::x')}/k`) }
  expect(body.envelope.freshness.horizon_class).toBe('volatile')
})

test.each(['legacy', 'V0', ' none ', 'off'])(
  '%j opts out of the envelope, by header and by query',
  async (spelling) => {
    await put('ada/k', { a: 1 }, { confidence: 0.5 })
    const byHeader = await ada.json('GET', '/v1/facts/ada/k', { headers: { 'Accept-Contract': spelling } })
    const byQuery = await ada.json('GET', `/v1/facts/ada/k?contract=${encodeURIComponent(spelling)}`)
    expect(byHeader.body).toEqual({
      facts: [
        {
          fact_id: 'f1',
          entity: 'ada',
          key: 'k',
          value: { a: 1 },
          confidence: 0.5,
          stored_at: expect.stringMatching(/^\d{4}-.*Z$/),
          valid_from: null,
          valid_to: null,
          superseded_by: null,
        },
      ],
      total_tokens: 5,
    })
    expect(byQuery.body).toEqual(byHeader.body)
    expect(byHeader.headers.get('content-contract')).toBe('legacy')
    expect(byHeader.headers.get('vary')).toContain('Accept-Contract')
  },
)

test('an Idempotency-Key answers twice as it did once, and takes no other body', async () => {
  const send = (value: unknown, key = 'key-1') =>
    ada.json('POST', '/v1/facts', {
      body: { entity: 'ada', key: 'k', value },
      headers: { 'Idempotency-Key': key },
    })
  const first = await send('v')
  await put('ada/k', 'newer')
  const again = await send('v')
  expect(again.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(refused(await send('other'), 422)).toBe('idempotency_mismatch')
  const existed = await send('newer', 'key-2')
  expect(existed.body).toMatchObject({ fact_id: 'f2', existed: true })
  expect((await send('newer', 'key-2')).body).toEqual(existed.body)
})

test('a value may take 16 KiB and not a byte more', async () => {
  expect((await put('ada/k', 'x'.repeat(16 * 1024))).status).toBe(200)
  const answer = await put('ada/k', 'x'.repeat(16 * 1024 + 1))
  expect(refused(answer, 400)).toBe('invalid_body')
  expect(answer.body.detail).toMatch(/16385.*16384/)
})

test('provenance may take 16 KiB and not a byte more', async () => {
  const ofBytes = (bytes: number) => ({ provenance: { a: 'x'.repeat(bytes - '{"a":""}'.length) } })
  expect((await put('ada/k', 'v', ofBytes(16 * 1024))).status).toBe(200)
  const answer = await put('ada/k', 'w', ofBytes(16 * 1024 + 1))
  expect(refused(answer, 400)).toBe('invalid_body')
  expect(answer.body.errors[0].pointer).toBe('/provenance')
})

test('an observation may lie a day ahead and no further', async () => {
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  expect((await put('ada/k', 'v', { observed_at: ahead(23) })).status).toBe(200)
  expect(refused(await put('ada/k', 'w', { observed_at: ahead(25) }), 422)).toBe('observed_in_future')
})

test.each([
  ['an interval that ends where it begins', { valid_from: '2024', valid_to: '2024-01-01' }],
  ['a day that does not exist', { valid_from: '2023-02-30' }],
  ['a confidence over one', { confidence: 1.1 }],
  ['a member that is not known', { colour: 'red' }],
])('%s is refused', async (_, more) => {
  expect(refused(await put('ada/k', 'v', more), 400)).toBe('invalid_body')
})

test('a number that JSON can write and no double can hold is refused', async () => {
  const response = await ada.send('PUT', '/v1/facts/ada/k', {
    ndjson: '{"value":1e999}',
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(400)
})

test('a revoked token is refused', async () => {
  const revoked = await cairn.as('facts-revoked', { tokenId: 'to-be-revoked' })
  expect((await revoked.json('GET', '/v1/facts')).status).toBe(200)
  const db = await cairn.miniflare.getD1Database('MEMORY_0', cairn.workerNames.facts)
  await db.prepare("INSERT INTO revocation VALUES ('to-be-revoked', 'facts-revoked', 1, 9e15)").run()
  const answer = await revoked.json('GET', '/v1/facts')
  expect(refused(answer, 401)).toBe('unauthenticated')
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=')
})

test('the same question gets the same bytes, and 304 where the client has them', async () => {
  await put('ada/k', 'v')
  const first = await ada.send('GET', '/v1/facts/ada/k')
  const etag = first.headers.get('etag')!
  const again = await ada.send('GET', '/v1/facts/ada/k', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
})

test('a write answers with the version that a read then shows', async () => {
  const written = await put('ada/k', 'v')
  const read = await ada.json('GET', '/v1/facts/ada/k')
  expect(read.headers.get('consistency-token')).toBe(written.headers.get('consistency-token'))
})
