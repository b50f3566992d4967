import { verifyReceipt } from '@cairn/contract/receipts'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let made = 0
beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn?.stop())

const SOURCE = { kind: 'web', title: 'Keys', classification: 'primary', retrieved_at: '2026-11-30T09:30:00Z' }
const WORDS =
  'signing key rotate ninety days mail token lighthouse keeper storm lamp oil harbour ada bo'.split(' ')

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Mulberry32: the same numbers from the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Writes, replaces, deletes and retracts at random; gives back the pointers and research ids it was told. */
async function live(
  speaker: Speaker,
  seed: number,
  steps: number,
): Promise<{ pointers: string[]; passages: string[] }> {
  const random = randomOf(seed)
  const below = (count: number) => Math.floor(random() * count)
  const words = (count: number) => Array.from({ length: count }, () => WORDS[below(WORDS.length)]).join(' ')
  const pointers: string[] = []
  const passages: string[] = []
  const facts: string[] = []
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await speaker.json(method, path, body === undefined ? {} : { body })
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    return answer.body
  }
  for (const source of ['handbook', 'talks'])
    await ask('PUT', `/v1/sources/${source}`, { display_name: source })
  await ask('PUT', '/v1/research/sources/web', SOURCE)
  const writes: (() => Promise<unknown>)[] = [
    async () => {
      const text =
        below(4) === 0 ? `<h1>${words(3)}</h1><p>${words(900)}</p>` : `# ${words(2)}\n\n${words(below(700))}`
      const sent = {
        id: `d${below(12)}`,
        title: words(2),
        text,
        format: text.startsWith('<') ? 'html' : 'markdown',
        tags: [words(1)],
      }
      pointers.push(...((await ask('POST', '/v1/sources/handbook/documents', sent)).pointers ?? []))
    },
    async () => {
      const messages = Array.from({ length: 2 + below(4) }, (_, n) => ({
        speaker: n % 2 ? 'Ada' : 'Bo',
        text: words(12),
        at: '2024-03-01T09:00:00Z',
      }))
      const sent = { id: `t${below(4)}`, messages, event_at: '2024-03-01T09:00:00Z', horizon_class: 'stable' }
      pointers.push(...((await ask('POST', '/v1/sources/talks/documents', sent)).pointers ?? []))
    },
    () => ask('DELETE', `/v1/sources/handbook/documents/d${below(12)}`),
    async () => {
      const sent = {
        value: words(2),
        valid_from: `202${below(6)}`,
        confidence: below(2) ? 0.5 : 1,
        cardinality: below(3) ? 'one' : 'many',
        ...(facts.length > 0 && below(4) === 0 ? { supersedes: facts[below(facts.length)] } : {}),
      }
      const { fact_id } = await ask('PUT', `/v1/facts/${WORDS[below(3)]}/keeper`, sent)
      if (fact_id !== undefined) facts.push(fact_id)
    },
    () =>
      ask('POST', '/v1/facts/batch', {
        facts: [1, 2].map((n) => ({
          entity: WORDS[below(3)],
          key: `k${n}`,
          value: { [words(1)]: below(3) / 7 },
        })),
      }),
    async () => {
      if (facts.length > 0)
        await ask('POST', `/v1/facts/${WORDS[below(3)]}/keeper/reverify`, {
          fact_id: facts[below(facts.length)],
        })
    },
    async () => {
      if (facts.length > 0)
        await ask('POST', `/v1/facts/${WORDS[below(3)]}/keeper/retract`, {
          fact_id: facts[below(facts.length)],
          reason: 'wrong',
        })
    },
    () => ask('PUT', `/v1/sessions/chat-${below(3)}/state`, { turn: below(9), text: words(3) }),
    () => ask('DELETE', `/v1/sessions/chat-${below(3)}/state`),
    async () => {
      const pointer = pointers[below(Math.max(1, pointers.length))]
      if (pointer === undefined) return
      const { id } = await ask('POST', '/v1/research/passages/from-pointer', { pointer })
      if (id !== undefined) passages.push(id)
    },
    async () => {
      const passage = passages[below(Math.max(1, passages.length))]
      if (passage === undefined) return
      const claim = `It says “${words(1)}” and ${words(3)}`
      const sent = { id: `c${below(9)}`, message_id: 'm', claim, passage_ids: [passage], support: 'supports' }
      await ask('PUT', `/v1/research/citations/${sent.id}`, sent)
      const lists = { source_ids: ['web'], passage_ids: [passage], citation_ids: [sent.id] }
      const notes = {
        conversation_id: 'chat',
        question: words(4),
        status: 'open',
        assumptions: [words(2)],
        unresolved_questions: [],
      }
      await ask('PUT', '/v1/research/notebooks/n', { ...notes, ...lists })
    },
    () => ask('DELETE', `/v1/research/citations/c${below(9)}?cascade=true`),
  ]
  for (let step = 0; step < steps; step++) await writes[below(writes.length)]!()
  return { pointers, passages }
}

/** Whatever can be read, as [what was asked, status, bytes]. Cursors are random, and left out with what they lead to. */
async function readings(
  speaker: Speaker,
  { pointers, passages }: { pointers: string[]; passages: string[] },
) {
  const told: [string, number, string][] = []
  const ask = async (method: string, path: string, body?: object) => {
    const response = await speaker.send(method, path, body === undefined ? {} : { body })
    told.push([`${method} ${path} ${JSON.stringify(body)}`, response.status, await response.text()])
  }
  for (const query of [...WORDS, 'signing key', '"signing key"', 'Ada lighthouse storm', 'handbook d3'])
    for (const hydrate of ['pointer', 'full'])
      await ask('POST', '/v1/query/search', { query, hydrate, limit: 100 })
  await ask('POST', '/v1/query/search', {
    query: 'keeper lamp',
    filter: { source: 'talks' },
    detail: 'summary',
    limit: 100,
  })
  for (const pointer of pointers)
    await ask('POST', '/v1/query/fetch-content', { refs: [pointer], hydrate: 'full' })
  for (const entity of WORDS.slice(0, 3)) {
    for (const query of ['?hydrate=full', '?as_of=2023', '/history?hydrate=full&limit=100', '/why'])
      await ask('GET', `/v1/facts/${entity}/keeper${query}`)
    await ask('GET', `/v1/facts?entity=${entity}&include_superseded=true&hydrate=full&limit=100`)
  }
  for (const id of [0, 1, 2]) {
    await ask('GET', `/v1/sessions/chat-${id}/state?hydrate=full`)
    await ask('GET', `/v1/sessions/chat-${id}/history`)
  }
  for (const kind of ['sources', 'passages', 'citations', 'notebooks'])
    await ask('GET', `/v1/research/${kind}?limit=100`)
  for (const id of passages) await ask('GET', `/v1/research/passages/${id}`)
  for (let id = 0; id < 9; id++) await ask('GET', `/v1/research/citations/c${id}`)
  await ask('POST', '/v1/research/notebooks/n/check')
  await ask('GET', '/v1/research/notebooks/n/export?format=markdown')
  await ask('GET', '/v1/sources?limit=100')
  for (const source of ['handbook', 'talks']) await ask('GET', `/v1/sources/${source}/documents?limit=100`)
  for (let id = 0; id < 12; id++) await ask('GET', `/v1/sources/handbook/documents/d${id}`)
  return told
}

const exported = async (speaker: Speaker, query = '') => {
  const response = await speaker.send('GET', `/v1/export${query}`)
  expect(response.status).toBe(200)
  return response.text()
}
const imported = async (speaker: Speaker, ndjson: string, query = '') => {
  const response = await speaker.send('POST', `/v1/import${query}`, { ndjson })
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { status: response.status, lines, last: lines.at(-1) }
}
const isRestored = (line: string) => !['export', 'receipt', 'end'].includes(JSON.parse(line).type)
const linesOf = (ndjson: string) => ndjson.trimEnd().split('\n')

describe('an archive', () => {
  test.each([11, 12])('taken in elsewhere gives the same bytes to every read (seed %i)', async (seed) => {
    const [here, there] = [await cairn.as(`from-${seed}`), await cairn.as(`to-${seed}`)]
    const known = await live(here, seed, 70)
    const ndjson = await exported(here)
    expect((await imported(there, ndjson)).last).toMatchObject({
      status: 'finished',
      line: linesOf(ndjson).length,
    })
    const read = await readings(here, known)
    expect(read.filter(([, , text]) => text.includes('"pointers":[{')).length).toBeGreaterThan(30)
    expect(await readings(there, known)).toEqual(read)
    const again = linesOf(await exported(there))
    expect(again.filter(isRestored)).toEqual(linesOf(ndjson).filter(isRestored))
    const next = { body: { id: 'next', text: 'The lighthouse after the move.' } }
    const [a, b] = [
      await here.json('POST', '/v1/sources/handbook/documents', next),
      await there.json('POST', '/v1/sources/handbook/documents', next),
    ]
    expect(b.body).toEqual({ ...a.body, receipt: expect.any(String) })
  })

  test('of a namespace other than default keeps the number that pointers carry', async () => {
    const [here, there] = [await cairn.as('numbered'), await cairn.as('numbered-too')]
    await here.json('PUT', '/v1/sources/s', { body: {} })
    await here.json('PUT', '/v1/sources/s?namespace=team', { body: {} })
    const written = await here.json('POST', '/v1/sources/s/documents?namespace=team', {
      body: { id: 'd', text: 'lamp' },
    })
    await imported(there, await exported(here, '?namespace=team'), '?namespace=team')
    const read = await there.json('GET', '/v1/sources/s/documents/d?namespace=team')
    expect(read.body.pointers).toEqual(written.body.pointers)
  })

  test('is the same bytes while nothing is written', async () => {
    const speaker = await cairn.as('twice')
    await live(speaker, 3, 20)
    expect(await exported(speaker)).toBe(await exported(speaker))
  })

  test('holds the signed receipts of bundles, which verify there as here, and is taken in beside bundles', async () => {
    const [here, there] = [await cairn.as('bundled-from'), await cairn.as('bundled-to')]
    const known = await live(here, 31, 20)
    const asked = { body: { task_id: 't', query: 'lighthouse keeper', budget_tokens: 900 } }
    const bundle = (speaker: Speaker) => speaker.json('POST', '/v1/context/bundles', asked)
    const signed = (await bundle(here)).headers.get('Receipt')
    const all = linesOf(await exported(here))
    const kept = all
      .map((line) => JSON.parse(line))
      .find(({ type, id }) => type === 'receipt' && id === signed)
    const { keys } = (await here.json('GET', '/v1/receipts/keys')).body
    expect(await verifyReceipt(kept.text, keys)).toMatchObject({
      ok: true,
      statement: { operation: 'bundle' },
    })
    await bundle(there)
    await imported(there, all.slice(0, 9).join('\n'))
    await bundle(there)
    expect((await imported(there, all.join('\n'))).last).toEqual({ line: all.length, status: 'finished' })
    expect(await readings(there, known)).toEqual(await readings(here, known))
    expect((await there.json('GET', `/v1/receipts/${signed}`)).status).toBe(404)
  })

  test('that was cut off goes on where it ended, in as many requests as it takes', async () => {
    const [here, there] = [await cairn.as('cut-from'), await cairn.as('cut-to')]
    const known = await live(here, 21, 60)
    const all = linesOf(await exported(here))
    const through = []
    for (const end of [1, 3, 20, all.length - 1]) {
      const { last } = await imported(there, all.slice(0, end).join('\n'))
      through.push(last.line)
    }
    expect(through).toEqual([1, 3, 20, all.length - 1])
    const gap = await imported(there, [all[0], all.at(-1)].join('\n'))
    expect(gap.last).toEqual({ line: all.length, status: 'finished' })
    expect((await imported(there, all.join('\n'))).lines).toEqual([{ line: all.length, status: 'finished' }])
    expect(await readings(there, known)).toEqual(await readings(here, known))
  })

  test('is refused where anything was written, and where a line is left out or changed', async () => {
    const here = await cairn.as('refused-from')
    await live(here, 5, 20)
    const all = linesOf(await exported(here))
    const full = await imported(here, all.join('\n'))
    expect([full.status, full.last.code]).toEqual([409, 'namespace_not_empty'])
    const holed = await imported(await cairn.as('refused-1'), all.toSpliced(2, 1).join('\n'))
    expect([holed.last.status, holed.last.problem.code, holed.last.problem.errors[0].pointer]).toEqual([
      'refused',
      'invalid_body',
      '/n',
    ])
    const changed = await imported(
      await cairn.as('refused-2'),
      all.with(1, all[1]!.replaceAll('handbook', 'handbooK')).join('\n'),
    )
    expect([changed.last.status, changed.last.problem.errors[0].pointer]).toEqual(['refused', '/chain'])
    const interrupted = [all[0], JSON.stringify({ n: 2, type: 'interrupted' })].join('\n')
    expect((await imported(await cairn.as('refused-3'), interrupted)).last.status).toBe('refused')
    const between = await cairn.as('refused-4')
    await imported(between, all.slice(0, 3).join('\n'))
    await between.json('PUT', '/v1/facts/a/b', { body: { value: 1 } })
    const late = await imported(between, all.join('\n'))
    expect([late.status, late.last.code]).toEqual([409, 'namespace_not_empty'])
  })

  test('takes along what research took of facts: a citation holds, and shows when its fact is superseded', async () => {
    const [from, to] = [await cairn.as(`cites-${++made}`), await cairn.as(`cites-${++made}`)]
    const stated = await from.json('PUT', '/v1/facts/acme/oil', { body: { value: 'whale oil' } })
    const body = { pointer: `${stated.body.fact_id.slice(1)}:0` }
    const { id } = (await from.json('POST', '/v1/research/passages/from-pointer', { body })).body
    const claim = { id: 'c', message_id: 'm', claim: '“whale oil”', passage_ids: [id], support: 'supports' }
    await from.json('POST', '/v1/research/citations', { body: claim })
    expect((await imported(to, await exported(from))).status).toBe(200)
    const verdict = async () =>
      (await to.json('GET', '/v1/research/citations/c')).headers.get('citation-verdict')
    expect(await verdict()).toBe('holds')
    await to.json('PUT', '/v1/facts/acme/oil', { body: { value: 'rape oil' } })
    expect(await verdict()).toBe('fails; reasons="source_changed"')
  })

  test.each([
    ['passage', { tokens: -1 }],
    ['passage', { hash: 'x' }],
  ])('with a %s that no index takes, as of %j, is refused as what the client sent', async (type, changed) => {
    const small = await cairn.as(`index-${++made}`)
    await live(small, 5, 20)
    const all = linesOf(await exported(small))
    const at = all.findIndex((line) => JSON.parse(line).type === type && !line.includes('"dead_at"'))
    const lines = all.with(at, JSON.stringify({ ...JSON.parse(all[at]!), ...changed }))
    const { last } = await imported(await cairn.as(`index-${++made}`), lines.join('\n'))
    expect([last.status, last.problem.code]).toEqual(['refused', 'invalid_body'])
    expect(last.problem.detail).toContain('export again')
  })

  /** The archive of facts about one slug, and a change of a line in it with the end made to prove it. */
  const archiveOfFacts = async (): Promise<string[]> => {
    const speaker = await cairn.as(`facts-${++made}`)
    const state = (body: object) => speaker.json('PUT', '/v1/facts/acme/works_at', { body })
    await state({ value: 'Initech', confidence: 0.8 })
    await state({ value: 'Initrode', supersedes: 'f1', valid_from: '2024' })
    return linesOf(await exported(speaker))
  }
  const forged = async (lines: readonly string[], at: number, change: object): Promise<string> => {
    const changed = lines.with(at, JSON.stringify({ ...JSON.parse(lines[at]!), ...change }))
    let chain = ''
    for (const line of changed.slice(0, -1)) chain = await digest(`${chain}\n${line}`)
    return changed.with(-1, JSON.stringify({ ...JSON.parse(lines.at(-1)!), chain })).join('\n')
  }

  test.each([
    [1, { value: '"Initech" ' }, '/value'],
    [1, { confidence: 7 }, '/confidence'],
    [1, { entity: '..' }, '/entity'],
    [1, { effective_at: 1 }, '/effective_at'],
    [1, { batch: 3 }, '/batch'],
    [1, { retraction: '"x"' }, '/retraction'],
    [2, { valid_from_given: '2025' }, '/valid_from'],
    [2, { supersedes: 'f2' }, '/supersedes'],
    [2, { supersedes: 'f9' }, '/supersedes'],
    [2, { batch: 1 }, ''],
  ])(
    'whose line %i has a fact with %j, which no write leaves, is refused there and finds nothing',
    async (at, change, pointer) => {
      const lines = await archiveOfFacts()
      const speaker = await cairn.as(`forged-${++made}`)
      const { last } = await imported(speaker, await forged(lines, at, change))
      expect([last.status, last.problem.code, last.problem.errors[0].pointer]).toEqual([
        'refused',
        'invalid_body',
        pointer,
      ])
      expect((await speaker.json('GET', '/v1/facts/acme/works_at')).body.code).toBe('fact_not_found')
      const whole = await imported(speaker, lines.join('\n'))
      expect(whole.last).toMatchObject({ status: 'finished' })
    },
  )

  test('with a line behind its end is refused and not finished; sent again without it, it is', async () => {
    const lines = await archiveOfFacts()
    const speaker = await cairn.as('behind')
    for (const behind of [
      lines[1]!,
      JSON.stringify({ ...JSON.parse(lines[1]!), n: lines.length + 1 }),
      lines.at(-1)!,
    ]) {
      const { last } = await imported(speaker, [...lines, behind].join('\n'))
      expect([last.status, last.problem.code]).toEqual(['refused', 'invalid_body'])
      expect(last.problem.detail).toContain('behind the end')
    }
    expect((await imported(speaker, lines.join('\n'))).last).toMatchObject({ status: 'finished' })
    const late = await imported(speaker, [...lines, lines[1]!].join('\n'))
    expect([late.lines[0].status, late.last.status]).toEqual(['finished', 'refused'])
  })

  test('with a row twice is refused as what the client sent', async () => {
    const speaker = await cairn.as('twice-from')
    await speaker.json('PUT', '/v1/sources/s', { body: {} })
    const lines = linesOf(await exported(speaker))
    const again = JSON.stringify({ ...JSON.parse(lines[1]!), n: 3 })
    const { last } = await imported(await cairn.as('twice-to'), [lines[0], lines[1], again].join('\n'))
    expect([last.status, last.problem.code]).toEqual(['refused', 'invalid_body'])
    expect(last.problem.detail).toContain('there already')
  })

  test.each([
    ['source', { manifest: 'null' }, '/manifest'],
    ['document', { body: 'lamp' }, '/body'],
    ['document', { horizon_class: 'soon' }, '/horizon_class'],
    ['fact', { retraction: '3' }, '/retraction'],
    ['session', { etag: 'a"\nb' }, '/etag'],
    ['research', { document: '{}' }, '/document'],
  ])('with a %s that no write stores, as of %j, is refused at its place', async (type, changed, pointer) => {
    const small = await cairn.as(`cell-${++made}`)
    await live(small, 5, 40)
    const all = linesOf(await exported(small))
    const at = all.findIndex((line) => {
      const row = JSON.parse(line)
      return row.type === type && row.dead_at === undefined && row.deleted_at === undefined
    })
    const lines = all.with(at, JSON.stringify({ ...JSON.parse(all[at]!), ...changed }))
    const { last } = await imported(await cairn.as(`cell-${++made}`), lines.join('\n'))
    expect([last.status, last.problem.code, last.problem.errors[0].pointer]).toEqual([
      'refused',
      'invalid_body',
      pointer,
    ])
  })

  test.each([
    ['{}', '/n'],
    ['{"n":2,"type":"x"}', '/type'],
    ['{"n":2,"type":"source","id":1}', '/id'],
    ['{"n":2,"type":"source","id":"s","created_at":1,"updated_at":1}', '/manifest'],
    ['{"n":2,"type":"source","id":"s","manifest":"{","created_at":1,"updated_at":1}', '/manifest'],
    ['{"n":2,"type":"source","id":"s","manifest":"{}","created_at":0.5,"updated_at":1}', '/created_at'],
    ['{"n":2,"type":"source","id":"s","manifest":"{}","created_at":1,"updated_at":1,"extra":1}', '/extra'],
    ['[]', ''],
  ])('with the line %s is refused at its place', async (line, pointer) => {
    const speaker = await cairn.as(`line-${++made}`)
    const header = {
      type: 'export',
      format: 1,
      epoch: 'e',
      number: 1,
      version: 1,
      written_at: 0,
      documents: 0,
      passages: 0,
      facts: 0,
      bytes: 0,
    }
    const { last } = await imported(speaker, `${JSON.stringify({ n: 1, ...header })}\n${line}`)
    expect([last.status, last.problem.code, last.problem.errors[0].pointer]).toEqual([
      'refused',
      'invalid_body',
      pointer,
    ])
  })

  test.each([
    ['number', 0],
    ['number', Number.MAX_SAFE_INTEGER],
    ['version', Number.MAX_SAFE_INTEGER],
    ['written_at', 8.64e15 + 1],
  ])(
    'whose header has the %s %d, which nothing could be numbered after, leaves no namespace',
    async (name, value) => {
      const speaker = await cairn.as(`header-${++made}`)
      const counts = { documents: 0, passages: 0, facts: 0, bytes: 0 }
      const header = {
        n: 1,
        type: 'export',
        format: 1,
        epoch: 'e',
        number: 1,
        version: 1,
        written_at: 0,
        ...counts,
      }
      const line = JSON.stringify({ ...header, [name]: value })
      const response = await speaker.send('POST', '/v1/import?namespace=new', { ndjson: line })
      const problem = (await response.json()) as { code: string; errors: { pointer: string }[] }
      expect([response.status, problem.code, problem.errors[0]?.pointer]).toEqual([
        400,
        'invalid_body',
        `/${name}`,
      ])
      expect((await speaker.json('GET', '/v1/namespaces')).body.namespaces).toEqual([])
    },
  )

  test('of nothing, without a header or as JSON is refused', async () => {
    const speaker = await cairn.as('nothing')
    expect((await speaker.json('GET', '/v1/export')).body.code).toBe('namespace_not_found')
    expect((await imported(speaker, '')).last.code).toBe('invalid_body')
    expect((await imported(speaker, '{"n":1,"type":"end","chain":"x"}')).last.code).toBe('invalid_body')
    expect((await speaker.json('POST', '/v1/import', { body: {} })).status).toBe(415)
  })

  test('asks for the scope admin', async () => {
    const speaker = await cairn.as('scoped', { scopes: ['library:read', 'library:write'] })
    expect((await speaker.json('GET', '/v1/export')).body.code).toBe('insufficient_scope')
    expect((await imported(speaker, '')).last.code).toBe('insufficient_scope')
  })
})

test('the usage of a namespace counts what is live, before its first write nothing', async () => {
  const speaker = await cairn.as('user')
  const quota = { passages_max: null, bytes_max: null }
  const research = { sources: 0, passages: 0, citations: 0, notebooks: 0 }
  const nothing = { documents: 0, passages: 0, facts: 0, bytes: 0, commits: 0 }
  const usage = async () => (await speaker.json('GET', '/v1/usage')).body
  expect(await usage()).toEqual({ namespace: 'default', ...nothing, research, quota })
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  await speaker.json('POST', '/v1/sources/s/documents', { body: { id: 'd', text: 'lamp' } })
  await speaker.json('PUT', '/v1/facts/a/b', { body: { value: 'é' } })
  await speaker.json('PUT', '/v1/research/sources/web', { body: SOURCE })
  const counted = { documents: 1, passages: 1, facts: 1, commits: 3 }
  expect(await usage()).toMatchObject({ ...counted, research: { ...research, sources: 1 } })
  expect((await usage()).bytes).toBeGreaterThan(20)
  await speaker.json('DELETE', '/v1/research/sources/web')
  expect((await usage()).research).toEqual(research)
})
