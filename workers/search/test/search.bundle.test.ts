import { validateCrcV1 } from '@cairn/contract/validate'
import { hasSharedData, readJudgedSet } from '@cairn/test-kit/shared-data'
import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let speaker: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('reader')
  await speaker.json('PUT', '/v1/sources/notes', { body: { display_name: 'Notes' } })
})
afterAll(() => cairn.stop())

const search = (body: object): Promise<Answer> => speaker.json('POST', '/v1/query/search', { body })
async function add(...documents: object[]): Promise<void> {
  const ndjson = documents.map((document) => JSON.stringify(document)).join('\n')
  const response = await speaker.send('POST', '/v1/sources/notes/documents', { ndjson })
  expect(await response.text()).not.toContain('"refused"')
}
const idsOf = (answer: Answer): string[] => answer.body.pointers.map((pointer: { id: string }) => pointer.id)

/** What a page of n hits may cost: its epitomes, 160, and 25 a hit. */
function sizeAllowed(answer: Answer): number {
  const epitomes = answer.body.pointers.map((pointer: { epitome: string }) => countTokens(pointer.epitome))
  return epitomes.reduce((sum: number, tokens: number) => sum + tokens, 0) + 160 + 25 * epitomes.length
}

describe('a page of pointers', () => {
  it('is conformant and keeps its promises: costs are exact, the expand call works as printed', async () => {
    await add({
      id: 'keys',
      title: 'Keys',
      text: 'Rotate the signing key every 90 days. The old key verifies for a week.',
    })
    const page = await search({ query: 'how often do I rotate the signing key' })
    expect(validateCrcV1(page.body, { countTokens })).toMatchObject({
      conformant: true,
      cairn: true,
      findings: [],
    })
    expect(page.body.cost_estimate.pointer).toBe(countTokens(JSON.stringify(page.body.pointers)))
    const [method, path, ...json] = page.body.next.expand.split(' ')
    const read = await speaker.json(method, path, { body: JSON.parse(json.join(' ')) })
    expect(read.status).toBe(200)
    const tokens = read.body.content.map((item: { token_count: number }) => item.token_count)
    expect(tokens.reduce((sum: number, n: number) => sum + n, 0)).toBe(page.body.cost_estimate.full)
  })

  it('finds nothing rather than something else: pointers empty, costs zero, a playbook named', async () => {
    const page = await search({ query: 'Сергей zanzibar' })
    expect(page.status).toBe(200)
    expect(page.body).toMatchObject({
      pointers: [],
      cost_estimate: { pointer: 0, summary: 0, full: 0 },
      agent_decision: { load_bearing_lane: 'Unknown' },
      next: { resolution_pointer: '__bootstrap__::resolution:EmptyResult' },
    })
    expect(validateCrcV1(page.body, { countTokens }).findings).toEqual([])
  })

  it('answers a namespace that nothing was written to as an empty one', async () => {
    const stranger = await cairn.as('newcomer')
    const page = await stranger.json('POST', '/v1/query/search', { body: { query: 'anything' } })
    expect(page.status).toBe(200)
    expect(page.body.pointers).toEqual([])
  })

  it('has the same bytes for the same question', async () => {
    const first = await (await speaker.send('GET', '/v1/query/search?query=signing+key')).text()
    expect(await (await speaker.send('GET', '/v1/query/search?query=signing+key')).text()).toBe(first)
  })

  it('says which document a hit is from when asked for detail, and a read pointer always does', async () => {
    await add({ id: 'chats/2024 №1', text: 'The dugong swims in the lagoon.' })
    const page = await search({ query: 'dugong', detail: 'full' })
    expect(page.body.pointers[0].document).toBe('notes/chats%2F2024%20%E2%84%961')
    expect(validateCrcV1(page.body, { countTokens }).findings).toEqual([])
    const read = await speaker.json('POST', '/v1/query/fetch-content', { body: { refs: idsOf(page) } })
    expect(read.body.pointers[0].document).toBe('notes/chats%2F2024%20%E2%84%961')
    const [source, id] = read.body.pointers[0].document.split('/')
    expect((await speaker.json('GET', `/v1/sources/${source}/documents/${id}`)).body.id).toBe('chats/2024 №1')
  })

  it('names in full detail the receipts of what is on the page, and the call that verifies the first', async () => {
    const store = (id: string, text: string) =>
      speaker.json('POST', '/v1/sources/notes/documents', { body: { id, text } })
    const added = [
      await store('seal/one', 'The narwhal was counted in spring.'),
      await store('seal/two', 'The narwhal was counted again in autumn, near the ice.'),
    ]
    const page = await search({ query: 'narwhal counted', detail: 'full' })
    expect(page.body.envelope.receipts_used.toSorted()).toEqual(
      added.map(({ body }) => body.receipt).toSorted(),
    )
    const verified = await speaker.json('GET', page.body.envelope.links.verify)
    expect(verified.body).toMatchObject({ receipt_id: page.body.envelope.receipts_used[0], code: null })
    expect(validateCrcV1(page.body, { countTokens }).findings).toEqual([])
    const shown = new URL(page.body.envelope.links.open_in_console, 'https://cairn.example')
    expect([shown.pathname, ...shown.searchParams]).toEqual([
      '/console/search',
      ['q', 'narwhal counted'],
      ['namespace', 'default'],
    ])
    const fewer = await search({ query: 'narwhal counted', detail: 'full', limit: 1 })
    expect(fewer.body.envelope.receipts_used).toHaveLength(1)
    expect((await search({ query: 'narwhal counted' })).body.envelope?.receipts_used).toBe(undefined)
  })

  it('does not tell an agent to read what is on the page already', async () => {
    const page = await search({ query: 'dugong', hydrate: 'full' })
    expect(page.body.content).toHaveLength(1)
    expect(page.body.next?.expand).toBeUndefined()
  })

  it('says which lane was asked for and is not there', async () => {
    const page = await search({ query: 'signing key', lanes: ['Bm25', 'Dense'] })
    expect(page.body.envelope.degraded_reasons).toEqual(['lane_absent:Dense'])
    expect((await search({ query: 'signing key', lanes: ['Dense'] })).body.code).toBe('invalid_parameter')
  })
})

describe('a conversation', () => {
  const talk = (id: string, reply: string) => ({
    id,
    event_at: '2024-03-15T00:00:00Z',
    messages: [
      { speaker: 'user', text: `Which pangolin sleeps longest, ${id}?` },
      { speaker: 'assistant', text: reply },
    ],
  })

  it('puts the question first whose reply is about the same, and says what the Topology lane did', async () => {
    await add(talk('one', 'Ask me later.'), talk('two', 'The giant pangolin sleeps longest.'))
    const page = await search({ query: 'my question: which pangolin sleeps longest', detail: 'full' })
    expect(page.body.pointers[0].epitome).toBe('Which pangolin sleeps longest, two?')
    const shares = page.body.agent_decision.lane_attribution
    expect(shares.Topology.share).toBeGreaterThan(0)
    expect(shares.Bm25.share + shares.Indexing.share + shares.Topology.share).toBeCloseTo(1, 9)
  })

  it('is ranked without Topology where that lane is not asked for', async () => {
    const page = await search({ query: 'pangolin sleeps', lanes: ['Bm25'], detail: 'full' })
    expect(page.body.agent_decision.lane_attribution).toEqual({ Bm25: { share: 1 } })
  })
})

describe('acknowledged means searchable, deleted means gone', () => {
  it('shows a replaced document only as it is now', async () => {
    for (const word of ['wombat', 'quokka', 'numbat'])
      await add({ id: 'animal', text: `The animal of the day is the ${word}.` })
    expect((await search({ query: 'wombat' })).body.pointers).toEqual([])
    expect((await search({ query: 'quokka' })).body.pointers).toEqual([])
    expect(idsOf(await search({ query: 'numbat' }))).toHaveLength(1)
  })

  it('no longer finds a deleted document, and names its pointer gone', async () => {
    await add({ id: 'brief', text: 'A short-lived axolotl.' })
    const [pointer] = idsOf(await search({ query: 'axolotl' }))
    await speaker.json('DELETE', '/v1/sources/notes/documents/brief')
    expect((await search({ query: 'axolotl' })).body.pointers).toEqual([])
    const read = await speaker.json('POST', '/v1/query/fetch-content', { body: { refs: [pointer] } })
    expect(read).toMatchObject({ status: 410, body: { code: 'pointer_gone' } })
  })
})

describe('a walk by cursor', () => {
  it('shows everything once, in one order, also while documents are written, replaced, merged and deleted', async () => {
    await add(
      ...Array.from({ length: 57 }, (_, n) => ({
        id: `walk-${n}`,
        text: `capybara number ${n} of the herd`,
      })),
    )
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 20; page++) {
      const answer: Answer = await search({ query: 'capybara', limit: 10, ...(cursor ? { cursor } : {}) })
      expect(answer.status).toBe(200)
      seen.push(...idsOf(answer))
      cursor = answer.body.next?.cursor
      if (cursor === undefined) break
      await add({ id: `late-${page}`, text: `capybara capybara latecomer ${page}` })
      await speaker.json('POST', '/v1/maintenance/step')
    }
    expect(seen).toHaveLength(57)
    expect(new Set(seen).size).toBe(57)
  })

  it('hides what was deleted since it began, and repeats nothing', async () => {
    await add(
      ...Array.from({ length: 30 }, (_, n) => ({
        id: `gone-${n}`,
        text: `ocelot number ${n} of the forest`,
      })),
    )
    const first = await search({ query: 'ocelot', limit: 10 })
    for (const n of [3, 12, 25]) await speaker.json('DELETE', `/v1/sources/notes/documents/gone-${n}`)
    const second = await search({ query: 'ocelot', limit: 10, cursor: first.body.next.cursor })
    const third = await search({ query: 'ocelot', limit: 10, cursor: second.body.next.cursor })
    const seen = [first, second, third].flatMap(idsOf)
    expect(new Set(seen).size).toBe(seen.length)
    expect(third.body.next?.cursor).toBeUndefined()
    expect(seen.length).toBeGreaterThanOrEqual(28)
    expect(seen.length).toBeLessThanOrEqual(29)
  })

  it('refuses a cursor of another question, another namespace, or made up', async () => {
    const { cursor } = (await search({ query: 'capybara', limit: 5 })).body.next
    expect((await search({ query: 'ocelot', limit: 5, cursor })).body.code).toBe('cursor_mismatch')
    expect(
      (
        await search({
          query: 'capybara',
          limit: 5,
          cursor: `${cursor.slice(0, 20)}${cursor[20] === 'x' ? 'y' : 'x'}${cursor.slice(21)}`,
        })
      ).body.code,
    ).toBe('cursor_invalid')
  })
})

describe('under a token budget', () => {
  it('the whole answer never costs more, packs bodies in rank order, and reads on by cursor', async () => {
    const body = 'The manatee grazes in shallow rivers, estuaries and canals. '.repeat(12)
    await add(
      ...Array.from({ length: 12 }, (_, n) => ({
        id: `manatee-${n}`,
        text: `${body} Herd ${n}.`,
        format: 'plain',
      })),
    )
    for (const token_budget of [300, 512, 1024, 2048, 8000]) {
      const page = await search({ query: 'manatee', token_budget, limit: 12 })
      const response = JSON.stringify(page.body)
      expect(countTokens(response)).toBeLessThanOrEqual(token_budget)
      expect(validateCrcV1(page.body, { countTokens }).findings, response).toEqual([])
      expect(page.body.hydrate_tier).toBe('full')
      if (page.body.pointers.length < 12) expect(page.body.next.cursor).toBeDefined()
    }
  })

  it('names the least budget that would do', async () => {
    const page = await search({ query: 'manatee', token_budget: 64 })
    expect(page).toMatchObject({ status: 400, body: { code: 'budget_too_small' } })
    const least = Number(/expected at least (\d+)/.exec(page.body.errors[0].message)?.[1])
    expect((await search({ query: 'manatee', token_budget: least })).status).toBe(200)
    expect((await search({ query: 'manatee', token_budget: least - 25 })).body.code).toBe('budget_too_small')
  })
})

describe('filters', () => {
  it('apply before the cut', async () => {
    await add(
      { id: 'f1', text: 'tapir report', kind: 'report', tags: ['a', 'b'], event_at: '2024-03-01T00:00:00Z' },
      { id: 'f2', text: 'tapir note', kind: 'note', tags: ['b'], event_at: '2024-05-01T00:00:00+02:00' },
    )
    const found = async (filter: object) => (await search({ query: 'tapir', filter })).body.pointers.length
    expect(await found({ kind: 'report' })).toBe(1)
    expect(await found({ tags: 'b' })).toBe(2)
    expect(await found({ not: { tags: ['a'] } })).toBe(1)
    expect(await found({ event_at: { gte: '2024-04-30T22:00:00Z' } })).toBe(1)
    expect(await found({ event_at: { lt: '2024-04-30T22:00:00Z' } })).toBe(1)
    expect(await found({ or: [{ kind: 'report' }, { kind: 'note' }], source: 'elsewhere' })).toBe(0)
  })
})

describe('the size of a default page', () => {
  it.skipIf(!hasSharedData('data/xquad-en', 'data/xquad-zh', 'data/memorybank-en'))(
    'is at most the epitomes, 160, and 25 a hit, for questions in two scripts and one in code (skipped without ../shared/data)',
    async () => {
      for (const name of ['xquad-en', 'xquad-zh', 'memorybank-en']) {
        const set = readJudgedSet(name)
        await add(
          ...set.documents.map(({ id, title, text }) => ({ id: `${name}/${id}`, title: title ?? '', text })),
        )
        for (const { text } of set.queries.slice(0, 60)) {
          for (const limit of [1, 10, 25]) {
            const page = await search({ query: text, limit })
            expect(countTokens(JSON.stringify(page.body)), JSON.stringify(page.body)).toBeLessThanOrEqual(
              sizeAllowed(page),
            )
          }
        }
      }
    },
  )

  it('holds for a long question of words that nothing holds', async () => {
    const query = Array.from({ length: 60 }, (_, n) => `unheard-of${n}`).join(' ')
    const page = await search({ query: `capybara ${query}` })
    expect(countTokens(JSON.stringify(page.body)), JSON.stringify(page.body)).toBeLessThanOrEqual(
      sizeAllowed(page),
    )
  })
})
