import { validateCrcV1 } from '@cairn/contract/validate'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

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
  ada = await cairn.as(`found-${++tenants}`)
})

const put = async (slug: string, value: unknown, more: object = {}) =>
  (await ada.json('PUT', `/v1/facts/${slug}`, { body: { value, ...more } })).body
const add = async (...texts: string[]) => {
  await ada.json('PUT', '/v1/sources/notes', { body: {} })
  const ndjson = texts.map((text, n) => JSON.stringify({ id: `d${n}`, text })).join('\n')
  await (await ada.send('POST', '/v1/sources/notes/documents', { ndjson })).text()
}
const ask = async (path: string, body: object, speaker = ada) => {
  const answer = await speaker.json('POST', path, { body })
  expect(answer.status).toBe(200)
  expect(validateCrcV1(answer.body, { countTokens }).findings).toEqual([])
  return answer.body
}
const search = (query: string, more: object = {}, speaker = ada) =>
  ask('/v1/query/search', { query, ...more }, speaker)
interface Told {
  readonly id: string
  readonly epitome: string
  readonly reason?: string
}
const facts = (body: { pointers: Told[] }) => body.pointers.filter(({ reason }) => reason === 'KeyFact')

describe('a search', () => {
  test('finds a fact in the commit that wrote it, and says that it holds and what it says', async () => {
    const { fact_id } = await put('acme/headquarters', 'Reykjavík', { valid_from: '2024-03' })
    await add('The headquarters of a company are where its directors meet.')
    for (const query of [
      'where are the headquarters of acme',
      'Reykjavik',
      'acme/headquarters',
      'March 2024',
    ]) {
      const { pointers } = await search(query)
      const [told] = facts({ pointers })
      expect(told, query).toEqual({
        id: `${fact_id.slice(1)}:0`,
        score: expect.any(Number),
        epitome: 'Holds: acme headquarters = Reykjavík',
        reason: 'KeyFact',
      })
    }
  })

  test('shows only what holds: superseded, retracted, ended and future facts are not shown', async () => {
    await put('ada/works_at', 'Initech Umbrella')
    const now = await put('ada/works_at', 'Globex Umbrella')
    const wrong = await put('ada/phone', 'Umbrella 555')
    await ada.json('POST', '/v1/facts/ada/phone/retract', { body: { fact_id: wrong.fact_id } })
    await put('ada/role', 'Umbrella clerk', { valid_from: '2001', valid_to: '2002' })
    await put('ada/title', 'Umbrella director', { valid_from: '2999' })
    const body = await search('umbrella ada')
    expect(body.pointers.map(({ id }: Told) => id)).toEqual([`${now.fact_id.slice(1)}:0`])
  })

  test('what held before shows again once its successor was retracted', async () => {
    await put('ada/city', 'Vienna')
    const wrong = await put('ada/city', 'Graz')
    expect(facts(await search('ada city')).map(({ epitome }) => epitome)).toEqual(['Holds: ada city = Graz'])
    await ada.json('POST', '/v1/facts/ada/city/retract', { body: { fact_id: wrong.fact_id } })
    expect(facts(await search('ada city')).map(({ epitome }) => epitome)).toEqual([
      'Holds: ada city = Vienna',
    ])
  })

  test('after a retraction every score is what it would be had the fact never been stated', async () => {
    const never = await cairn.as(`found-${tenants}-never`)
    const scores = async (speaker: Speaker) =>
      (await search('umbrella clerk of acme', {}, speaker)).pointers.map(
        ({ epitome, score }: Told & { score: number }) => [epitome, score],
      )
    for (const speaker of [ada, never])
      for (const [entity, value] of [
        ['acme', 'an umbrella clerk'],
        ['globex', 'umbrella and umbrella again'],
        ['initech', 'a clerk of clerks'],
      ])
        await speaker.json('PUT', `/v1/facts/${entity}/role`, { body: { value } })
    const before = await scores(never)
    const { fact_id } = await put('hooli/role', 'umbrella clerk umbrella clerk')
    expect(await scores(ada)).not.toEqual(before)
    await ada.json('POST', '/v1/facts/hooli/role/retract', { body: { fact_id } })
    expect(await scores(ada)).toEqual(before)
  })

  test('facts that say the same of two things are two', async () => {
    await put('ada/city', 'Vienna')
    await put('bob/city', 'Vienna')
    expect(facts(await search('Vienna'))).toHaveLength(2)
  })

  test('a fact is read by the pointer printed, at the cost that was said', async () => {
    await put('acme/motto', 'Onwards and upwards')
    const found = await search('acme motto')
    const { content } = await ask('/v1/query/fetch-content', {
      refs: [found.pointers[0].id],
      hydrate: 'full',
    })
    expect(content).toEqual([
      { id: found.pointers[0].id, text: 'Onwards and upwards', token_count: found.cost_estimate.full },
    ])
    const hydrated = await search('acme motto', { hydrate: 'full' })
    expect(hydrated.content).toEqual(content)
  })

  test('the pointer of a superseded fact says so, and that of a retracted one is gone', async () => {
    await put('acme/motto', 'Onwards')
    const { id } = (await search('acme motto')).pointers[0]
    const now = await put('acme/motto', 'Upwards')
    const fetched = await ask('/v1/query/fetch-content', { refs: [id] })
    expect(fetched.pointers[0].epitome).toBe(`Superseded by ${now.fact_id}: acme motto = Onwards`)
    expect(fetched.envelope.freshness.superseded_by).toBe(now.fact_id)
    const fact_id = `f${id.split(':')[0]}`
    await ada.json('POST', '/v1/facts/acme/motto/retract', { body: { fact_id } })
    for (const ref of [id, fact_id]) {
      const gone = await ada.json('POST', '/v1/query/fetch-content', { body: { refs: [ref] } })
      expect([gone.status, gone.body.code]).toEqual([410, 'pointer_gone'])
    }
  })

  test('facts are found by those who may read facts, and by filters that do not name a source', async () => {
    await put('acme/motto', 'Onwards')
    await add('The motto of acme is painted on the wall.')
    const narrow = await cairn.as(`found-${tenants}`, { scopes: ['query:read'] })
    expect(facts(await search('acme motto', {}, narrow))).toEqual([])
    expect(facts(await search('acme motto', { filter: { source: 'notes' } }))).toEqual([])
    expect(facts(await search('acme motto', { filter: { kind: 'fact' } }))).toHaveLength(1)
    const legacy = await ada.json('POST', '/v1/query/search?contract=legacy', {
      body: { query: 'acme motto' },
    })
    expect(legacy.body.results.map(({ content }: { content: string }) => content)).toEqual([
      'The motto of acme is painted on the wall.',
    ])
  })

  test('a fact of a reserved entity is read by name, and never found', async () => {
    await put('__agent::scout/plan', 'Explore the zanzibar coast')
    expect((await search('zanzibar')).pointers).toEqual([])
  })

  test('a page that retired facts take up is passed over, and what comes after is shown', async () => {
    for (let n = 0; n < 8; n++) await put('acme/slogan', `walrus walrus slogan ${n}`)
    await put('acme/slogan', 'quiet now')
    await add('A walrus was once the slogan.')
    const { pointers } = await search('walrus slogan', { limit: 1 })
    expect(pointers).toHaveLength(1)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await search('walrus slogan', { limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.pointers.map(({ epitome }: Told) => epitome))
      cursor = page.next.cursor
    } while (cursor !== undefined)
    expect(seen.toSorted()).toEqual(['A walrus was once the slogan.', 'Holds: acme slogan = quiet now'])
  })

  test('past ten such pages an empty one leads on, and says that more was not looked at', async () => {
    for (let n = 0; n < 11; n++) await put('acme/slogan', `walrus walrus slogan ${n}`)
    await put('acme/slogan', 'quiet now')
    await add('A walrus was once the slogan.')
    const empty = await search('walrus slogan', { limit: 1 })
    expect([empty.pointers, empty.envelope.degraded_reasons]).toEqual([[], ['read_cap']])
    const { cursor } = empty.next
    expect((await search('walrus slogan', { limit: 1, cursor })).pointers).toHaveLength(1)
  })

  test('with detail it says that a fact is one, and where it stands', async () => {
    await put('acme/motto', 'Onwards')
    const [pointer] = (await search('acme motto', { detail: 'full' })).pointers
    expect(pointer).toMatchObject({ document: 'acme/motto', reason: 'KeyFact' })
    expect(pointer.why).toContain('a stored fact that is current')
  })

  test('many facts written one by one stay writable and are all found', async () => {
    for (let n = 0; n < 20; n++)
      await Promise.all(
        Array.from({ length: 20 }, (_, m) => put(`thing${n}/colour${m}`, `ochre ${n * 20 + m}`)),
      )
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await search('ochre', { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      for (const { id } of page.pointers) seen.add(id)
      cursor = page.next.cursor
    } while (cursor !== undefined)
    expect(seen.size).toBe(400)
  })
})
