import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
})
afterAll(() => cairn.stop())

const put = (source: string, members: object, namespace = 'default') =>
  acme.json('POST', `/v1/sources/${source}/documents?namespace=${namespace}`, { body: members })

/** A source whose links are followed, unless something else is said of it. */
const source = (id: string, capable: object = {}, more: object = {}, namespace = 'default') =>
  acme.json('PUT', `/v1/sources/${id}?namespace=${namespace}`, {
    body: { capabilities: { search: true, exact_get: true, graph_edges: true, ...capable }, ...more },
  })

const bundle = (query: string, members: object = {}, namespace = 'default'): Promise<Answer> =>
  acme.json('POST', `/v1/context/bundles?namespace=${namespace}`, {
    body: { task_id: 'linked', query, budget_tokens: 3000, ...members },
  })

const texts = async (...asked: Parameters<typeof bundle>): Promise<string[]> =>
  (await bundle(...asked)).body.content.map(({ text }: { text: string }) => text)

describe('a bundle', () => {
  it('holds what found documents link to, and what links to them, behind what was found', async () => {
    await source('one', {}, { kinds: ['doc'] })
    await put('one', {
      id: 'found',
      text: 'Quokka care is told here.',
      links: ['next', 'https://example.org/far'],
    })
    await put('one', { id: 'next', text: 'Feeding happens twice a day.' })
    await put('one', { id: 'far', text: 'Sunlight matters.', uri: 'https://example.org/far' })
    await put('one', { id: 'before', text: 'An index of care.', links: ['one/found'] })
    await put('one', { id: 'apart', text: 'Nothing leads here.' })
    const { body } = await bundle('quokka')
    const [first, ...others] = body.content.map(({ text }: { text: string }) => text)
    expect(first).toBe('Quokka care is told here.')
    expect(others.sort()).toEqual(['An index of care.', 'Feeding happens twice a day.', 'Sunlight matters.'])
    expect(body.candidates.map((one: { relevance_milli: number }) => one.relevance_milli)).toEqual([
      1000, 400, 400, 400,
    ])
    expect(body.candidates[1]).toMatchObject({ source_id: 'one', kind: 'doc' })
    expect(body.receipt).toMatchObject({
      candidates_considered: 4,
      candidates_selected: 4,
      degraded_reasons: [],
    })
    expect((await bundle('quokka')).body).toEqual(body)
  })

  it('follows no link of a source without `graph_edges`, and forgets links that are no more', async () => {
    await source('two', { graph_edges: false })
    await put('two', { id: 'found', text: 'Numbats are told of here.', links: ['next'] })
    await put('two', { id: 'next', text: 'Termites are their food.' })
    expect(await texts('numbats')).toEqual(['Numbats are told of here.'])
    await source('two')
    expect(await texts('numbats')).toEqual(['Numbats are told of here.', 'Termites are their food.'])
    expect(await texts('termites')).toEqual(['Termites are their food.', 'Numbats are told of here.'])
    await put('two', { id: 'found', text: 'Numbats are told of here.', links: [] })
    expect(await texts('numbats')).toEqual(['Numbats are told of here.'])
    expect(await texts('termites')).toEqual(['Termites are their food.'])
  })

  it('reads no source that was not asked, and none that gives nothing', async () => {
    await source('three')
    await source('mute', { search: false, exact_get: false })
    await source('dear', {}, { cost_class: 'high' })
    await put('three', { id: 'found', text: 'Bilbies are told of here.', links: ['mute/a', 'dear/a'] })
    await put('mute', { id: 'a', text: 'Nobody reads this.' })
    await put('dear', { id: 'a', text: 'This costs much.' })
    expect(await texts('bilbies')).toEqual(['Bilbies are told of here.'])
    expect(await texts('bilbies', { sources: ['three'] })).toEqual(['Bilbies are told of here.'])
    expect(await texts('bilbies', { sources: ['three', 'dear'] })).toEqual([
      'Bilbies are told of here.',
      'This costs much.',
    ])
  })

  it('follows links within one namespace alone, by pointers that carry its number', async () => {
    await source('four', {}, {}, 'aside')
    await put('four', { id: 'found', text: 'Dunnarts are told of here.', links: ['next'] }, 'aside')
    await put('four', { id: 'next', text: 'They hop about.' }, 'aside')
    await source('four')
    await put('four', { id: 'other', text: 'Another place.', links: ['found'] })
    expect(await texts('dunnarts', {}, 'aside')).toEqual(['Dunnarts are told of here.', 'They hop about.'])
  })

  it('with many links stays within its budget, and says where they did not fit', async () => {
    await source('five')
    const ids = Array.from({ length: 40 }, (_, n) => `leaf-${n}`)
    await put('five', { id: 'root', text: 'Potoroos are told of here.', links: ids })
    for (const id of ids) await put('five', { id, text: `A page called ${id}. ${'It goes on. '.repeat(30)}` })
    for (const budget_tokens of [500, 1500, 4000]) {
      const { body } = await bundle('potoroos', { budget_tokens })
      expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(budget_tokens)
      expect(body.receipt.candidates_considered).toBe(21)
      expect(body.receipt.degraded_reasons).toContain('budget_exhausted')
    }
  })

  it('has documents whose ids are as long as ids may be', async () => {
    await source('six')
    await put('six', { id: 'x'.repeat(300), text: 'Kowaris are told of here.' })
    expect(await texts('kowaris')).toEqual(['Kowaris are told of here.'])
  })
})

it('links are asked for by the service alone: no front door leads there', async () => {
  const body = { pointers: ['1:0'], linking: ['one'], readable: ['one'] }
  expect((await acme.json('POST', '/v1/context/links', { body })).status).toBe(404)
})
