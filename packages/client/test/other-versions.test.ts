import { createClient } from '@cairn/client'
import { describe, expect, it } from 'vitest'
import { fakeService, fakeTime, json, ndjson, type Seen } from '../src/fake-service.fixture.ts'

function speaking(answer: (seen: Seen) => Response) {
  return createClient({
    baseUrl: 'http://cairn.test',
    fetch: fakeService(answer).fetch,
    time: fakeTime(),
    validate: true,
  })
}
const decision = { load_bearing_lane: 'Bm25', fused_confidence: null, suggested_next_lane: 'None' }
const page = {
  contract: 'crc-v1',
  kind: 'search',
  hydrate_tier: 'pointer',
  pointers: [{ id: '1:0', brand_new: 1 }, { id: '1:1' }],
  cost_estimate: { pointer: 9, summary: 9, full: 9 },
}
const fetched = {
  contract: 'crc-v1',
  kind: 'addressed',
  hydrate_tier: 'full',
  pointers: [{ id: '1:0' }],
  content: [{ id: '1:0', text: 'body', token_count: 1, brand_new: 1 }],
  cost_estimate: { pointer: 9, summary: 1, full: 1 },
  agent_decision: null,
}

describe('a newer service', () => {
  const newer = { 'Contract-Version': '1.1.0', 'Brand-New': '1' }

  it('may add members anywhere: they are kept', async () => {
    const answer = {
      ...page,
      agent_decision: { ...decision, read_pointers: [], brand_new: [] },
      brand_new: { a: 1 },
    }
    expect(await speaking(() => json(answer, newer)).search({ query: 'x' })).toEqual(answer)
    const listed = { sources: [{ source_id: 's', brand_new: 1 }], next: { brand_new: 1 }, total: 1 }
    expect(await speaking(() => json(listed, newer)).listSources()).toEqual(listed)
  })

  it('may refuse with a code that is not known here, of a status that is not either', async () => {
    const problem = { status: 451, code: 'withheld', title: 'Withheld', because: 'law' }
    const client = speaking(() => Response.json(problem, { status: 451, headers: newer }))
    await expect(client.search({ query: 'x' })).rejects.toMatchObject({
      name: 'Refused',
      code: 'withheld',
      status: 451,
      problem,
    })
  })

  it('may say of a document, or of a pointer, what is not known here', async () => {
    const lines =
      '{"line":1,"id":"a","status":"queued","pointers":[],"until":"noon"}\n{"line":2,"id":"b","status":"refused","pointers":[],"problem":{"status":422,"code":"withheld"}}\n'
    const client = speaking(({ url }) =>
      url.pathname.endsWith('documents')
        ? ndjson([lines])
        : json(
            { ...fetched, envelope: { unavailable: [{ id: '1:1', code: 'withheld', because: 'law' }] } },
            newer,
          ),
    )
    const answers: object[] = []
    const documents = ['a', 'b'].map((id) => ({ id, text: 'x' }))
    for await (const answer of client.addDocuments({ source: 's', documents })) answers.push(answer)
    expect(answers).toEqual(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    const read = await client.hydrate(['1:0', '1:1'], { budget: 9 })
    expect(read.items).toEqual([{ ...fetched.content[0], pointer: { id: '1:0' } }])
    expect(read.leftOut).toEqual([{ id: '1:1', reason: 'withheld' }])
  })
})

describe('an older service, or one of another make', () => {
  it('may leave out what the schema does not ask for', async () => {
    const bare = { ...page, agent_decision: decision }
    const client = speaking(({ url }) => json(url.pathname.endsWith('search') ? bare : fetched))
    const found = await client.search({ query: 'x' })
    expect(found).toEqual(bare)
    const read = await client.hydrate(found, { budget: 9 })
    expect(read.items.map(({ id }) => id)).toEqual(['1:0'])
    expect(client.consistencyToken()).toBeNull()
    const pages: object[] = []
    for await (const one of client.searchPages({ query: 'x' })) pages.push(one)
    expect(pages).toEqual([bare])
  })

  it('may not count its bodies: then none is read, since nobody knows what it costs', async () => {
    const client = speaking(() =>
      json({ ...fetched, content: [{ id: '1:0', text: 'body', token_count: null }] }),
    )
    const read = await client.hydrate(['1:0'], { budget: 9 })
    expect(read).toMatchObject({ items: [], leftOut: [{ id: '1:0', reason: 'uncounted' }] })
  })

  it('may tell of a refusal no more than its code, and number lines of its answers not at all', async () => {
    const client = speaking(({ n }) =>
      n === 1
        ? Response.json({ code: 'not_found' }, { status: 404 })
        : ndjson(['{"id":"a","status":"created"}']),
    )
    await expect(client.listSources()).rejects.toMatchObject({
      code: 'not_found',
      errors: [],
      resolution: null,
      detail: 'refused',
    })
    for await (const answer of client.addDocuments({ source: 's', documents: [{ id: 'a', text: 'x' }] }))
      expect(answer).toEqual({ id: 'a', status: 'created', line: 1 })
  })
})
