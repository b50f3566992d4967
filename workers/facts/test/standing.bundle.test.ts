import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { judged, refused } from './judged.ts'

/** What the tests look at in the reasons of a fact. */
interface Reasons {
  readonly fact_id: string
  readonly standing: string
  readonly order: { readonly effective_from: string }
  readonly successor: { readonly fact_id: string; readonly by: string } | null
}

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
  ada = await cairn.as(`standing-${++tenants}`)
})

const put = async (slug: string, value: unknown, more: object = {}) =>
  (await ada.json('PUT', `/v1/facts/${slug}`, { body: { value, ...more } })).body
const post = (address: string, body: unknown, headers = {}) =>
  ada.json('POST', `/v1/facts${address}`, { body, headers })
const read = async (slug: string, query = '') =>
  judged(await ada.json('GET', `/v1/facts/${slug}?hydrate=full${query}`)).content.map(
    (item: { text: string }) => item.text,
  )
const why = async (slug: string, query = '') => {
  const answer = await ada.json('GET', `/v1/facts/${slug}/why?${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const check = async (facts: object[], moment: object = {}) => {
  const answer = await post('/check', { facts, ...moment })
  expect(answer.status).toBe(200)
  return answer.body.facts
}

describe('retraction', () => {
  test('what was wrong no longer holds, what held before holds again, and the history tells both', async () => {
    const right = await put('ada/works_at', 'Initech', { valid_from: '2020' })
    const wrong = await put('ada/works_at', 'Globex', { valid_from: '2021' })
    const answer = await post('/ada/works_at/retract', { fact_id: wrong.fact_id, reason: 'misheard' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      fact_id: wrong.fact_id,
      entity: 'ada',
      key: 'works_at',
      existed: false,
      retracted_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      reason: 'misheard',
      canonical_slug: 'ada/works_at',
      receipt: expect.stringMatching(/^r/),
    })
    expect(await read('ada/works_at')).toEqual(['Initech'])
    const { facts } = await why('ada/works_at')
    expect(facts.map((one: { fact_id: string; standing: string }) => [one.fact_id, one.standing])).toEqual([
      [wrong.fact_id, 'retracted'],
      [right.fact_id, 'current'],
    ])
    expect(facts[0].retraction).toEqual({
      retracted_at: answer.body.retracted_at,
      reason: 'misheard',
    })
  })

  test('a second retraction is told of the first and changes nothing', async () => {
    const { fact_id } = await put('ada/k', 'v')
    const first = await post('/ada/k/retract', { fact_id, reason: 'one' })
    const second = await post('/ada/k/retract', { fact_id, reason: 'two' })
    expect(second.body).toEqual({ ...first.body, existed: true, receipt: null })
  })

  test('what was known before the retraction is still read as known then', async () => {
    const { fact_id } = await put('ada/k', 'v')
    const known = new Date().toISOString()
    await post('/ada/k/retract', { fact_id })
    expect((await ada.json('GET', '/v1/facts/ada/k')).status).toBe(404)
    const then = await ada.json('GET', `/v1/facts/ada/k?hydrate=full&recorded_as_of=${known}`)
    // The retraction may share its millisecond with the moment asked about.
    expect(then.status === 404 || then.body.content[0].text === 'v').toBe(true)
    expect((await why('ada/k')).facts[0].standing).toBe('retracted')
  })

  test.each(['f999', 'f1.7'])('%s is a fact of no slug: 404', async (fact_id) => {
    await put('ada/k', 'v')
    expect(refused(await post('/ada/k/retract', { fact_id }), 404)).toBe('fact_not_found')
    expect(refused(await post('/ada/k/reverify', { fact_id }), 404)).toBe('fact_not_found')
  })

  test('its history says of each fact whether it holds, was replaced or was wrong', async () => {
    const first = await put('marks/owner', 'Ada', { valid_from: '2020' })
    const second = await put('marks/owner', 'Bob', { valid_from: '2021' })
    const third = await put('marks/owner', 'Eve', { valid_from: '2022' })
    const retracted = await post('/marks/owner/retract', { fact_id: third.fact_id, reason: 'misheard' })
    const { body } = await ada.json('GET', '/v1/facts/marks/owner/history')
    expect(body.envelope.memories_used.map(({ epitome }: { epitome: string }) => epitome)).toEqual([
      'Retracted: marks owner = Eve',
      'Holds: marks owner = Bob',
      `Superseded by ${second.fact_id}: marks owner = Ada`,
    ])
    expect(first.fact_id).not.toBe(second.fact_id)
    const list = await ada.json('GET', '/v1/facts?entity=marks&include_superseded=true')
    const told = [...body.envelope.memories_used, ...judged(list).envelope.memories_used]
    expect(
      told.flatMap(({ fact_id, retracted_at, retraction_reason }) =>
        retracted_at === undefined ? [] : [[fact_id, retracted_at, retraction_reason]],
      ),
    ).toEqual([[third.fact_id, retracted.body.retracted_at, 'misheard']])
  })

  test('a fact of another slug is not retracted through this one', async () => {
    const { fact_id } = await put('ada/elsewhere', 'v')
    await put('ada/k', 'v')
    expect(refused(await post('/ada/k/retract', { fact_id }), 404)).toBe('fact_not_found')
    expect(await read('ada/elsewhere')).toEqual(['v'])
  })

  test('a body without the fact it is about is refused with an example that passes', async () => {
    const answer = await post('/ada/k/retract', {})
    expect(refused(answer, 400)).toBe('invalid_body')
    expect(answer.body.errors[0].pointer).toBe('/fact_id')
    expect(answer.body.errors[0].message).toContain('f17')
  })
})

describe('reverification', () => {
  test('the age of a fact begins anew, and why says from which moment', async () => {
    const { fact_id } = await put('ada/k', 'v', {
      observed_at: '2020-01-01',
      confidence: 0.8,
      horizon_class: 'volatile',
    })
    const before = (await why('ada/k')).facts[0].freshness
    expect(before).toMatchObject({ anchor: 'observed_at', effective_confidence: 0.2, horizon_hours: 24 })
    const answer = await post('/ada/k/reverify', { fact_id })
    expect(answer.body).toEqual({
      fact_id,
      entity: 'ada',
      key: 'k',
      reverified_at: expect.any(String),
      current: true,
      superseded_by: null,
      canonical_slug: 'ada/k',
      receipt: expect.stringMatching(/^r/),
    })
    const after = (await why('ada/k')).facts[0].freshness
    expect(after).toEqual({
      confidence: 0.8,
      horizon_class: 'volatile',
      horizon_hours: 24,
      anchor: 'reverified_at',
      anchored_at: answer.body.reverified_at,
      age_hours: 0,
      effective_confidence: 0.8,
    })
  })

  test('a retracted fact is not found to hold: 409', async () => {
    const { fact_id } = await put('ada/k', 'v')
    await post('/ada/k/retract', { fact_id })
    expect(refused(await post('/ada/k/reverify', { fact_id }), 409)).toBe('fact_retracted')
  })
})

describe('why', () => {
  test('each fact has its place in the order, its successor and how that came to be it', async () => {
    const first = await put('ada/k', 'a', { valid_from: '2001' })
    const third = await put('ada/k', 'c', { valid_from: '2003-05' })
    const second = await put('ada/k', 'b', { observed_at: '2002-01-01T00:00:00Z' })
    const named = await put('ada/k', 'd', { valid_from: '2003-05', supersedes: third.fact_id })
    const { canonical_slug, facts, next } = await why('ada/k')
    expect([canonical_slug, next]).toEqual(['ada/k', {}])
    expect(
      facts.map((one: Reasons) => [
        one.fact_id,
        one.standing,
        one.order.effective_from,
        one.successor?.fact_id ?? null,
        one.successor?.by ?? null,
      ]),
    ).toEqual([
      [named.fact_id, 'current', 'valid_from', null, null],
      [third.fact_id, 'superseded', 'valid_from', named.fact_id, 'name'],
      [second.fact_id, 'superseded', 'observed_at', third.fact_id, 'order'],
      [first.fact_id, 'superseded', 'valid_from', second.fact_id, 'order'],
    ])
    expect(facts[1].order).toEqual({
      effective_at: '2003-05-01T00:00:00.000Z',
      effective_from: 'valid_from',
      recorded_at: expect.any(String),
      fact_id: third.fact_id,
    })
    expect(facts[1].valid).toEqual({ from: '2003-05', to: null, observed_at: null })
  })

  test('a fact of the future and one that has ended say so, at the moment asked for', async () => {
    await put('ada/k', 'was', { valid_from: '2001', valid_to: '2002' })
    await put('ada/k', 'will be', { valid_from: '2999' })
    const standing = async (query = '') =>
      (await why('ada/k', query)).facts.map((one: { standing: string }) => one.standing)
    expect(await standing()).toEqual(['future', 'ended'])
    expect(await standing('as_of=2001-06')).toEqual(['future', 'current'])
    expect(await standing('as_of=2999')).toEqual(['current', 'superseded'])
  })

  test('a long history is walked, and a successor on the page before is told', async () => {
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await put('ada/k', n)).fact_id)
    const first = await why('ada/k', 'limit=2')
    const second = await why('ada/k', `limit=2&cursor=${first.next.cursor}`)
    expect(second.facts.map((one: { fact_id: string }) => one.fact_id)).toEqual([ids[2], ids[1]])
    expect(second.facts[0].successor.fact_id).toBe(ids[3])
    const last = await why('ada/k', `limit=2&cursor=${second.next.cursor}`)
    expect(last.next).toEqual({})
  })

  test('of a slug where nothing was stated there is nothing to say: 404', async () => {
    expect(refused(await ada.json('GET', '/v1/facts/ada/none/why'), 404)).toBe('fact_not_found')
  })
})

describe('a batch', () => {
  const fact = (key: string, value: unknown, more: object = {}) => ({ entity: 'ada', key, value, ...more })

  test('is told of as if each fact had been stated alone, in order', async () => {
    const known = await put('ada/known', 'v')
    const answer = await post('/batch', {
      facts: [fact('a', 1), fact('known', 'v'), fact('b', [2]), fact('a', 3)],
    })
    expect(answer.status).toBe(200)
    const { facts } = answer.body
    expect(facts[1]).toEqual({ ...known, existed: true, receipt: null })
    expect(facts.map((one: { existed: boolean }) => one.existed)).toEqual([false, true, false, false])
    expect(facts[0]).toMatchObject({ key: 'a', current: false, superseded_by: facts[3].fact_id })
    expect(await read('ada/a')).toEqual(['3'])
    expect(await read('ada/b')).toEqual(['[2]'])
  })

  test('returning within it to what was said before is a new fact, saying it twice in a row is not', async () => {
    await put('ada/k', 'A')
    const { facts } = (await post('/batch', { facts: ['B', 'A', 'A'].map((value) => fact('k', value)) })).body
    expect(facts.map((one: { existed: boolean }) => one.existed)).toEqual([false, false, true])
    expect(facts[2].fact_id).toBe(facts[1].fact_id)
    expect(await read('ada/k')).toEqual(['A'])
  })

  test('gives what the same facts give that are stated one after another (F08)', async () => {
    const facts = Array.from({ length: 40 }, (_, n) =>
      fact(`k${n % 5}`, n % 3, { valid_from: String(2000 + ((n * 7) % 11)), confidence: 0.5 }),
    )
    const other = await cairn.as(`standing-${++tenants}`)
    await post('/batch', { facts })
    for (const { key, entity, ...body } of facts)
      await other.json('PUT', `/v1/facts/${entity}/${key}`, { body })
    for (const key of ['k0', 'k1', 'k2', 'k3', 'k4']) {
      const said = async (speaker: Speaker) =>
        judged(await speaker.json('GET', `/v1/facts/ada/${key}/history?hydrate=full&limit=100`)).content.map(
          (item: { text: string }) => item.text,
        )
      expect(await said(ada)).toEqual(await said(other))
    }
  })

  test('is refused as a whole, by the place of what is wrong', async () => {
    const answer = await post('/batch', { facts: [fact('a', 1), fact('b', 2, { supersedes: 'f999' })] })
    expect(refused(answer, 409)).toBe('supersedes_conflict')
    expect(answer.body.errors[0]).toMatchObject({ pointer: '/facts/1/supersedes', rule: 'unknown' })
    const timeless = fact('b', 2, { valid_from: '2020', valid_to: '2020' })
    const wrong = await post('/batch', { facts: [fact('a', 1), timeless] })
    expect(refused(wrong, 400)).toBe('invalid_body')
    expect(wrong.body.errors[0].pointer).toBe('/facts/1/valid_to')
    expect((await ada.json('GET', '/v1/facts/ada/a')).status).toBe(404)
  })

  test('takes 100 facts and not one more', async () => {
    const facts = Array.from({ length: 101 }, (_, n) => fact(`k${n}`, n))
    expect(refused(await post('/batch', { facts }), 400)).toBe('invalid_body')
    const answer = await post('/batch', { facts: facts.slice(1) })
    expect(new Set(answer.body.facts.map((one: { fact_id: string }) => one.fact_id)).size).toBe(100)
  })

  test('with an Idempotency-Key answers a repetition as it did at first', async () => {
    const headers = { 'idempotency-key': 'batch-1' }
    const body = { facts: [fact('a', 1), fact('a', 1), fact('b', 2)] }
    const first = await post('/batch', body, headers)
    await put('ada/a', 'later')
    const again = await post('/batch', body, headers)
    expect(again.body).toEqual(first.body)
    expect(refused(await post('/batch', { facts: [fact('a', 1)] }, headers), 422)).toBe(
      'idempotency_mismatch',
    )
  })

  test('a fact of a batch can be superseded by its id', async () => {
    const { facts } = (await post('/batch', { facts: [fact('a', 1), fact('b', 2)] })).body
    expect(facts[1].fact_id).toMatch(/^f\d+\.1$/)
    const newer = await put('ada/b', 3, { supersedes: facts[1].fact_id })
    expect(newer.current).toBe(true)
    expect((await why('ada/b')).facts[1].successor).toMatchObject({ fact_id: newer.fact_id, by: 'name' })
  })
})

describe('a check', () => {
  test('tells of remembered ids and of remembered values whether they hold', async () => {
    const old = await put('ada/works_at', 'Initech', { valid_from: '2020' })
    const now = await put('ada/works_at', 'Globex', { valid_from: '2021', confidence: 1 })
    const gone = await put('ada/phone', '1')
    await post('/ada/phone/retract', { fact_id: gone.fact_id })
    const ended = await put('ada/role', 'x', { valid_from: '2001', valid_to: '2002' })
    const future = await put('ada/title', 'x', { valid_from: '2999' })
    const claim = (key: string, value: unknown) => ({ entity: 'ada', key, value })
    const told = await check([
      ...[old, now, gone, ended, future].map(({ fact_id }) => ({ fact_id })),
      { fact_id: 'f999' },
      claim('works_at', 'Globex'),
      claim('works_at', 'Initech'),
      claim('phone', '1'),
    ])
    expect(told.map((one: { standing: string }) => one.standing)).toEqual([
      'superseded',
      'current',
      'retracted',
      'ended',
      'future',
      'unknown',
      'current',
      'contradicted',
      'unknown',
    ])
    expect(told[0]).toMatchObject({ fact_id: old.fact_id, superseded_by: now.fact_id })
    expect(told[6]).toEqual({
      fact_id: now.fact_id,
      canonical_slug: 'ada/works_at',
      standing: 'current',
      superseded_by: null,
      freshness: { effective_confidence: 1, age_hours: 0, horizon_class: 'none', superseded_by: null },
    })
    expect(told[7]).toMatchObject({ fact_id: null, superseded_by: now.fact_id, freshness: null })
  })

  test('a claim is compared as values are: canonical JSON, names in NFC', async () => {
    await put('caf%C3%A9/menu', { b: 1, a: 'x' })
    const told = await check([{ entity: 'cafe\u0301', key: 'menu', value: { a: 'x', b: 1.0 } }])
    expect(told[0].standing).toBe('current')
  })

  test('of a slug with many facts each holds beside the others', async () => {
    await put('ada/knows', 'Alice', { cardinality: 'many' })
    await put('ada/knows', 'Bob', { cardinality: 'many' })
    const claim = (value: string) => ({ entity: 'ada', key: 'knows', value })
    const told = await check([claim('Alice'), claim('Bob'), claim('Carol')])
    expect(told.map((one: { standing: string }) => one.standing)).toEqual([
      'current',
      'current',
      'contradicted',
    ])
  })

  test('answers for the moment asked for', async () => {
    const { fact_id } = await put('ada/k', 'a', { valid_from: '2001' })
    await put('ada/k', 'b', { valid_from: '2005' })
    expect((await check([{ fact_id }], { as_of: '2003' }))[0].standing).toBe('current')
    expect((await check([{ fact_id }], { as_of: '1999' }))[0].standing).toBe('future')
  })

  test('takes 500 facts and not one more, and an item is one or the other', async () => {
    const { fact_id } = await put('ada/k', 'v')
    const facts = Array.from({ length: 500 }, () => ({ fact_id }))
    expect(await check(facts)).toHaveLength(500)
    expect(refused(await post('/check', { facts: [...facts, { fact_id }] }), 400)).toBe('invalid_body')
    for (const wrong of [{}, { fact_id, value: 1 }, { entity: 'ada', key: 'k' }])
      expect(refused(await post('/check', { facts: [wrong] }), 400)).toBe('invalid_body')
  })

  test('of a namespace that nobody wrote to, nothing is known', async () => {
    expect((await check([{ fact_id: 'f1' }]))[0].standing).toBe('unknown')
  })
})

describe('a write on condition', () => {
  const guarded = (value: unknown, headers: Record<string, string>) =>
    ada.json('PUT', '/v1/facts/ada/k', { body: { value }, headers })
  const tagOf = async () => (await ada.send('GET', '/v1/facts/ada/k')).headers.get('etag')!

  test('goes through while the slug is as it was read, and then no more: 412, nothing written', async () => {
    await put('ada/k', 'one')
    const tag = await tagOf()
    const written = await guarded('two', { 'if-match': tag })
    expect(written.status).toBe(200)
    expect(refused(await guarded('three', { 'if-match': tag }), 412)).toBe('precondition_failed')
    expect(await read('ada/k')).toEqual(['two'])
    expect((await guarded('three', { 'if-match': written.headers.get('etag')! })).status).toBe(200)
  })

  test('takes the ETag of any rendering, a list of them, and *', async () => {
    await put('ada/k', 'one')
    const full = (await ada.send('GET', '/v1/facts/ada/k?hydrate=full')).headers.get('etag')!
    expect(full).not.toBe(await tagOf())
    expect((await guarded('two', { 'if-match': `"other", ${full}` })).status).toBe(200)
    expect((await guarded('three', { 'if-match': '*' })).status).toBe(200)
    expect((await guarded('four', { 'if-match': `W/${await tagOf()}` })).status).toBe(412)
  })

  test('* finds something current, If-None-Match: * finds nothing', async () => {
    expect((await guarded('one', { 'if-match': '*' })).status).toBe(412)
    expect((await guarded('one', { 'if-none-match': '*' })).status).toBe(200)
    expect((await guarded('two', { 'if-none-match': '*' })).status).toBe(412)
    expect(await read('ada/k')).toEqual(['one'])
  })

  test('of fifty at once with the same ETag exactly one goes through', async () => {
    await put('ada/k', 'one')
    const tag = await tagOf()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => guarded(`value ${n}`, { 'if-match': tag })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49)
  })

  test('holds for retraction and reverification too', async () => {
    const { fact_id } = await put('ada/k', 'one')
    const stale = { 'if-match': await tagOf() }
    await put('ada/k', 'two')
    expect((await post('/ada/k/retract', { fact_id }, stale)).status).toBe(412)
    expect((await post('/ada/k/reverify', { fact_id }, stale)).status).toBe(412)
    expect((await post('/ada/k/retract', { fact_id }, { 'if-match': await tagOf() })).status).toBe(200)
  })

  test('an answer at hand is not sent again', async () => {
    await put('ada/k', 'one')
    const answer = await ada.send('GET', '/v1/facts/ada/k', { headers: { 'if-none-match': await tagOf() } })
    expect(answer.status).toBe(304)
  })
})
