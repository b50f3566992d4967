import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MARKER = 'zorblatt9137'
let cairn: TestCairn
let made = 0
beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn?.stop())

/** A tenant with a marked document, facts, session and research, and unmarked ones beside them. */
async function marked(): Promise<{
  speaker: Speaker
  tenant: string
  pointer: string
  passage: string
  kept: string
}> {
  const tenant = `eraser-${++made}`
  const speaker = await cairn.as(tenant)
  const ask = async (method: string, path: string, body: object) => {
    const answer = await speaker.json(method, path, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  for (const source of ['handbook', 'other'])
    await ask('PUT', `/v1/sources/${source}`, { display_name: source })
  const add = (source: string, id: string, text: string) =>
    ask('POST', `/v1/sources/${source}/documents`, {
      id,
      text,
      title: text,
      author: text,
      tags: [text.slice(0, 20)],
    })
  await add('handbook', 'd', `The first ${MARKER} of all.`)
  const [pointer] = (await add('handbook', 'd', `The signing key of ${MARKER}.`)).pointers
  const [kept] = (await add('other', 'd', 'The signing key of somebody else.')).pointers
  await ask('PUT', '/v1/facts/acme/secret', { value: MARKER, provenance: { tool: MARKER } })
  await ask('PUT', '/v1/facts/acme/secret', { value: `${MARKER} again` })
  await ask('PUT', '/v1/facts/initech/secret', { value: 'nothing' })
  await ask('PUT', '/v1/sessions/chat/state', { secret: MARKER })
  const passage = (await ask('POST', '/v1/research/passages/from-pointer', { pointer })).id
  const claim = { id: 'c', message_id: 'm', claim: 'A claim.', passage_ids: [passage], support: 'supports' }
  await ask('POST', '/v1/research/citations', claim)
  return { speaker, tenant, pointer, passage, kept }
}

/** Asks for an erasure; where a merge was under way, maintenance finishes it. */
async function erase(speaker: Speaker, body: object, headers = {}) {
  const asked = await speaker.json('POST', '/v1/erasures', { body, headers })
  for (let steps = 0; asked.body.status === 'running' && steps < 20; steps++) {
    await speaker.json('POST', '/v1/maintenance/step')
    const read = await speaker.json('GET', `/v1/erasures/${asked.body.erasure_id}`)
    if (read.body.status === 'done') return { ...asked, body: read.body }
  }
  return asked
}
const found = async (speaker: Speaker, query: string) =>
  (await speaker.json('POST', '/v1/query/search', { body: { query, hydrate: 'full' } })).body.pointers.map(
    ({ id }: { id: string }) => id,
  )

/** The tables in which a word stands in a row of a tenant's default namespace, and the segments it has. */
async function traces(tenant: string, word: string): Promise<{ tables: string[]; segments: number[] }> {
  const db = await cairn.miniflare.getD1Database('MEMORY_0', cairn.workerNames.library)
  const space = db.prepare("SELECT ns FROM namespace WHERE tenant = ? AND name = 'default'").bind(tenant)
  const { ns } = (await space.first<{ ns: number }>())!
  const list = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%ns INTEGER%'")
    .all<{ name: string }>()
  const tables = []
  for (const { name } of list.results) {
    const rows = await db.prepare(`SELECT * FROM ${name} WHERE ns = ?`).bind(ns).all()
    if (JSON.stringify(rows.results).includes(word)) tables.push(name)
  }
  const segments = await db.prepare('SELECT seq FROM segment WHERE ns = ?').bind(ns).all<{ seq: number }>()
  return { tables, segments: segments.results.map(({ seq }) => seq) }
}

test('an erasure is known in its namespace alone: to every other it is an id of nothing', async () => {
  const { speaker } = await marked()
  const { body } = await erase(speaker, { scope: 'document', source: 'handbook', document: 'd' })
  const address = (id: string, query = '') => `/v1/erasures/${id}${query}`
  expect((await speaker.json('GET', address(body.erasure_id))).status).toBe(200)
  const stranger = await cairn.as(`eraser-${++made}`)
  await stranger.json('PUT', '/v1/sources/handbook', { body: {} })
  await speaker.json('PUT', '/v1/sources/handbook?namespace=beside', { body: {} })
  const nothing = await speaker.json('GET', address('0'.repeat(16)))
  expect(nothing.status).toBe(404)
  for (const [asking, query] of [
    [stranger, ''],
    [speaker, '?namespace=beside'],
  ] as const) {
    const answer = await asking.json('GET', address(body.erasure_id, query))
    const { instance: _, ...said } = answer.body
    const { instance: __, ...unknown } = nothing.body
    expect([answer.status, said]).toEqual([404, unknown])
  }
})

describe('an erasure', () => {
  test('of a document takes it, what research took from it, and the segments that held it', async () => {
    const { speaker, tenant, pointer, passage, kept } = await marked()
    const before = await traces(tenant, MARKER)
    expect(before.tables).toEqual(expect.arrayContaining(['document', 'passage', 'research', 'fact']))
    const { status, body, headers } = await erase(speaker, {
      scope: 'document',
      source: 'handbook',
      document: 'd',
    })
    expect([status, body]).toEqual([
      201,
      {
        erasure_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        scope: 'document',
        status: 'done',
        removed: { documents: 1, facts: 0, research: 2 },
        receipt: expect.any(String),
        requested_at: expect.any(String),
        finished_at: expect.any(String),
      },
    ])
    const read = await speaker.json('GET', `/v1/erasures/${body.erasure_id}`)
    expect([read.status, read.body]).toEqual([200, body])
    expect(JSON.stringify(read.body)).not.toContain('handbook')
    expect(await found(speaker, MARKER)).not.toContain(pointer)
    expect(await found(speaker, 'signing key')).toEqual([kept])
    expect((await speaker.json('GET', `/v1/research/passages/${passage}`)).status).toBe(410)
    expect((await speaker.json('GET', '/v1/research/citations/c')).headers.get('citation-verdict')).toContain(
      'passage_missing',
    )
    expect((await speaker.json('GET', '/v1/sources/handbook/documents/d')).status).toBe(410)
    const after = await traces(tenant, MARKER)
    expect(after.tables.filter((name) => !['fact', 'session', 'session_version'].includes(name))).toEqual([])
    const version = Number(headers.get('consistency-token')!.split('.')[1])
    expect(after.segments.filter((seq) => seq <= version)).toEqual([])
    expect(after.segments.length).toBeGreaterThan(0)
  })

  test('of a source takes all its documents and the source', async () => {
    const { speaker, kept } = await marked()
    const { body } = await erase(speaker, { scope: 'source', source: 'handbook' })
    expect([body.status, body.removed]).toEqual(['done', { documents: 1, facts: 0, research: 2 }])
    expect((await speaker.json('GET', '/v1/sources/handbook')).status).toBe(404)
    expect(await found(speaker, 'signing key')).toEqual([kept])
  })

  test('of an entity takes its facts with their history, and what research took from them', async () => {
    const { speaker, tenant } = await marked()
    const take = async (slug: string) => {
      const [memory] = (await speaker.json('GET', `/v1/facts/${slug}`)).body.envelope.memories_used
      const body = { pointer: `${memory.fact_id.slice(1)}:0` }
      return (await speaker.json('POST', '/v1/research/passages/from-pointer', { body })).body.id
    }
    const [taken, kept] = [await take('acme/secret'), await take('initech/secret')]
    const { body } = await erase(speaker, { scope: 'entity', entity: 'acme' })
    expect([body.status, body.removed]).toEqual(['done', { documents: 0, facts: 2, research: 2 }])
    const statusOf = async (id: string) => (await speaker.json('GET', `/v1/research/passages/${id}`)).status
    expect([await statusOf(taken), await statusOf(kept)]).toEqual([410, 200])
    expect((await speaker.json('GET', '/v1/facts/acme/secret/history')).status).toBe(404)
    expect((await speaker.json('GET', '/v1/facts/initech/secret')).status).toBe(200)
    expect((await traces(tenant, MARKER)).tables).not.toContain('fact')
    expect((await speaker.json('GET', '/v1/usage')).body.facts).toBe(1)
    const again = await speaker.json('PUT', '/v1/facts/acme/secret', { body: { value: 1 } })
    expect([again.status, again.body.existed]).toEqual([200, false])
  })

  test('of a namespace takes everything, and its pointers are never used again', async () => {
    const { speaker, tenant, pointer, kept } = await marked()
    const { body } = await erase(speaker, { scope: 'namespace' })
    expect([body.status, body.removed]).toEqual(['done', { documents: 2, facts: 3, research: 3 }])
    expect(await traces(tenant, MARKER)).toEqual({ tables: [], segments: [] })
    expect(await traces(tenant, 'signing key')).toEqual({ tables: [], segments: [] })
    const usage = (await speaker.json('GET', '/v1/usage')).body
    expect([usage.documents, usage.passages, usage.facts, usage.bytes]).toEqual([0, 0, 0, 0])
    await speaker.json('PUT', '/v1/sources/new', { body: {} })
    const fresh = await speaker.json('POST', '/v1/sources/new/documents', {
      body: { id: 'd', text: 'A new lamp.' },
    })
    expect([pointer, kept]).not.toContain(fresh.body.pointers[0])
    expect(await found(speaker, 'lamp')).toEqual(fresh.body.pointers)
  })

  test('ranks what is left as if what is gone had never been', async () => {
    const [one, two] = [await marked(), await cairn.as(`never-${++made}`)]
    await erase(one.speaker, { scope: 'source', source: 'handbook' })
    await two.json('PUT', '/v1/sources/other', { body: {} })
    const text = 'The signing key of somebody else.'
    await two.json('POST', '/v1/sources/other/documents', {
      body: { id: 'd', text, title: text, author: text, tags: [text.slice(0, 20)] },
    })
    const scores = async (speaker: Speaker) =>
      (
        await speaker.json('POST', '/v1/query/search', { body: { query: 'signing somebody' } })
      ).body.pointers.map(({ score }: { score: number }) => score)
    expect(await scores(one.speaker)).toEqual(await scores(two))
  })

  test('asked for again under its key is the same one, and of what was never there is refused', async () => {
    const { speaker } = await marked()
    const key = { 'idempotency-key': 'k' }
    const first = await erase(speaker, { scope: 'entity', entity: 'acme' }, key)
    const again = await erase(speaker, { scope: 'entity', entity: 'acme' }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await erase(speaker, { scope: 'namespace' }, key)).body.code).toBe('idempotency_mismatch')
    const refusals = []
    for (const body of [
      { scope: 'document', source: 'handbook', document: 'absent' },
      { scope: 'source', source: 'absent' },
      { scope: 'entity', entity: 'acme' },
      { scope: 'document', source: 'handbook' },
      { scope: 'namespace', entity: 'acme' },
    ])
      refusals.push((await erase(speaker, body)).body.code)
    expect(refusals).toEqual([
      'document_not_found',
      'source_not_found',
      'fact_not_found',
      'invalid_body',
      'invalid_body',
    ])
    expect((await speaker.json('GET', `/v1/erasures/${'0'.repeat(16)}`)).body.code).toBe('erasure_not_found')
  })
})
