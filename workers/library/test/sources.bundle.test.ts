import { revokeToken } from '@cairn/memory-store/revocation'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
})
afterAll(() => cairn?.stop())

describe('PUT /v1/sources/{id}', () => {
  test('creates, replaces, and leaves alone what is sent again', async () => {
    const put = (body: object) => acme.json('PUT', '/v1/sources/handbook', { body })
    expect((await put({})).body).toEqual({ source_id: 'handbook', status: 'created' })
    expect((await put({ display_name: 'Handbook', cost_class: 'low' })).body.status).toBe('replaced')
    expect((await put({ cost_class: 'low', display_name: 'Handbook' })).body.status).toBe('unchanged')
  })

  test('is read back with every member', async () => {
    await acme.json('PUT', '/v1/sources/whole', { body: { capabilities: { search: true } } })
    const { body, headers } = await acme.json('GET', '/v1/sources/whole')
    expect(body).toEqual({
      source_id: 'whole',
      display_name: '',
      kinds: [],
      capabilities: {
        search: true,
        exact_get: false,
        delta_sync: false,
        live_query: false,
        graph_edges: false,
      },
      freshness_typical_ms: 0,
      cost_class: 'negligible',
    })
    expect(headers.get('consistency-token')).toMatch(/^[0-9a-f]{8}\.\d+$/)
  })

  test('refuses a body that names another source than the address', async () => {
    const { status, body } = await acme.json('PUT', '/v1/sources/one', { body: { source_id: 'other' } })
    expect([status, body.code, body.errors[0].pointer]).toEqual([
      400,
      'contradictory_parameters',
      '/source_id',
    ])
    expect((await acme.json('GET', '/v1/sources/one')).status).toBe(404)
    const agreeing = await acme.json('PUT', '/v1/sources/one', { body: { source_id: 'one' } })
    expect(agreeing.status).toBe(200)
  })
})

describe('DELETE /v1/sources/{id}', () => {
  test('of a source that is not there is source_not_found', async () => {
    const { status, body } = await acme.json('DELETE', '/v1/sources/absent')
    expect([status, body.code]).toEqual([404, 'source_not_found'])
  })

  test('keeps a source that has documents, unless they are to go as well', async () => {
    await acme.json('PUT', '/v1/sources/full', { body: {} })
    await acme.json('POST', '/v1/sources/full/documents', { body: { id: 'a', text: 'aardvark' } })
    const kept = await acme.json('DELETE', '/v1/sources/full')
    expect([kept.status, kept.body.code]).toEqual([409, 'source_not_empty'])
    const gone = await acme.json('DELETE', '/v1/sources/full?cascade=true')
    expect(gone.body).toEqual({ source_id: 'full', deleted: true, documents_deleted: 1 })
    expect((await acme.json('GET', '/v1/sources/full')).body.code).toBe('source_not_found')
    expect((await acme.json('GET', '/v1/sources/full/documents/a')).status).toBe(404)
    const found = await acme.json('POST', '/v1/query/search', { body: { query: 'aardvark' } })
    expect(found.body.pointers).toEqual([])
  })

  test('buries more documents than one commit holds, and a source made again is empty', async () => {
    await acme.json('PUT', '/v1/sources/large', { body: {} })
    const ndjson = Array.from({ length: 600 }, (_, n) => JSON.stringify({ id: `d${n}`, text: `wombat ${n}` }))
    await acme
      .send('POST', '/v1/sources/large/documents', { ndjson: ndjson.join('\n') })
      .then((r) => r.text())
    const gone = await acme.json('DELETE', '/v1/sources/large?cascade=true')
    expect(gone.body.documents_deleted).toBe(600)
    await acme.json('PUT', '/v1/sources/large', { body: {} })
    expect((await acme.json('GET', '/v1/sources/large/documents')).body).toEqual({ documents: [], next: {} })
    const found = await acme.json('POST', '/v1/query/search', { body: { query: 'wombat' } })
    expect(found.body.pointers).toEqual([])
  })
})

test('sources are walked in pages, each once, in order of their ids', async () => {
  const reader = await cairn.as('walker')
  const ids = Array.from({ length: 25 }, (_, n) => `s${String(n).padStart(2, '0')}`)
  for (const id of ids.toReversed()) await reader.json('PUT', `/v1/sources/${id}`, { body: {} })
  const seen: string[] = []
  let cursor = ''
  for (let page = 1; page <= 3; page++) {
    const { body } = await reader.json('GET', `/v1/sources?limit=10${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.sources.map((source: { source_id: string }) => source.source_id))
    cursor = body.next.cursor ?? ''
    expect(cursor === '').toBe(page === 3)
  }
  expect(seen).toEqual(ids)
})

test('a namespace that was never written to has no sources', async () => {
  const { status, body } = await acme.json('GET', '/v1/sources?namespace=empty')
  expect([status, body]).toEqual([200, { sources: [], next: {} }])
})

test('a token without the scope writes and reads nothing', async () => {
  const reader = await cairn.as('acme', { scopes: ['library:read'] })
  expect((await reader.json('PUT', '/v1/sources/x', { body: {} })).body.code).toBe('insufficient_scope')
  const searcher = await cairn.as('acme', { scopes: ['query:read'] })
  expect((await searcher.json('GET', '/v1/sources')).body.code).toBe('insufficient_scope')
  expect((await reader.json('GET', '/v1/namespaces')).body.code).toBe('insufficient_scope')
})

test('a revoked token is refused at once', async () => {
  const speaker = await cairn.as('acme', { tokenId: 'to-be-revoked' })
  expect((await speaker.json('GET', '/v1/sources')).status).toBe(200)
  const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  // biome-ignore lint/suspicious/noExplicitAny: the database as a test reaches it has the type of another library
  await revokeToken(db as any, { jti: 'to-be-revoked', tenant: 'acme', at: 0, expiresAt: 1e15 })
  const refused = await speaker.json('PUT', '/v1/sources/x', { body: {} })
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
})

test('namespaces come into being with their first write and are listed by number to who may name them', async () => {
  const tenant = await cairn.as('lister')
  expect((await tenant.json('GET', '/v1/namespaces')).body).toEqual({ namespaces: [] })
  await tenant.json('PUT', '/v1/sources/a?namespace=notes', { body: {} })
  await tenant.json('PUT', '/v1/sources/a', { body: {} })
  await tenant.json('POST', '/v1/sources/a/documents', { body: { id: 'd', text: 'one' } })
  const listed = (await tenant.json('GET', '/v1/namespaces')).body.namespaces
  expect(listed.map(({ epoch: _, bytes: __, ...rest }: Record<string, unknown>) => rest)).toEqual([
    { name: 'notes', number: 1, version: 0, documents: 0, passages: 0, facts: 0 },
    { name: 'default', number: 2, version: 1, documents: 1, passages: 1, facts: 0 },
  ])
  const narrow = await cairn.as('lister', { namespaces: ['notes'] })
  expect((await narrow.json('GET', '/v1/namespaces')).body.namespaces).toHaveLength(1)
})
