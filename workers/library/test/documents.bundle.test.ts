import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: {} })
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'
const add = (body: unknown) => acme.json('POST', DOCUMENTS, { body })
const get = (id: string) => acme.json('GET', `${DOCUMENTS}/${encodeURIComponent(id)}`)
const remove = (id: string) => acme.json('DELETE', `${DOCUMENTS}/${encodeURIComponent(id)}`)

async function found(query: string): Promise<string[]> {
  const { status, body } = await acme.json('POST', '/v1/query/search', { body: { query } })
  expect(status).toBe(200)
  return body.pointers.map(({ id }: { id: string }) => id)
}

describe('a document sent as JSON', () => {
  test('is answered with its pointers, and is found and read by them at once', async () => {
    const { status, body, headers } = await add({ id: 'guide/keys', text: 'Rotate the marsupial key.' })
    expect(status).toBe(200)
    expect(body).toEqual({
      line: 1,
      id: 'guide/keys',
      status: 'created',
      pointers: [expect.any(String)],
      receipt: expect.any(String),
    })
    expect(headers.get('consistency-token')).toMatch(/^[0-9a-f]{8}\.[1-9]\d*$/)
    expect(await found('marsupial')).toEqual(body.pointers)
    const read = await acme.json('POST', '/v1/query/fetch-content', {
      body: { refs: body.pointers, hydrate: 'full' },
    })
    expect(read.body.content[0].text).toBe('Rotate the marsupial key.')
  })

  test('comes back as it was sent, byte for byte and in the order of its members', async () => {
    const sent = {
      tags: ['b', 'a', '\u00e9', 'e\u0301'],
      created_at: '2026-11-30T09:30:00.120+02:00',
      event_at: '1999-12-31t23:59:59z',
      title: ' A “title” \u202e 👩‍👩‍👧‍👦 ',
      text: '\ufeff# Head\r\n\r\n\tline\u2028 \u0001 {"a":1}  \n\n',
      format: 'plain',
      uri: 'https://example.org/?q=%00',
      kind: 'doc',
      author: 'Åda',
      horizon_class: 'volatile',
      links: ['x', 'x'],
      id: 'odd/…?#%',
    }
    const { body } = await add(sent)
    expect(body.status).toBe('created')
    const answer = await acme.send('GET', `${DOCUMENTS}/${encodeURIComponent(sent.id)}`)
    const expected = { ...sent, source_id: 's', pointers: body.pointers }
    expect(await answer.text()).toBe(JSON.stringify(expected))
  })

  test('comes back without what was not sent', async () => {
    await add({ id: 'bare', text: 'bare' })
    expect(Object.keys((await get('bare')).body)).toEqual(['id', 'text', 'source_id', 'pointers'])
  })

  test('of a conversation keeps its messages, and each turn is a passage', async () => {
    const messages = [
      { speaker: 'Ada', text: 'Where is the echidna?' },
      { speaker: 'Bob', text: 'In the burrow.\n', at: '2026-01-01T00:00:00+01:00' },
    ]
    const { body } = await add({ id: 'chat', messages })
    expect(body.pointers).toHaveLength(2)
    expect((await get('chat')).body.messages).toEqual(messages)
    expect(await found('echidna')).toEqual([body.pointers[0]])
  })

  test('of 2,000 passages is one commit', async () => {
    const messages = Array.from({ length: 2000 }, (_, n) => ({ speaker: 'Ada', text: `turn ${n} quokka` }))
    const { body } = await add({ id: 'long', messages })
    expect(body.pointers).toHaveLength(2000)
    const batches = new Set(body.pointers.map((pointer: string) => pointer.split(':')[0]))
    expect(batches.size).toBe(1)
    expect((await get('long')).body.messages).toEqual(messages)
    expect((await remove('long')).body).toEqual({ id: 'long', deleted: true, receipt: expect.any(String) })
    expect(await found('quokka')).toEqual([])
  })

  test('of 1 MiB is stored whole, and one byte more is refused naming the bound', async () => {
    const text = 'numbat 64 '.repeat(104_857)
    const fits = { id: 'large', text: `${text}abcdef` }
    expect((await add(fits)).body.status).toBe('created')
    expect((await get('large')).body.text).toBe(fits.text)
    const { status, body } = await add({ id: 'large', text: `${text}abcdefg` })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.detail).toContain('1048576')
    expect((await get('large')).body.text).toBe(fits.text)
  })

  test.each([
    ['no text', { id: 'a' }],
    ['an unknown member', { id: 'a', text: 'b', colour: 'red' }],
    ['33 tags', { id: 'a', text: 'b', tags: Array.from({ length: 33 }, (_, n) => `${n}`) }],
    ['U+0000 in its text', { id: 'a', text: 'b\0' }],
    ['the id `..`', { id: '..', text: 'b' }],
    ['white space alone', { id: 'a', messages: [{ speaker: 'b', text: ' ' }] }],
  ])('with %s is refused and not stored', async (_, document) => {
    const { status, body } = await add(document)
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.errors.length).toBeGreaterThan(0)
    expect((await get('a')).status).toBe(404)
  })

  test('into a source that is not there is refused', async () => {
    const { status, body } = await acme.json('POST', '/v1/sources/none/documents', {
      body: { id: 'a', text: 'b' },
    })
    expect([status, body.code]).toEqual([404, 'source_not_found'])
  })

  test('as another media type is refused', async () => {
    const { status, body } = await acme.json('POST', DOCUMENTS, {
      body: { id: 'a', text: 'b' },
      headers: { 'content-type': 'text/plain' },
    })
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('a document sent again', () => {
  test('as it was, whatever the order of its members, changes nothing', async () => {
    const quiet = await cairn.as('quiet')
    await quiet.json('PUT', '/v1/sources/s', { body: {} })
    const first = await quiet.json('POST', DOCUMENTS, { body: { id: 'same', text: 'same', tags: ['a'] } })
    const again = await quiet.json('POST', DOCUMENTS, { body: { tags: ['a'], text: 'same', id: 'same' } })
    expect(again.body).toEqual({ ...first.body, status: 'unchanged' })
    expect(again.headers.get('consistency-token')).toBe(first.headers.get('consistency-token'))
  })

  test('with any member changed is replaced', async () => {
    await add({ id: 'changing', text: 'text' })
    expect((await add({ id: 'changing', text: 'text', title: 'T' })).body.status).toBe('replaced')
    expect((await add({ id: 'changing', text: 'text', title: 'U' })).body.status).toBe('replaced')
    expect((await get('changing')).body.title).toBe('U')
  })

  test('with another text leaves no word of the old one, three times over', async () => {
    const pointers: string[] = []
    for (const word of ['bandicoot', 'bilby', 'potoroo']) {
      const { body } = await add({ id: 'thrice', text: `the ${word} sleeps` })
      pointers.push(body.pointers[0])
    }
    expect(await found('bandicoot')).toEqual([])
    expect(await found('bilby')).toEqual([])
    expect(await found('potoroo')).toEqual([pointers[2]])
    const old = await acme.json('POST', '/v1/query/fetch-content', { body: { refs: [pointers[0]] } })
    expect(old.status).toBe(410)
  })

  test('after its deletion is created under new pointers', async () => {
    const first = await add({ id: 'lazarus', text: 'thylacine' })
    await remove('lazarus')
    const again = await add({ id: 'lazarus', text: 'thylacine' })
    expect(again.body.status).toBe('created')
    expect(again.body.pointers).not.toEqual(first.body.pointers)
    expect(await found('thylacine')).toEqual(again.body.pointers)
  })
})

describe('a deleted document', () => {
  test('is gone from search, fetch, list and count at once, and says so when asked by name', async () => {
    const { body } = await add({ id: 'doomed', text: 'the dunnart hides' })
    const counted = async () => (await acme.json('GET', '/v1/namespaces')).body.namespaces[0].documents
    const before = await counted()
    const deletion = await remove('doomed')
    expect(deletion.body).toEqual({ id: 'doomed', deleted: true, receipt: expect.any(String) })
    expect(await found('dunnart')).toEqual([])
    const fetched = await acme.json('POST', '/v1/query/fetch-content', { body: { refs: body.pointers } })
    expect([fetched.status, fetched.body.code]).toEqual([410, 'pointer_gone'])
    const asked = await get('doomed')
    expect([asked.status, asked.body.code]).toEqual([410, 'document_gone'])
    const again = await remove('doomed')
    expect([again.status, again.body.code]).toEqual([410, 'document_gone'])
    const listed = (await acme.json('GET', `${DOCUMENTS}?limit=100`)).body.documents
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain('doomed')
    expect(await counted()).toBe(before - 1)
  })

  test('that never was is not found', async () => {
    expect((await remove('never')).body.code).toBe('document_not_found')
    expect((await get('never')).body.code).toBe('document_not_found')
  })

  test('leaves no text in any row', async () => {
    await add({ id: 'secret', text: 'kowari kowari', title: 'kowari', tags: ['kowari'], author: 'kowari' })
    await remove('secret')
    const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
    for (const table of ['document', 'passage']) {
      const { results } = await db.prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(results)).not.toContain('kowari')
    }
  })
})

test('ranking after replacing and deleting is as if only what lives had ever been sent', async () => {
  const living = [
    { id: 'a', text: 'gecko' },
    { id: 'b', text: 'gecko skink' },
    { id: 'c', text: 'skink skink monitor' },
    { id: 'd', text: 'a monitor and nothing more of it' },
    { id: 'e', text: 'something else' },
  ]
  const scores = async (tenant: string, history: (speaker: Speaker) => Promise<void>) => {
    const speaker = await cairn.as(tenant)
    await speaker.json('PUT', '/v1/sources/s', { body: {} })
    await history(speaker)
    for (const body of living) expect((await speaker.json('POST', DOCUMENTS, { body })).status).toBe(200)
    const query = { query: 'gecko skink monitor', limit: 100 }
    const { body } = await speaker.json('POST', '/v1/query/search', { body: query })
    return body.pointers.map(({ score }: { score: number }) => score)
  }
  const plain = await scores('plain', async () => undefined)
  expect(plain).toHaveLength(4)
  const eventful = await scores('eventful', async (speaker) => {
    const lines = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ id: `x${n}`, text: `gecko gecko ${n}` }),
    )
    lines.push(...living.map(({ id }) => JSON.stringify({ id, text: `monitor monitor ${id}` })))
    await (await speaker.send('POST', DOCUMENTS, { ndjson: lines.join('\n') })).text()
    for (let n = 0; n < 20; n++) await speaker.json('DELETE', `${DOCUMENTS}/x${n}`)
  })
  expect(eventful).toEqual(plain)
})
