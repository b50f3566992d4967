import { type Client, createClient, etagOf, Refused } from '@cairn/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCairn, type TestCairn } from '../../test-kit/src/start-cairn.ts'

let cairn: TestCairn
let client: Client
beforeAll(async () => {
  cairn = await startCairn()
  client = createClient({ baseUrl: cairn.url, token: () => cairn.token('acme'), validate: true })
  await client.putSource({ source: 'notes', manifest: { display_name: 'Notes', kinds: ['doc'] } })
  await client.addDocument({
    source: 'notes',
    document: { id: 'guide/keys', title: 'Keys', text: 'Rotate the signing key every 90 days.' },
  })
})
afterAll(() => cairn?.stop())

/** Documents of a few hundred tokens that all speak of one thing. */
const chapters = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    id: `chapter-${from + n}`,
    title: `Chapter ${from + n}`,
    text: `The lantern of keeper ${from + n} says "${'light "quoted" on\\off\n'.repeat(5 + ((from + n) % 7) * 9)}"`,
  }))

async function settled<T>(walk: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of walk) all.push(one)
  return all
}

describe('facts', () => {
  it('are stated, read, listed and remembered', async () => {
    const stated = await client.putFact({
      entity: 'acme',
      key: 'signing key',
      value: 'k-1',
      valid_from: '2026',
    })
    expect(stated).toMatchObject({ existed: false, current: true, canonical_slug: 'acme/signing%20key' })
    await client.putFact({ entity: 'acme', key: 'signing key', value: 'k-2', valid_from: '2026-11' })
    const created = await client.createFact({ entity: 'acme', key: 'seat', value: { city: 'Bern' } })
    expect(created.fact_id).toMatch(/^f\d/)
    const read = await client.getFact({ entity: 'acme', key: 'signing key', hydrate: 'full' })
    expect(read.content.map(({ text }) => text)).toEqual(['k-2'])
    const listed = await client.listFacts({ entity: 'acme' })
    expect(listed.envelope.memories_used).toHaveLength(2)
    const history = await client.factHistory({ entity: 'acme', key: 'signing key', hydrate: 'full' })
    expect(history.content.map(({ text }) => text)).toEqual(['k-2', 'k-1'])
  })

  it('are walked page by page', async () => {
    for (const n of [1, 2, 3]) await client.putFact({ entity: 'walk', key: `k${n}`, value: n })
    const pages = await settled(client.listFactsPages({ entity: 'walk', limit: 1 }))
    const topics = pages.flatMap(({ envelope }) => envelope.memories_used?.map(({ topic }) => topic) ?? [])
    expect(topics).toEqual(['walk/k1', 'walk/k2', 'walk/k3'])
    await client.putFact({ entity: 'walk', key: 'k1', value: 'other' })
    const versions = await settled(
      client.factHistoryPages({ entity: 'walk', key: 'k1', limit: 1, hydrate: 'full' }),
    )
    expect(versions.flatMap(({ content }) => content.map(({ text }) => text))).toEqual(['other', '1'])
  })

  it('are stated only while what was read still holds, when told so', async () => {
    const name = { entity: 'guarded', key: 'k' }
    const { fact_id } = await client.putFact({ ...name, value: 1 })
    const ifMatch = etagOf(await client.getFact(name))!
    await client.reverifyFact({ ...name, fact_id }, { ifMatch })
    await client.putFact({ ...name, value: 2 }, { ifMatch })
    const refused = { code: 'precondition_failed' }
    await expect(client.createFact({ ...name, value: 3 }, { ifMatch })).rejects.toMatchObject(refused)
    await expect(client.retractFact({ ...name, fact_id }, { ifMatch })).rejects.toMatchObject(refused)
    expect((await client.getFact({ ...name, hydrate: 'full' })).content[0]?.text).toBe('2')
  })

  it('are created once under one key', async () => {
    const statement = { entity: 'once', key: 'k', value: 1 }
    const first = await client.createFact(statement, { idempotencyKey: 'one' })
    expect(await client.createFact(statement, { idempotencyKey: 'one' })).toEqual(first)
    await expect(
      client.createFact({ ...statement, value: 2 }, { idempotencyKey: 'one' }),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 })
  })
})

describe('session states', () => {
  it('are stored, guarded, read, remembered and deleted', async () => {
    const session = 'chat 42'
    const first = await client.putSessionState(
      { session, state: { step: 1 }, ttl_seconds: 3600 },
      { ifNoneMatch: '*' },
    )
    await expect(
      client.putSessionState({ session, state: { step: 0 } }, { ifNoneMatch: '*' }),
    ).rejects.toMatchObject({ code: 'precondition_failed' })
    await client.putSessionState({ session, state: { step: 2 } }, { ifMatch: first.etag })
    await expect(
      client.putSessionState({ session, state: { step: 3 } }, { ifMatch: first.etag }),
    ).rejects.toMatchObject({ code: 'precondition_failed' })
    const read = await client.sessionState({ session, hydrate: 'full' })
    expect(read.content[0]?.text).toBe('{"step":2}')
    const { versions } = await client.sessionHistory({ session })
    expect(versions.map(({ state }) => state)).toEqual([{ step: 2 }, { step: 1 }])
    expect(await client.deleteSessionState({ session })).toMatchObject({ session_id: session, deleted: true })
    await expect(client.sessionState({ session })).rejects.toMatchObject({
      code: 'session_not_found',
      resolution: '__bootstrap__::resolution:SessionNotFound',
    })
  })
})

describe('the library', () => {
  it('keeps sources', async () => {
    expect(await client.getSource({ source: 'notes' })).toMatchObject({
      display_name: 'Notes',
      kinds: ['doc'],
    })
    await client.putSource({ source: 'other', manifest: {} })
    const ids = (await client.listSources()).sources.map(({ source_id }) => source_id)
    expect(ids).toEqual(expect.arrayContaining(['notes', 'other']))
    const pages = await settled(client.listSourcesPages({ limit: 1 }))
    expect(pages.map(({ sources }) => sources.length)).toEqual(ids.map(() => 1))
    expect(await client.deleteSource({ source: 'other', cascade: true })).toMatchObject({ deleted: true })
  })

  it('gives a document back as it was sent, lists it and deletes it', async () => {
    const document = { id: 'a/b c?', title: 'Odd', text: '# Odd\n\nnames', tags: ['odd'] }
    const added = await client.addDocument({ source: 'notes', document })
    expect(added).toMatchObject({ id: 'a/b c?', status: 'created' })
    expect(await client.getDocument({ source: 'notes', document: 'a/b c?' })).toEqual({
      ...document,
      source_id: 'notes',
      pointers: added.pointers,
    })
    const pages = await settled(client.listDocumentsPages({ source: 'notes', limit: 1 }))
    expect(pages.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual(['a/b c?', 'guide/keys'])
    expect((await client.listDocuments({ source: 'notes', limit: 100 })).documents).toHaveLength(2)
    expect(await client.deleteDocument({ source: 'notes', document: 'a/b c?' })).toMatchObject({
      id: 'a/b c?',
      deleted: true,
    })
    await expect(client.getDocument({ source: 'notes', document: 'a/b c?' })).rejects.toMatchObject({
      code: 'document_gone',
    })
  })

  it('takes documents as they come and answers each, refused ones with the reason', async () => {
    await client.putSource({ source: 'stream', manifest: {} })
    async function* documents() {
      yield* chapters(30)
      yield { id: 'bad', text: 'x', created_at: 'yesterday' }
      yield { id: 'last', text: 'the end' }
    }
    const answers = await settled(
      client.addDocuments({ source: 'stream', documents: documents() }, { batch: { linesMax: 7 } }),
    )
    expect(answers.map(({ line }) => line)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1))
    expect(answers.filter(({ status }) => status === 'created')).toHaveLength(31)
    expect(answers[30]).toMatchObject({ id: 'bad', status: 'refused', problem: { code: 'invalid_body' } })
  })

  it('finds at once what was just ingested', async () => {
    await client.search({ query: 'lantern' })
    await settled(
      client.addDocuments(
        {
          source: 'stream',
          documents: [...chapters(3, 100), { id: 'zebra', text: 'A zebra stands here.' }],
        },
        { batch: { linesMax: 2 } },
      ),
    )
    expect((await client.search({ query: 'zebra' })).pointers).toHaveLength(1)
  })

  it('names its namespaces, and is maintained', async () => {
    await client.putFact({ entity: 'e', key: 'k', value: 1 }, { namespace: 'aside' })
    const { namespaces } = await client.listNamespaces()
    expect(namespaces.map(({ name }) => name).sort()).toEqual(['aside', 'default'])
    expect(await client.maintenanceStep()).toMatchObject({ more: expect.any(Boolean) })
  })
})

describe('questions', () => {
  it('are answered by pages of pointers, which fetchContent reads', async () => {
    const found = await client.search({ query: 'how often is the signing key rotated?', limit: 1 })
    const [pointer] = found.pointers
    const read = await client.fetchContent({ refs: [pointer!.id], hydrate: 'full' })
    expect(read.content[0]?.text).toBe('Rotate the signing key every 90 days.')
    expect(read.content[0]?.token_count).toBe(found.cost_estimate.full)
  })

  it('are walked to the end, or to the bound and on from its cursor', async () => {
    const all = await settled(client.searchPages({ query: 'lantern', limit: 7 }))
    const ids = all.flatMap(({ pointers }) => pointers.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(20)
    const [first] = await settled(client.searchPages({ query: 'lantern', limit: 7 }, { pagesMax: 1 }))
    const rest = await settled(
      client.searchPages({ query: 'lantern', limit: 7, cursor: first!.next!.cursor! }),
    )
    expect([first!, ...rest].flatMap(({ pointers }) => pointers.map(({ id }) => id))).toEqual(ids)
    const walked = await settled(client.fetchContentPages({ refs: ids, token_budget: 900 }))
    expect(new Set(walked.flatMap(({ pointers }) => pointers.map(({ id }) => id))).size).toBe(ids.length)
  })

  it.each([1, 50, 200, 500, 1500, 100_000])(
    'are hydrated within %i tokens, as much as fits',
    async (budget) => {
      const found = await client.search({ query: 'lantern keeper', limit: 20 })
      const ids = [...new Set([...found.agent_decision.read_pointers, ...found.pointers].map(({ id }) => id))]
      const costs = await client.fetchContent({ refs: ids, hydrate: 'full' })
      const counts = new Map(costs.content.map((item) => [item.id, item.token_count]))
      let [fits, tokens] = [0, 0]
      while (fits < ids.length && tokens + counts.get(ids[fits]!)! <= budget)
        tokens += counts.get(ids[fits++]!)!
      const read = await client.hydrate(found, { budget })
      expect(read.items.map(({ id }) => id)).toEqual(ids.slice(0, fits))
      expect(read).toMatchObject({ tokens, calls: 1 })
      expect(read.items.every(({ id, pointer }) => pointer.id === id && pointer.score !== undefined)).toBe(
        true,
      )
      const named = await client.hydrate(ids, { budget })
      expect(named.items.map(({ id }) => id)).toEqual(ids.slice(0, fits))
      expect(read.leftOut).toEqual(ids.slice(fits).map((id) => ({ id, reason: 'budget' })))
    },
  )

  it('are hydrated but for what is gone or was never there', async () => {
    const { pointers } = await client.addDocument({
      source: 'notes',
      document: { id: 'tmp', text: 'soon gone' },
    })
    await client.deleteDocument({ source: 'notes', document: 'tmp' })
    const unreadable = [
      { id: pointers[0], reason: 'pointer_gone' },
      { id: '999999:0', reason: 'pointer_not_found' },
    ]
    const refs = [pointers[0]!, '999999:0']
    expect(await client.hydrate(refs, { budget: 100 })).toMatchObject({ items: [], leftOut: unreadable })
    const { pointers: live } = await client.search({ query: 'rotate signing key', limit: 1 })
    const read = await client.hydrate([...refs, live[0]!], { budget: 100 })
    expect(read.items.map(({ text }) => text)).toEqual(['Rotate the signing key every 90 days.'])
    expect(read.leftOut).toEqual(unreadable)
  })

  it('have the shape of before CRC-v1 for who asks so', async () => {
    const before = createClient({ baseUrl: cairn.url, token: await cairn.token('acme'), contract: 'legacy' })
    const found = await before.search({ query: 'signing key' })
    expect(found.results[0]?.content).toContain('signing key')
    const read = await before.hydrate(['999999:0'], { budget: 10 })
    expect(read.leftOut).toEqual([{ id: '999999:0', reason: 'pointer_not_found' }])
  })
})

describe('the service', () => {
  it('tells its topics', async () => {
    expect((await client.listTopics()).topics.map(({ topic }) => topic)).toContain('limits')
    expect(await client.getTopic({ topic: 'limits' })).toMatchObject({
      data: { refsMax: 100, tokenBudgetMin: 64, tokenBudgetMax: 25_000 },
    })
    expect(await client.getTopic({ topic: '__bootstrap__::resolution:PointerGone' })).toMatchObject({
      topic: 'resolution:PointerGone',
    })
    expect(await client.getTopic({ topic: 'tool-output' })).toHaveProperty('$schema')
  })

  it('is judged', async () => {
    const run = await client.startRun()
    expect((await client.stepRun({ run: run.id })).id).toBe(run.id)
    expect((await client.getRun({ run: run.id })).text).toBeTypeOf('string')
    expect((await client.listRuns()).runs.map(({ id }) => id)).toContain(run.id)
    const verdict = await client.validateDocument({ document: { contract: 'crc-v1' } })
    expect(verdict.conformant).toBe(false)
  })

  it('tells that it runs and what it is', async () => {
    const stranger = createClient({ baseUrl: cairn.url })
    expect(await stranger.health()).toMatchObject({ status: 'ok' })
    expect(await stranger.ready()).toMatchObject({ status: 'ready' })
    expect(await stranger.openapi()).toHaveProperty('openapi')
    expect(await stranger.contractFile({ file: 'crc-v1.schema.json' })).toHaveProperty('$schema')
    expect(await stranger.protectedResource()).toHaveProperty('bearer_methods_supported')
    await expect(stranger.search({ query: 'x' })).rejects.toThrow(Refused)
  })
})

it('speaks of one namespace when told to, and remembers versions by namespace', async () => {
  const aside = createClient({ baseUrl: cairn.url, token: await cairn.token('acme'), namespace: 'side-2' })
  expect(aside.consistencyToken()).toBeNull()
  await aside.putFact({ entity: 'e', key: 'k', value: 'here' })
  expect(aside.consistencyToken()).toMatch(/\.\d+$/)
  expect(aside.consistencyToken('default')).toBeNull()
  await expect(aside.getFact({ entity: 'e', key: 'k' }, { namespace: 'default' })).rejects.toMatchObject({
    code: 'fact_not_found',
  })
  expect(await aside.getFact({ entity: 'e', key: 'k' }, { consistency: 'strong' })).toBeDefined()
})

it('takes a namespace out and into another deployment or tenant, a notebook as Markdown included', async () => {
  const [here, there] = [
    createClient({ baseUrl: cairn.url, token: await cairn.token('mover') }),
    createClient({ baseUrl: cairn.url, token: await cairn.token('moved') }),
  ]
  await here.putSource({ source: 'notes', manifest: {} })
  const { pointers } = await here.addDocument({
    source: 'notes',
    document: { id: 'd', text: 'A lighthouse.' },
  })
  const passage = await here.passageFromPointer({ pointer: pointers[0]! })
  const lists = { source_ids: [passage.source_id], passage_ids: [passage.id], citation_ids: [] }
  const notes = { status: 'open' as const, assumptions: [], unresolved_questions: [] }
  await here.createNotebook({ id: 'n', conversation_id: 'c', question: 'What?', ...lists, ...notes })
  const answers = []
  for await (const answer of there.importNamespace({ archive: here.exportNamespace() })) answers.push(answer)
  expect(answers.at(-1)).toMatchObject({ status: 'finished' })
  const markdown = { id: 'n', format: 'markdown' as const }
  expect(await there.exportNotebook(markdown)).toBe(await here.exportNotebook(markdown))
  expect(await there.usage()).toMatchObject({ documents: 1, research: { sources: 1, notebooks: 1 } })
})
