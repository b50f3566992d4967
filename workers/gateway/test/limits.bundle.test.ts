import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let speaker: Speaker
let pointers: readonly string[]
beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('acme')
  await put('/v1/sources/s', {})
  const messages = Array.from({ length: 100 }, (_, n) => ({ speaker: 'Ada', text: `turn number ${n}` }))
  pointers = (await add({ id: 'hundred', messages })).body.pointers
  await put('/v1/facts/acme/k', { value: 1 })
})
afterAll(() => cairn?.stop())

const get = (path: string, headers: Record<string, string> = {}) => speaker.json('GET', path, { headers })
const put = (path: string, body: unknown) => speaker.json('PUT', path, { body })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  speaker.json('POST', path, { body, headers })
const add = (document: unknown) => post('/v1/sources/s/documents', document)
const ask = (members: object) => post('/v1/query/search', { query: 'turn number', ...members })
const fetchAll = (refs: readonly string[]) => post('/v1/query/fetch-content', { refs, hydrate: 'full' })

/** What is said of a request: the status, or the code and the first finding's pointer. */
const said = ({ status, body }: Answer) =>
  status < 400 ? String(status) : `${status} ${body.code} ${body.errors?.[0]?.pointer ?? ''}`.trim()

const KIB = 1024
const MIB = 1024 * KIB
/** One code point, two UTF-16 units, four bytes: what a limit counts shows. */
const ASTRAL = '\u{1F511}'

describe('limit', () => {
  const LISTS = [
    '/v1/query/search?query=a',
    '/v1/facts?entity=acme',
    '/v1/facts/acme/k/history?hydrate=pointer',
    '/v1/sources?namespace=default',
    '/v1/sources/s/documents?namespace=default',
  ]
  it.each(LISTS)('is 1 to 100 at %s', async (path) => {
    for (const limit of ['1', '100']) expect(said(await get(`${path}&limit=${limit}`))).toBe('200')
    const refused = [
      '0',
      '101',
      '-1',
      '1.5',
      '%2210%22',
      '1e9',
      '1000000000',
      'NaN',
      'null',
      '',
      '%2010',
      '0x10',
    ]
    for (const limit of refused)
      expect(`${limit}: ${said(await get(`${path}&limit=${limit}`))}`).toBe(
        `${limit}: 400 invalid_parameter limit`,
      )
  })

  it('is 1 to 100 in the body of a search, as a number', async () => {
    for (const limit of [1, 100])
      expect((await ask({ limit })).body.pointers.length).toBeLessThanOrEqual(limit)
    for (const limit of [0, 101, -1, 1.5, '10', 1e9, 1e300, null, true, [], {}])
      expect(`${limit}: ${said(await ask({ limit }))}`).toBe(`${limit}: 400 invalid_body /limit`)
  })

  it('of 100 brings 100, and of 1 brings 1', async () => {
    expect((await get('/v1/sources?limit=1')).body.sources).toHaveLength(1)
    expect((await get('/v1/sources?limit=100')).body.sources).toHaveLength(1)
  })
})

describe('refs', () => {
  it.each([1, 33, 34, 99, 100])('%i of them are all read', async (count) => {
    const refs = pointers.slice(0, count)
    const answer = await fetchAll(refs)
    expect(answer.body.content.map(({ id }: { id: string }) => id)).toEqual(refs)
    const inAddress = await get(`/v1/query/fetch-content?refs=${refs.join(',')}`)
    expect(inAddress.body.pointers).toHaveLength(count)
  })

  it('101 and none are refused, also where some repeat', async () => {
    expect(said(await fetchAll([...pointers, '9:9']))).toBe('400 invalid_body /refs')
    expect(said(await fetchAll([...pointers, pointers[0]!]))).toBe('400 invalid_body /refs')
    expect(said(await fetchAll([]))).toBe('400 invalid_body /refs')
    const many = [...pointers, '9:9'].join(',')
    expect(said(await get(`/v1/query/fetch-content?refs=${many}`))).toBe('400 invalid_parameter refs')
    expect(said(await get('/v1/query/fetch-content?refs='))).toMatch(/^400 invalid_parameter refs/)
  })

  it('100 that are unknown are one refusal', async () => {
    const answer = await fetchAll(Array.from({ length: 100 }, (_, n) => `999999:${n}`))
    expect(said(answer)).toBe('404 pointer_not_found /refs/0')
  })

  it.each(['9'.repeat(500), '9'.repeat(15), '999999999999999:999999', '-1:0', '1:-1', '1:0 ', "1:0'--"])(
    '%s is unknown and breaks nothing',
    async (ref) => {
      expect(said(await fetchAll([ref]))).toBe('404 pointer_not_found /refs/0')
    },
  )
})

/** Texts whose length is bounded in code points: where they are sent, how many there may be, and how a longer one is refused. */
const LENGTHS: readonly (readonly [string, number, (text: string) => Promise<Answer>, string])[] = [
  ['query', 1024, (query) => ask({ query }), '400 invalid_body /query'],
  [
    'query in the address',
    1024,
    (text) => get(`/v1/query/search?query=${encodeURIComponent(text)}`),
    '400 invalid_parameter query',
  ],
  ['document id', 300, (id) => add({ id, text: 'a' }), '400 invalid_body /id'],
  ['title', 300, (title) => add({ id: 'd', text: 'a', title }), '400 invalid_body /title'],
  ['author', 200, (author) => add({ id: 'd', text: 'a', author }), '400 invalid_body /author'],
  ['uri', 2000, (uri) => add({ id: 'd', text: 'a', uri }), '400 invalid_body /uri'],
  ['kind', 64, (kind) => add({ id: 'd', text: 'a', kind }), '400 invalid_body /kind'],
  ['tag', 64, (tag) => add({ id: 'd', text: 'a', tags: [tag] }), '400 invalid_body /tags/0'],
  ['link', 2000, (link) => add({ id: 'd', text: 'a', links: [link] }), '400 invalid_body /links/0'],
  [
    'speaker',
    200,
    (speaker) => add({ id: 'd', messages: [{ speaker, text: 'a' }] }),
    '400 invalid_body /messages/0/speaker',
  ],
  [
    'display name',
    300,
    (display_name) => put('/v1/sources/s', { display_name }),
    '400 invalid_body /display_name',
  ],
  [
    'entity in the body',
    200,
    (entity) => post('/v1/facts', { entity, key: 'k', value: 1 }),
    '400 invalid_body /entity',
  ],
  [
    'entity',
    200,
    (text) => put(`/v1/facts/${encodeURIComponent(text)}/k`, { value: 1 }),
    '400 invalid_parameter entity',
  ],
  [
    'key',
    200,
    (text) => put(`/v1/facts/e/${encodeURIComponent(text)}`, { value: 1 }),
    '400 invalid_parameter key',
  ],
  [
    'session id',
    200,
    (text) => put(`/v1/sessions/${encodeURIComponent(text)}/state`, 1),
    '400 invalid_parameter id',
  ],
  ['filter value', 64, (tags) => ask({ filter: { tags } }), '400 invalid_body /filter/tags'],
  [
    'contract',
    64,
    (text) => get(`/v1/query/search?query=a&contract=${encodeURIComponent(text)}`),
    '400 invalid_parameter contract',
  ],
]

describe('a text', () => {
  it.each(LENGTHS)('%s has at most %i code points', async (_name, most, sent, refusal) => {
    for (const character of ['a', ASTRAL]) {
      expect(said(await sent(character.repeat(most)))).toMatch(/^20[01]$/)
      expect(said(await sent(character.repeat(most + 1)))).toBe(refusal)
    }
  })

  it.each([
    ['source id', 64, (text: string) => put(`/v1/sources/${text}`, {}), '400 invalid_parameter id'],
    [
      'namespace',
      64,
      (text: string) => get(`/v1/facts?namespace=${text}`),
      '400 invalid_parameter namespace',
    ],
    [
      'Idempotency-Key',
      128,
      (text: string) => post('/v1/facts', { entity: 'e', key: 'i', value: 1 }, { 'idempotency-key': text }),
      '400 invalid_parameter Idempotency-Key',
    ],
  ] as const)('%s has at most %i characters', async (_name, most, sent, refusal) => {
    expect(said(await sent('a'.repeat(most)))).toMatch(/^20[01]$/)
    expect(said(await sent('a'.repeat(most + 1)))).toBe(refusal)
  })
})

describe('a list', () => {
  const distinct = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)
  it.each([
    [
      'tags',
      32,
      (count: number) => add({ id: 'd', text: 'a', tags: distinct(count) }),
      '400 invalid_body /tags',
    ],
    [
      'links',
      64,
      (count: number) => add({ id: 'd', text: 'a', links: distinct(count) }),
      '400 invalid_body /links',
    ],
    [
      'kinds',
      32,
      (count: number) => put('/v1/sources/s', { kinds: distinct(count) }),
      '400 invalid_body /kinds',
    ],
    [
      'conditions of a filter',
      32,
      (count: number) => ask({ filter: { and: distinct(count).map((tags) => ({ tags })) } }),
      '400 invalid_body /filter',
    ],
    [
      'values of a condition',
      32,
      (count: number) => ask({ filter: { tags: distinct(count) } }),
      '400 invalid_body /filter',
    ],
  ] as const)('of %s has at most %i items', async (_name, most, sent, refusal) => {
    expect(said(await sent(most))).toBe('200')
    expect(said(await sent(most + 1))).toMatch(new RegExp(`^${refusal}`))
  })

  it('of query words counts up to 64: the 65th finds nothing', async () => {
    const words = Array.from({ length: 65 }, (_, n) => `queryword${String.fromCharCode(97 + (n % 26))}${n}`)
    await add({ id: 'word-64', text: `Here is ${words[63]}.` })
    await add({ id: 'word-65', text: `Here is ${words[64]}.` })
    const { body } = await ask({ query: words.join(' '), hydrate: 'full' })
    const texts = body.content.map(({ text }: { text: string }) => text)
    expect(texts).toEqual([`Here is ${words[63]}.`])
    expect(body.envelope.degraded_reasons).toContain('work_cap')
    expect((await ask({ query: words.slice(0, 64).join(' ') })).body.envelope).toBeUndefined()
  })
})

describe('a number', () => {
  it.each([
    ['deadline_ms', 100, 10_000],
    ['token_budget', 64, 25_000],
  ])('%s is %i to %i', async (name, least, most) => {
    for (const value of [least - 1, most + 1, String(least), least + 0.5])
      expect(said(await ask({ [name]: value }))).toBe(`400 invalid_body /${name}`)
    for (const value of [least - 1, most + 1])
      expect(said(await get(`/v1/query/search?query=turn&${name}=${value}`))).toBe(
        `400 invalid_parameter ${name}`,
      )
    for (const value of [least, most])
      expect(said(await ask({ [name]: value }))).toMatch(/^(200|400 budget_too_small \/token_budget)$/)
  })

  it('ttl_seconds is 60 to 31536000', async () => {
    const state = (seconds: string) => put(`/v1/sessions/ttl/state?ttl_seconds=${seconds}`, 1)
    for (const seconds of ['60', '31536000']) expect(said(await state(seconds))).toBe('200')
    for (const seconds of ['59', '31536001', '-60', 'never'])
      expect(said(await state(seconds))).toBe('400 invalid_parameter ttl_seconds')
  })
})

describe('depth', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  it('of JSON is at most 32', async () => {
    expect(said(await put('/v1/sessions/deep/state', nested(32)))).toBe('200')
    expect(said(await put('/v1/sessions/deep/state', nested(33)))).toBe('400 invalid_body')
    expect(said(await put('/v1/facts/e/deep', { value: nested(31) }))).toBe('200')
    expect(said(await put('/v1/facts/e/deep', { value: nested(32) }))).toBe('400 invalid_body')
    const text = JSON.stringify(nested(33))
    expect(said(await get(`/v1/query/search?query=a&filter=${text}`))).toBe('400 invalid_body')
  })

  it('of a filter is at most 4', async () => {
    const filter = (depth: number): object => (depth === 1 ? { tags: 'a' } : { not: filter(depth - 1) })
    expect(said(await ask({ filter: filter(4) }))).toBe('200')
    expect(said(await ask({ filter: filter(5) }))).toBe('400 invalid_body /filter')
    const inAddress = JSON.stringify(filter(5))
    expect(said(await get(`/v1/query/search?query=a&filter=${inAddress}`))).toBe(
      '400 invalid_parameter filter',
    )
  })
})

describe('bytes', () => {
  it('of the value of a fact are at most 16 KiB', async () => {
    for (const character of ['a', ASTRAL]) {
      const value = character.repeat((16 * KIB) / Buffer.byteLength(character))
      expect(said(await put('/v1/facts/e/large', { value }))).toBe('200')
      expect((await get('/v1/facts/e/large?hydrate=full')).body.content[0].text).toBe(value)
      expect(said(await put('/v1/facts/e/large', { value: `${value}a` }))).toBe('400 invalid_body /value')
    }
    expect(said(await put('/v1/facts/e/large', { value: ['a'.repeat(16 * KIB - 4)] }))).toBe('200')
    expect(said(await put('/v1/facts/e/large', { value: ['a'.repeat(16 * KIB - 3)] }))).toBe(
      '400 invalid_body /value',
    )
  })

  it('of the state of a session are at most 64 KiB', async () => {
    const state = { word: 'a'.repeat(64 * KIB - 11) }
    expect(JSON.stringify(state)).toHaveLength(64 * KIB)
    expect(said(await put('/v1/sessions/large/state', state))).toBe('200')
    expect((await get('/v1/sessions/large/state?contract=legacy')).body.state).toEqual(state)
    expect(said(await put('/v1/sessions/large/state', { word: `${state.word}a` }))).toBe('400 invalid_body')
  })

  it('of a document are at most 1 MiB', async () => {
    const text = 'It was so. '.repeat(MIB / 11).padEnd(MIB, 'x')
    const stored = await add({ id: 'mebibyte', text })
    expect(said(stored)).toBe('200')
    expect((await get('/v1/sources/s/documents/mebibyte')).body.text === text).toBe(true)
    expect(said(await add({ id: 'mebibyte', text: `${text}x` }))).toBe('400 invalid_body /text')
    const halves = (bytes: number) => [{ speaker: 'A', text: 'a'.repeat(bytes) }]
    expect(said(await add({ id: 'talk', messages: halves(MIB) }))).toBe('400 invalid_body /messages')
  })

  it('passages of a document are at most 2,000', async () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ speaker: 'A', text: `turn ${n}` }))
    const stored = await add({ id: 'turns', messages: turns(2000) })
    expect(stored.body.pointers).toHaveLength(2000)
    expect((await fetchAll(stored.body.pointers.slice(-100))).body.content).toHaveLength(100)
    expect(said(await add({ id: 'turns', messages: turns(2001) }))).toBe('400 invalid_body /messages')
    const long = { speaker: 'A', text: 'It was so. '.repeat(300) }
    const refused = await add({ id: 'turns', messages: [...turns(1999), long] })
    expect(refused.body.errors[0].rule).toBe('documentPassagesMax')
  })

  it('of a line of NDJSON past its bound are refused, and the lines around it are stored', async () => {
    const line = (id: string, text: string) => `${JSON.stringify({ id, text })}\n`
    const large = 'It was so. '.repeat(MIB / 11)
    const ndjson = [
      line('before', 'a good line'),
      line('past-document', large.padEnd(MIB + 1, 'x')),
      line('between', 'another good line'),
      line('past-line', 'x'.repeat(4 * MIB)),
      line('after', 'the last good line'),
    ].join('')
    const response = await speaker.send('POST', '/v1/sources/s/documents', { ndjson })
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(lines.map(({ line: n, id, status, problem }) => [n, id, problem?.code ?? status])).toEqual([
      [1, 'before', 'created'],
      [2, 'past-document', 'invalid_body'],
      [3, 'between', 'created'],
      [4, null, 'payload_too_large'],
      [5, 'after', 'created'],
    ])
    for (const id of ['before', 'between', 'after'])
      expect((await get(`/v1/sources/s/documents/${id}`)).status).toBe(200)
  })
})

describe('a JSON body', () => {
  const search = '{"query":"turn number"}'
  const sent = async (body: BodyInit) => {
    const headers = { authorization: `Bearer ${speaker.token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const response = await fetch(`${cairn.url}/v1/query/search`, init as RequestInit)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const chunked = (text: string) => new Blob([text]).stream()

  it.each([
    ['with its length', (text: string) => text],
    ['in chunks', chunked],
  ])('%s is at most 4 MiB', async (_title, form) => {
    expect(said(await sent(form(search.padEnd(4 * MIB))))).toBe('200')
    const refused = await sent(form(search.padEnd(4 * MIB + 1)))
    expect(said(refused)).toBe('413 payload_too_large')
    expect(refused.body.errors[0]).toMatchObject({
      rule: 'jsonBodyBytesMax',
      message: expect.stringContaining(`limit ${4 * MIB} bytes`),
    })
  })
})
