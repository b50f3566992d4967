import { describe, expect, it } from 'vitest'
import { BrokenAnswer } from './broken-answer.ts'
import type { ClientOptions } from './call-options.ts'
import { createClient } from './create-client.ts'
import { fakeService, fakeTime, json, ndjson, problem, type Seen } from './fake-service.fixture.ts'
import { Refused } from './refused.ts'
import { Unreachable } from './unreachable.ts'

function speaking(
  answer: (seen: Seen) => Response | Promise<Response>,
  options: Partial<ClientOptions<'crc-v1'>> = {},
) {
  const service = fakeService(answer)
  const time = fakeTime()
  const client = createClient({ baseUrl: 'http://cairn.test', fetch: service.fetch, time, ...options })
  return { client, requests: service.requests, waits: time.waits }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
const html = (status: number) =>
  new Response('<html>Bad gateway</html>', { status, headers: { 'Content-Type': 'text/html' } })
const never = () => new Promise<Response>(() => {})
const aFact = { entity: 'e', key: 'k', value: 1 }
const aName = { entity: 'e', key: 'k' }

describe('what goes wrong', () => {
  it('is Refused with all that a problem document says, members and codes of a newer server too', async () => {
    const { client } = speaking(() =>
      Response.json(
        {
          status: 418,
          code: 'brand_new',
          detail: 'd',
          resolution: 'r',
          errors: [{ pointer: '/a', rule: 'b', message: 'c' }],
          extra: 1,
        },
        { status: 418 },
      ),
    )
    const thrown = await failure(client.health())
    expect(thrown).toBeInstanceOf(Refused)
    expect(thrown).toMatchObject({
      name: 'Refused',
      operation: 'health',
      status: 418,
      code: 'brand_new',
      detail: 'd',
      resolution: 'r',
      retryAfter: null,
      errors: [{ pointer: '/a', rule: 'b', message: 'c' }],
      problem: { extra: 1 },
    })
  })

  it.each([
    ['content_type', html(200)],
    ['content_type', html(500)],
    [
      'not_json',
      json(0).headers && new Response('{"a":', { headers: { 'Content-Type': 'application/json' } }),
    ],
    ['mismatch', json(null)],
    ['mismatch', new Response('{"error":"no"}', { status: 400 })],
  ] as const)(
    'is a BrokenAnswer (%s) with its evidence when it is no answer of a Cairn',
    async (why, response) => {
      const { client, requests } = speaking(() => response.clone())
      const thrown = await failure(client.health())
      expect(thrown).toBeInstanceOf(BrokenAnswer)
      expect(thrown).toMatchObject({
        name: 'BrokenAnswer',
        why,
        status: response.status,
        excerpt: await response.text(),
      })
      expect(requests).toHaveLength(1)
    },
  )

  it('is Unreachable with its cause when the network fails', async () => {
    const cause = new TypeError('fetch failed')
    const { client } = speaking(() => Promise.reject(cause))
    const thrown = await failure(client.health())
    expect(thrown).toBeInstanceOf(Unreachable)
    expect(thrown).toMatchObject({ name: 'Unreachable', why: 'network', cause })
  })

  it('is Unreachable when the deadline passes, whatever is being waited for', async () => {
    const stalled = () =>
      new Response(new ReadableStream({}), { headers: { 'Content-Type': 'application/json' } })
    for (const answer of [never, stalled]) {
      const { client, requests } = speaking(answer, { timeoutMs: 5 })
      expect(await failure(client.health())).toMatchObject({ name: 'Unreachable', why: 'deadline' })
      expect(requests).toHaveLength(1)
      expect(requests[0]?.signal.aborted).toBe(true)
    }
    const { client, requests } = speaking(never, { token: () => new Promise<string>(() => {}) })
    expect(await failure(client.health({}, { timeoutMs: 5 }))).toMatchObject({ why: 'deadline' })
    expect(requests).toHaveLength(0)
  })

  it('is the reason of the caller who gives up: before, during the call and in a pause', async () => {
    const reason = new Error('no longer wanted')
    const before = speaking(never)
    await expect(before.client.health({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(before.requests).toHaveLength(0)
    const during = new AbortController()
    const { client } = speaking(() => {
      queueMicrotask(() => during.abort(reason))
      return never()
    })
    await expect(client.health({}, { signal: during.signal })).rejects.toBe(reason)
    const pausing = new AbortController()
    const givesUp = (_: number, signal: AbortSignal) => {
      pausing.abort(reason)
      return Promise.reject(signal.reason)
    }
    const pause = speaking(() => problem(503, 'unavailable'), { time: { ...fakeTime(), wait: givesUp } })
    await expect(pause.client.health({}, { signal: pausing.signal })).rejects.toBe(reason)
  })

  it('is what the token function throws', async () => {
    const { client, requests } = speaking(never, { token: () => Promise.reject(new Error('issuer away')) })
    await expect(client.health()).rejects.toThrow('issuer away')
    expect(requests).toHaveLength(0)
  })
})

describe('sending again', () => {
  const passing: [string, () => Response | Promise<Response>][] = [
    ['429', () => problem(429, 'rate_limited')],
    ['503', () => problem(503, 'unavailable')],
    ['a write conflict', () => problem(409, 'write_conflict', { 'Retry-After': '0' })],
    ['a bad gateway', () => html(502)],
    ['a failure of the network', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'an answer cut off',
      () => {
        const cut = ndjson(['{"a"'], { breaksOff: true })
        cut.headers.set('Content-Type', 'application/json')
        return cut
      },
    ],
  ]
  it.each(passing)('happens after %s, until it is answered', async (_, refuse) => {
    const { client, requests } = speaking(({ n }) => (n < 3 ? refuse() : json({ status: 'ok' })))
    expect(await client.health()).toEqual({ status: 'ok' })
    expect(requests).toHaveLength(3)
  })

  it.each(passing)('ends after %s when the retries are used up', async (_, refuse) => {
    const { client, requests } = speaking(refuse, { retries: 2 })
    expect(await failure(client.health())).not.toBeNull()
    expect(requests).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 410, 422, 500])('does not happen after %i', async (status) => {
    const { client, requests } = speaking(() => problem(status, 'x'))
    expect(await failure(client.health())).toMatchObject({ status })
    expect(requests).toHaveLength(1)
  })

  it.each(passing)(
    'does not happen after %s where a repeat would do more, but for 429',
    async (name, refuse) => {
      const { client, requests } = speaking(({ n }) => (n === 1 ? refuse() : json({ more: false })))
      await failure(client.maintenanceStep())
      expect(requests).toHaveLength(name === '429' ? 2 : 1)
    },
  )

  it('uses the same key each time, so that what is created is created once', async () => {
    const { client, requests } = speaking(({ n }) => (n < 3 ? Promise.reject(new TypeError()) : json({})))
    await client.createFact(aFact)
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
    expect(requests.map(({ body }) => body)).toEqual(Array(3).fill('{"entity":"e","key":"k","value":1}'))
  })

  it('asks for the token each time', async () => {
    let n = 0
    const { client, requests } = speaking((seen) => (seen.n < 2 ? problem(503, 'unavailable') : json({})), {
      token: async () => `t${++n}`,
    })
    await client.health()
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t2'])
  })

  it('waits longer each time, up to ten seconds, at least half of it', async () => {
    const { client, waits } = speaking(() => problem(503, 'unavailable'), {
      retries: 8,
      timeoutMs: 1_000_000,
    })
    await failure(client.health())
    expect(waits).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000])
    const time = fakeTime(1)
    const most = speaking(() => problem(503, 'unavailable'), { time, retries: 1 })
    await failure(most.client.health())
    expect(time.waits).toEqual([250])
  })

  it.each([
    ['2', 2000],
    ['0', 0],
    [new Date(1_000_000 + 3000).toUTCString(), 3000],
    [new Date(0).toUTCString(), 0],
    ['soon', 125],
  ])('waits as long as `Retry-After: %s` says', async (after, wait) => {
    const { client, waits } = speaking(({ n }) =>
      n === 1 ? problem(429, 'rate_limited', { 'Retry-After': after }) : json({}),
    )
    await client.health()
    expect(waits).toEqual([wait])
  })

  it('does not wait for what would come after the deadline', async () => {
    const { client, waits } = speaking(() => problem(429, 'rate_limited', { 'Retry-After': '60' }))
    expect(await failure(client.health())).toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    expect(waits).toEqual([])
  })
})

describe('versions', () => {
  const told = (version: string) => json({}, { 'Consistency-Token': version })
  const sentBy = (requests: readonly Seen[]) =>
    requests.map(({ headers }) => headers.get('Consistency-Token'))

  it('that were seen are asked for, each in its namespace, by reads alone', async () => {
    const { client, requests } = speaking(({ n }) => told(`e.${n}`))
    await client.putFact(aFact)
    await client.getFact(aName)
    await client.getFact(aName, { namespace: 'other' })
    await client.getFact(aName)
    await client.putFact(aFact)
    await client.health()
    expect(sentBy(requests)).toEqual([null, 'e.1', null, 'e.2', null, null])
    expect(client.consistencyToken()).toBe('e.5')
    expect(client.consistencyToken('other')).toBe('e.3')
  })

  it('are not asked for when the caller says otherwise', async () => {
    const { client, requests } = speaking(() => told('e.1'))
    await client.putFact(aFact)
    await client.getFact(aName, { consistency: 'strong' })
    await client.getFact(aName, { consistencyToken: 'e.9' })
    const strong = speaking(() => told('e.1'), { readYourWrites: false })
    await strong.client.getFact(aName)
    await strong.client.getFact(aName)
    expect([...sentBy(requests), ...sentBy(strong.requests)]).toEqual([null, null, 'e.9', null, null])
    expect(requests[1]?.url.search).toBe('?consistency=strong')
  })
})

describe('an answer', () => {
  const page = {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'pointer',
    pointers: [],
    cost_estimate: { pointer: 0, summary: 0, full: 0 },
    agent_decision: {
      load_bearing_lane: 'Unknown',
      fused_confidence: null,
      suggested_next_lane: 'None',
      read_pointers: [],
    },
    next: { resolution_pointer: '__bootstrap__::resolution:EmptyResult', brand_new: 1 },
    brand_new: { a: 1 },
  }

  it('keeps what this version does not know', async () => {
    const { client } = speaking(() => json(page))
    expect(await client.search({ query: 'x' })).toEqual(page)
  })

  it('is judged by the contract when that is asked for, and then what a newer server adds passes', async () => {
    const { client } = speaking(() => json(page), { validate: true })
    expect(await client.search({ query: 'x' })).toEqual(page)
    const bodies = { ...page, pointers: [{ id: '1:0', text: 'a body' }] }
    const broken = speaking(() => json(bodies), { validate: true })
    expect(await failure(broken.client.search({ query: 'x' }))).toMatchObject({
      why: 'contract',
      findings: [
        expect.objectContaining({ rule: 'crc-s1-pointer-tier-has-no-bodies', pointer: '/pointers/0/text' }),
      ],
    })
    const unjudged = speaking(() => json(bodies))
    expect(await unjudged.client.search({ query: 'x' })).toEqual(bodies)
  })
})
