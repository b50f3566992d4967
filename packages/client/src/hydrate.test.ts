import type { SearchAnswer } from '@cairn/contract/crc-v1'
import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { fakeService, json, problem, type Seen } from './fake-service.fixture.ts'

const page: SearchAnswer<'pointer'> = {
  contract: 'crc-v1',
  kind: 'search',
  hydrate_tier: 'pointer',
  pointers: [
    { id: '1:0', score: 0.9, epitome: 'one' },
    { id: '1:1', score: 0.8 },
    { id: '1:2', score: 0.7 },
  ],
  cost_estimate: { pointer: 30, summary: 30, full: 60 },
  agent_decision: {
    load_bearing_lane: 'Bm25',
    fused_confidence: null,
    suggested_next_lane: 'None',
    read_pointers: [{ id: '1:2' }],
  },
}
const bodyOf = (id: string, tokens = 20) => ({ id, text: `body of ${id}`, token_count: tokens })
const askedBy = ({ body }: Seen) =>
  JSON.parse(body!) as { refs: string[]; hydrate: string; token_budget?: number }

function reading(answer: (seen: Seen) => Response = answerAll) {
  const service = fakeService(answer)
  return {
    client: createClient({ baseUrl: 'http://cairn.test', fetch: service.fetch }),
    requests: service.requests,
  }
}
function answerAll(seen: Seen): Response {
  const { refs } = askedBy(seen)
  return json({ pointers: refs.map((id) => ({ id, score: null })), content: refs.map((id) => bodyOf(id)) })
}

describe('hydrate', () => {
  it('reads what the search says to read, then the rest in order, joined to the pointers by id', async () => {
    const { client, requests } = reading()
    const read = await client.hydrate(page, { budget: 60 })
    expect(requests.map(askedBy)).toEqual([{ refs: ['1:2', '1:0', '1:1'], hydrate: 'full' }])
    expect(read).toMatchObject({ tokens: 60, calls: 1, leftOut: [] })
    expect(read.items[1]).toEqual({ ...bodyOf('1:0'), pointer: page.pointers[0] })
  })

  it('bounds the answer when the page would cost more than the budget', async () => {
    const { client, requests } = reading()
    const read = await client.hydrate(page, { budget: 59 })
    expect(askedBy(requests[0]!).token_budget).toBeGreaterThan(59)
    expect(read.items.map(({ id }) => id)).toEqual(['1:2', '1:0'])
    expect(read.leftOut).toEqual([{ id: '1:1', reason: 'budget' }])
  })

  it('reads summaries when asked to, at their cost', async () => {
    const { client, requests } = reading()
    await client.hydrate(page, { budget: 30, tier: 'summary' })
    expect(askedBy(requests[0]!)).toEqual({ refs: ['1:2', '1:0', '1:1'], hydrate: 'summary' })
  })

  it('does not read what came with the page', async () => {
    const { client, requests } = reading()
    const hydrated = {
      ...page,
      hydrate_tier: 'full',
      content: [bodyOf('1:2'), { ...bodyOf('1:0'), tier: 'summary' }],
    }
    const read = await client.hydrate(hydrated as unknown as SearchAnswer, { budget: 60 })
    expect(requests.map((seen) => askedBy(seen).refs)).toEqual([['1:0', '1:1']])
    expect(read.items.map(({ id }) => id)).toEqual(['1:2', '1:0', '1:1'])
    const { requests: none, client: other } = reading()
    await other.hydrate(
      { ...hydrated, content: page.pointers.map(({ id }) => bodyOf(id)) } as unknown as SearchAnswer,
      { budget: 60 },
    )
    expect(none).toHaveLength(0)
  })

  it('takes ids and pointers, each once, a hundred a call', async () => {
    const ids = Array.from({ length: 150 }, (_, n) => `9:${n}`)
    const { client, requests } = reading()
    const read = await client.hydrate([...ids, { id: '9:0', score: 1 }], { budget: 10_000 })
    expect(requests.map((seen) => askedBy(seen).refs.length)).toEqual([100, 50])
    expect(read).toMatchObject({ tokens: 3000, calls: 2 })
    expect(read.items[0]?.pointer).toEqual({ id: '9:0', score: 1 })
  })

  it('does not take a lesser body for a whole one', async () => {
    const { client } = reading(() =>
      json({ pointers: [], content: [{ ...bodyOf('1:2', 5), tier: 'summary' }] }),
    )
    expect(await client.hydrate(page, { budget: 10 })).toMatchObject({ items: [], tokens: 0, calls: 1 })
  })

  it('says why what cannot be read cannot', async () => {
    const { client } = reading((seen) =>
      json({
        pointers: [],
        content: askedBy(seen)
          .refs.slice(1)
          .map((id) => bodyOf(id)),
        envelope: { unavailable: [{ id: '1:2', code: 'brand_new' }] },
      }),
    )
    const read = await client.hydrate(page, { budget: 60 })
    expect(read.items.map(({ id }) => id)).toEqual(['1:0', '1:1'])
    expect(read.leftOut).toEqual([{ id: '1:2', reason: 'brand_new' }])
  })

  it('does not take the summaries of a page for its bodies', async () => {
    const { client, requests } = reading()
    const summaries = { ...page, hydrate_tier: 'summary', content: page.pointers.map(({ id }) => bodyOf(id)) }
    await client.hydrate(summaries as unknown as SearchAnswer, { budget: 60 })
    expect(requests.map((seen) => askedBy(seen).refs.length)).toEqual([3])
  })

  it('says of each pointer why when none of them can be read', async () => {
    const errors = [{ pointer: '/refs/1', rule: 'pointer_gone', message: 'was deleted' }]
    const { client } = reading(() => Response.json({ code: 'pointer_not_found', errors }, { status: 404 }))
    expect((await client.hydrate(['8:0', '8:1'], { budget: 5 })).leftOut).toEqual([
      { id: '8:0', reason: 'pointer_not_found' },
      { id: '8:1', reason: 'pointer_gone' },
    ])
  })

  it('leaves everything out when not even a pointer fits', async () => {
    const { client } = reading(() => problem(400, 'budget_too_small'))
    expect((await client.hydrate(['1:0'], { budget: 5 })).leftOut).toEqual([{ id: '1:0', reason: 'budget' }])
  })

  it('passes on every other refusal', async () => {
    const { client } = reading(() => problem(403, 'insufficient_scope'))
    await expect(client.hydrate(page, { budget: 5 })).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses a budget of %d', async (budget) => {
    await expect(reading().client.hydrate(page, { budget })).rejects.toThrow(RangeError)
  })
})
