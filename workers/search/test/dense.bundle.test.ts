import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIMENSIONS, type NearDocument, NearDocuments, randomOf, vectorOf } from './near-documents.ts'

let cairn: TestCairn
let acme: Speaker
const random = randomOf(7)
const queries = Array.from({ length: 3 }, () => vectorOf(random))
const here = new NearDocuments()
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  const body = { embedder: 'caller', dimensions: DIMENSIONS }
  await acme.json('PUT', '/v1/embedder', { body })
  await acme.json('PUT', '/v1/sources/s', { body: {} })
  await add(Array.from({ length: 200 }, (_, n) => documentOf(n, n % 10 !== 9)))
})
afterAll(() => cairn?.stop())

const FILLER = 'words that say nothing of it and take up room in the index'
const TAGS = ['red', 'green', 'blue']

function documentOf(n: number, hasVector = true): NearDocument {
  const text = `lizard number ${n}: ${`${FILLER} ${n} `.repeat(20)}`
  const document = { id: `d${n}`, text, tags: [TAGS[n % 3]!] }
  return hasVector ? { ...document, embedding: vectorOf(random) } : document
}

async function add(documents: readonly NearDocument[]): Promise<void> {
  const ndjson = documents.map((one) => `${JSON.stringify(one)}\n`).join('')
  const response = await acme.send('POST', '/v1/sources/s/documents', { ndjson })
  const lines = (await response.text()).trimEnd().split('\n')
  expect(lines.filter((line) => line.includes('"refused"'))).toEqual([])
  here.write(documents)
}

const search = (body: object, speaker = acme, namespace = 'default'): Promise<Answer> =>
  speaker.json('POST', `/v1/query/search?namespace=${namespace}`, { body })

/** Ids in the order of a walk by the vector alone. */
async function walked(embedding: readonly number[], more: object = {}): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
    const at = cursor === undefined ? {} : { cursor }
    const asked = { query: 'nothing', embedding, lanes: ['Dense'], detail: 'full', limit: 40, ...more }
    const { status, body } = await search({ ...asked, ...at })
    expect([status, body.code]).toEqual([200, undefined])
    found.push(...body.pointers.map(({ document }: { document: string }) => document.slice('s/'.length)))
    cursor = body.next?.cursor
    if (cursor === undefined) break
  }
  return found
}

async function expectNearest(): Promise<void> {
  for (const query of queries) expect(await walked(query)).toEqual(here.nearest(query))
}

/** Steps until all is merged or sealed: time that must go by is taken from what is stored. */
async function settle(): Promise<void> {
  const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  for (let waits = 0; waits < 6; waits++) {
    await db.prepare('UPDATE namespace SET head_at = head_at - 700000').run()
    await db.prepare('UPDATE upload SET named_after = named_after - 130000').run()
    for (let steps = 0; steps < 50; steps++)
      if (!(await acme.json('POST', '/v1/maintenance/step')).body.more) break
  }
}

async function formats(): Promise<unknown[]> {
  const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  const sql = 'SELECT DISTINCT format FROM segment WHERE dead_at IS NULL'
  return (await db.prepare(sql).all()).results.map(({ format }) => format)
}

describe('a search by a vector alone', () => {
  test('finds every near vector, the nearest first, in pages that repeat nothing', async () => {
    await expectNearest()
    expect(here.nearest(queries[0]!).length).toBeGreaterThan(60)
    const asked = { query: 'umbrella', embedding: queries[0], detail: 'full', limit: 1 }
    const [first] = (await search(asked)).body.pointers
    expect(first.why).toBe('its vector is near that of the question; holds 0 of 1 words asked for')
  })

  test('finds what a filter lets through, as near as it is', async () => {
    const found = await walked(queries[0]!, { filter: { tags: 'red' } })
    expect(found).toEqual(here.nearest(queries[0]!, ({ tags }) => tags.includes('red')))
    const but = await walked(queries[0]!, { filter: { not: { tags: ['red', 'green'] } } })
    expect(but).toEqual(here.nearest(queries[0]!, ({ tags }) => tags.includes('blue')))
  })

  test('is the same through replacing, deleting, merging, sealing and building anew', async () => {
    await add(Array.from({ length: 20 }, (_, n) => documentOf(n * 3, n % 4 !== 3)))
    await expectNearest()
    for (let n = 0; n < 30; n++) {
      await acme.json('DELETE', `/v1/sources/s/documents/d${n * 5}`)
      here.live.delete(`d${n * 5}`)
    }
    await expectNearest()
    await settle()
    expect(await formats()).toEqual([4])
    await expectNearest()
    await add([documentOf(1), documentOf(300)])
    await expectNearest()
    await acme.json('POST', '/v1/maintenance/step?rebuild=true')
    await settle()
    await expectNearest()
  }, 120_000)

  test('that is walked shows what was there when it began, without what has gone since', async () => {
    const asked = { query: 'nothing', embedding: queries[1], lanes: ['Dense'], detail: 'full', limit: 10 }
    const before = here.nearest(queries[1]!)
    const { next } = (await search(asked)).body
    const gone = before[14]!
    await acme.json('DELETE', `/v1/sources/s/documents/${gone}`)
    here.live.delete(gone)
    await add([{ ...documentOf(400), embedding: queries[1]! }])
    const page = await search({ ...asked, cursor: next.cursor })
    expect(page.body.pointers.map(({ document }: { document: string }) => document.slice(2))).toEqual(
      before.slice(10, 20).filter((id) => id !== gone),
    )
    const other = await search({ ...asked, embedding: queries[2], cursor: next.cursor })
    expect([other.status, other.body.code]).toEqual([400, 'cursor_mismatch'])
  })
})

describe('a search by words and a vector', () => {
  test('puts first what both find, and says what each lane bore', async () => {
    const embedding = here.live.get('d7')!.embedding!
    const { body } = await search({ query: 'lizard number 7', embedding, detail: 'full' })
    expect(body.pointers[0].document).toBe('s/d7')
    const shares: { share: number }[] = Object.values(body.agent_decision.lane_attribution)
    expect(body.agent_decision.lane_attribution.Dense.share).toBeGreaterThan(0)
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })

  test('finds documents that have no vector by their words', async () => {
    const { body } = await search({ query: '"lizard number 9:"', embedding: queries[0], detail: 'full' })
    expect(body.pointers[0].document).toBe('s/d9')
  })

  test('is answered by retrieve and in the bodies of before as well', async () => {
    const asked = { query: 'nothing', embedding: queries[2], lanes: ['Dense'], limit: 1, hydrate: 'full' }
    const [nearest] = here.nearest(queries[2]!)
    const text = here.live.get(nearest!)!.text.trim()
    const retrieved = await acme.json('POST', '/v1/memory/retrieve', { body: asked })
    expect(retrieved.body.content[0].text.trim()).toBe(text)
    const legacy = await acme.json('POST', '/v1/query/search?contract=legacy', { body: asked })
    expect(legacy.body.results[0].content.trim()).toBe(text)
  })

  test('says that Dense is absent where a vector is missing or nothing can compare it', async () => {
    const named = await search({ query: 'lizard', lanes: ['Bm25', 'Dense'] })
    expect(named.body.envelope.degraded_reasons).toEqual(['lane_absent:Dense'])
    expect((await search({ query: 'lizard' })).body.envelope?.degraded_reasons).toBe(undefined)
    const elsewhere = await search({ query: 'lizard', embedding: queries[0] }, acme, 'elsewhere')
    expect([elsewhere.status, elsewhere.body.envelope.degraded_reasons]).toEqual([200, ['lane_absent:Dense']])
    const alone = await search({ query: 'lizard', lanes: ['Dense'] })
    expect([alone.status, alone.body.errors[0].pointer]).toEqual([400, '/lanes'])
    const address = await acme.json('GET', '/v1/query/search?query=lizard&lanes=Dense')
    expect([address.status, address.body.code]).toEqual([400, 'invalid_parameter'])
  })

  test('is refused with a vector that cannot be compared, and says what passes', async () => {
    for (const embedding of [queries[0]!.slice(1), Array(DIMENSIONS).fill(0), [], 'x']) {
      const { status, body } = await search({ query: 'lizard', embedding })
      expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_body', '/embedding'])
      expect(body.errors[0].message).toMatch(/^found .*expected .*this passes: /)
    }
  })
})

test('vectors cross no tenant and no namespace', async () => {
  const other = await cairn.as('other')
  for (const [speaker, namespace] of [
    [other, 'default'],
    [acme, 'second'],
  ] as const) {
    const at = (path: string) => `${path}?namespace=${namespace}`
    const embedder = { embedder: 'caller', dimensions: DIMENSIONS }
    await speaker.json('PUT', at('/v1/embedder'), { body: embedder })
    await speaker.json('PUT', at('/v1/sources/s'), { body: {} })
    const own = { id: 'own', text: 'The only one here.', embedding: queries[1]!.map((value) => value + 0.9) }
    await speaker.json('POST', at('/v1/sources/s/documents'), { body: own })
    const asked = { query: 'nothing', embedding: queries[1], lanes: ['Dense'], detail: 'full', limit: 100 }
    const { body } = await search(asked, speaker, namespace)
    expect(body.pointers.map(({ document }: { document: string }) => document)).toEqual(['s/own'])
  }
})

test('an archive gives the same bytes elsewhere, near documents included', async () => {
  const there = await cairn.as('there')
  const archive = await (await acme.send('GET', '/v1/export')).text()
  const imported = await there.send('POST', '/v1/import', { ndjson: archive })
  expect((await imported.text()).trim().split('\n').at(-1)).toContain('"finished"')
  expect((await there.json('GET', '/v1/embedder')).body).toEqual(
    (await acme.json('GET', '/v1/embedder')).body,
  )
  for (const embedding of queries)
    for (const lanes of [['Dense'], ['Bm25', 'Indexing', 'Topology', 'Dense']]) {
      const body = { query: 'lizard number 7', embedding, lanes, detail: 'full', hydrate: 'full', limit: 100 }
      const [a, b] = await Promise.all(
        [acme, there].map(async (speaker) => {
          const { pointers, content, agent_decision } = (await search(body, speaker)).body
          return { pointers, content, agent_decision }
        }),
      )
      expect(b).toEqual(a)
      expect(a!.pointers.length).toBeGreaterThan(50)
    }
})

test('an archive whose vectors are none of its embedder is refused, and so is one of no embedder', async () => {
  const lines = (await (await acme.send('GET', '/v1/export')).text()).trimEnd().split('\n')
  const refusal = async (tenant: string, changed: (line: string) => string) => {
    const speaker = await cairn.as(tenant)
    const ndjson = lines.map(changed).join('\n')
    const last = (await (await speaker.send('POST', '/v1/import', { ndjson })).text())
      .trim()
      .split('\n')
      .at(-1)!
    return JSON.parse(last).problem?.errors[0].pointer
  }
  const edited = (edit: (row: Record<string, unknown>) => void) => (line: string) => {
    const row = JSON.parse(line)
    edit(row)
    return JSON.stringify(row)
  }
  const cut = edited((row) => {
    if (row.vector) row.vector = 'AAEC'
  })
  expect(await refusal('cut', cut)).toBe('/vector')
  const bare = edited((row) => {
    if (row.type === 'export') delete row.embedder
  })
  expect(await refusal('bare', bare)).toBe('/vector')
  const odd = await (await cairn.as('odd')).json('POST', '/v1/import', {
    ndjson: edited((row) => Object.assign(row, { embedder: { name: 'caller', dimensions: 1 } }))(lines[0]!),
  })
  expect([odd.status, odd.body.errors[0].pointer]).toEqual([400, '/embedder'])
})

test('an erased document takes its vector along', async () => {
  const [nearest] = here.nearest(queries[0]!)
  const body = { scope: 'document', source: 's', document: nearest }
  expect((await acme.json('POST', '/v1/erasures', { body })).status).toBe(201)
  here.live.delete(nearest!)
  await expectNearest()
  const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  const left = await db.prepare(
    'SELECT count(*) AS n FROM passage WHERE dead_at IS NOT NULL AND vector IS NOT NULL',
  )
  expect(await left.first()).toEqual({ n: 0 })
})

test('once every vector has left rows and index, another embedder is taken', async () => {
  const other = { body: { embedder: 'caller', dimensions: 8 } }
  expect((await acme.json('PUT', '/v1/embedder', other)).body.code).toBe('embedder_in_use')
  await acme.json('DELETE', '/v1/sources/s?cascade=true')
  expect((await acme.json('PUT', '/v1/embedder', other)).body.detail).toContain('rebuild=true')
  await acme.json('POST', '/v1/maintenance/step?rebuild=true')
  await settle()
  expect((await acme.json('PUT', '/v1/embedder', other)).body.status).toBe('replaced')
})
