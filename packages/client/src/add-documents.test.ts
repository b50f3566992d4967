import { describe, expect, it, vi } from 'vitest'
import type { DocumentsOptions } from './add-documents.ts'
import { createClient } from './create-client.ts'
import type { DocumentAnswer, DocumentInput } from './documents.ts'
import { fakeService, fakeTime, json, ndjson, problem, type Seen } from './fake-service.fixture.ts'

const documents = (...ids: string[]): DocumentInput[] => ids.map((id) => ({ id, text: `about ${id}` }))
const sentBy = ({ body }: Seen): string[] =>
  body!
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as DocumentInput).id)
const line = (id: string, more: object = {}) =>
  `${JSON.stringify({ line: 1, id, status: 'created', pointers: [`1:${id}`], ...more })}\n`
const refused = (id: string, status: number, code: string) =>
  line(id, { status: 'refused', pointers: [], problem: { status, code, detail: 'no' } })
const all = (seen: Seen) => ndjson(sentBy(seen).map((id) => line(id)))

function ingesting(answer: (seen: Seen) => Response | Promise<Response>) {
  const service = fakeService(answer)
  const time = fakeTime()
  const client = createClient({ baseUrl: 'http://cairn.test', fetch: service.fetch, time })
  const ingest = async (
    input: Iterable<DocumentInput> | AsyncIterable<DocumentInput>,
    options?: DocumentsOptions,
  ) => {
    const answers: DocumentAnswer[] = []
    for await (const one of client.addDocuments({ source: 's', documents: input }, options)) answers.push(one)
    return answers.map(({ line, id, status }) => `${line} ${id} ${status}`)
  }
  return { client, ingest, requests: service.requests, waits: time.waits }
}

describe('documents', () => {
  it('are sent in batches as NDJSON, each under a key of its own, and answered with their line in the whole', async () => {
    const { ingest, requests } = ingesting(all)
    expect(await ingest(documents('a', 'b', 'c'), { batch: { linesMax: 2 } })).toEqual([
      '1 a created',
      '2 b created',
      '3 c created',
    ])
    expect(requests.map(sentBy)).toEqual([['a', 'b'], ['c']])
    expect(requests[0]?.url.pathname).toBe('/v1/sources/s/documents')
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/x-ndjson')
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('have the keys that the caller names, so that an ingest begun again is the same', async () => {
    const { ingest, requests } = ingesting(all)
    for (const _ of [1, 2])
      await ingest(documents('a', 'b'), { batch: { linesMax: 1 }, idempotencyKey: 'day-7' })
    expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
      'day-7.1',
      'day-7.2',
      'day-7.1',
      'day-7.2',
    ])
  })

  it('are cut into requests of about a megabyte', async () => {
    const { ingest, requests } = ingesting(all)
    const text = 'x'.repeat(200_000)
    await ingest(Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, text })))
    expect(requests.map((seen) => sentBy(seen).length)).toEqual([6, 6])
  })

  it('are taken no further than their answers are', async () => {
    const taken: string[] = []
    function* source() {
      for (const one of documents('a', 'b', 'c', 'd', 'e')) {
        taken.push(one.id)
        yield one
      }
    }
    const { client } = ingesting(all)
    for await (const _ of client.addDocuments(
      { source: 's', documents: source() },
      { batch: { linesMax: 2 } },
    ))
      break
    expect(taken).toEqual(['a', 'b'])
  })

  it('that have no answer when it breaks off are sent again, and only they, under another key', async () => {
    const { ingest, requests, waits } = ingesting((seen) =>
      seen.n === 1 ? ndjson([line('a'), line('b').slice(0, 9)], { breaksOff: true }) : all(seen),
    )
    expect(await ingest(documents('a', 'b', 'c'))).toEqual(['1 a created', '2 b created', '3 c created'])
    expect(requests.map(sentBy)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ])
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).not.toBe(keys[1])
    expect(waits).toEqual([125])
  })

  it('are sent again under the same key when no line has an answer', async () => {
    const { ingest, requests } = ingesting((seen) =>
      seen.n === 1 ? Promise.reject(new TypeError()) : all(seen),
    )
    expect(await ingest(documents('a', 'b'))).toEqual(['1 a created', '2 b created'])
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toBe(keys[1])
  })

  it('count as unanswered when the answer simply ends', async () => {
    const { ingest, requests } = ingesting((seen) => (seen.n === 1 ? ndjson([line('a')]) : all(seen)))
    expect(await ingest(documents('a', 'b'))).toEqual(['1 a created', '2 b created'])
    expect(requests.map(sentBy)).toEqual([['a', 'b'], ['b']])
  })

  it('that are refused for a reason that passes are sent again; others are told as they are', async () => {
    const { ingest, requests } = ingesting((seen) =>
      seen.n === 1
        ? ndjson([
            refused('a', 400, 'invalid_body'),
            refused('b', 429, 'index_backlog'),
            refused('c', 503, 'unavailable'),
            refused('d', 409, 'write_conflict'),
            line('e'),
          ])
        : all(seen),
    )
    expect(await ingest(documents('a', 'b', 'c', 'd', 'e'))).toEqual([
      '1 a refused',
      '5 e created',
      '2 b created',
      '3 c created',
      '4 d created',
    ])
    expect(requests.map(sentBy)).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['b', 'c', 'd'],
    ])
  })

  it('that stay refused are told so when the retries are used up', async () => {
    const { ingest, requests, waits } = ingesting(() => ndjson([refused('a', 429, 'index_backlog')]))
    expect(await ingest(documents('a'), { retries: 2 })).toEqual(['1 a refused'])
    expect(requests).toHaveLength(3)
    expect(waits).toEqual([125, 250])
  })

  it('are sent again after a pause longer than the deadline: nobody is waited for in it', async () => {
    const { ingest } = ingesting((seen) =>
      seen.n === 1 ? ndjson([refused('a', 429, 'index_backlog')]) : all(seen),
    )
    expect(await ingest(documents('a'), { timeoutMs: 50 })).toEqual(['1 a created'])
  })

  it('fail at once when the service asks to wait longer than the deadline', async () => {
    const { ingest, requests } = ingesting(() => problem(429, 'rate_limited', { 'Retry-After': '60' }))
    await expect(ingest(documents('a'))).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    expect(requests).toHaveLength(1)
  })

  it('fail with the last failure when no more of them get an answer', async () => {
    const { ingest, requests } = ingesting(() => ndjson([], { breaksOff: true }))
    await expect(ingest(documents('a'), { retries: 2 })).rejects.toMatchObject({
      name: 'BrokenAnswer',
      why: 'cut_off',
    })
    expect(requests).toHaveLength(3)
  })

  it('fail when the answer ends before them, however often they are sent', async () => {
    const { ingest, requests } = ingesting(() => ndjson([]))
    await expect(ingest(documents('a'), { retries: 2 })).rejects.toMatchObject({ why: 'cut_off' })
    expect(requests).toHaveLength(3)
  })

  it('fail at once when the whole is refused', async () => {
    const { ingest, requests } = ingesting(() => problem(404, 'source_not_found'))
    await expect(ingest(documents('a'))).rejects.toMatchObject({ code: 'source_not_found' })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['content_type', () => json({ line: 1, id: 'a' })],
    ['not_json', () => ndjson(['<html>\n'])],
    ['not_json', () => ndjson(['7\n'])],
    ['mismatch', () => ndjson([line('b')])],
    ['mismatch', () => ndjson([line('a'), line('a')])],
  ] as const)('fail with a BrokenAnswer (%s) when the answer is not about them', async (why, answer) => {
    const { ingest, requests } = ingesting(answer)
    await expect(ingest(documents('a'))).rejects.toMatchObject({ name: 'BrokenAnswer', why })
    expect(requests).toHaveLength(1)
  })

  it('fail when a line of the answer has no end', async () => {
    let megabytes = 0
    const { ingest } = ingesting(() => {
      const body = new ReadableStream({
        pull(controller) {
          if (++megabytes > 20) controller.close()
          else controller.enqueue(new TextEncoder().encode('x'.repeat(1024 * 1024)))
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
    })
    await expect(ingest(documents('a'))).rejects.toMatchObject({ name: 'BrokenAnswer', why: 'not_json' })
    expect(megabytes).toBeLessThan(8)
  })

  it('may be given up: the request ends and the reason is told', async () => {
    const giveUp = new AbortController()
    const reason = new Error('enough')
    const { client, requests } = ingesting(() => {
      const body = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(line('a'))) })
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
    })
    const walk = client.addDocuments(
      { source: 's', documents: documents('a', 'b') },
      { signal: giveUp.signal },
    )
    expect((await walk.next()).value).toMatchObject({ id: 'a' })
    const waiting = walk.next()
    giveUp.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  it('are waited for no longer than the deadline between two lines', async () => {
    const { ingest } = ingesting(() => {
      const body = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(line('a'))) })
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
    })
    await expect(ingest(documents('a', 'b'), { timeoutMs: 5 })).rejects.toMatchObject({ why: 'deadline' })
  })

  it('are waited for no longer than the deadline before the first line', async () => {
    const { ingest } = ingesting(() => new Promise<Response>(() => {}))
    await expect(ingest(documents('a'), { timeoutMs: 5 })).rejects.toMatchObject({ why: 'deadline' })
  })

  it('may be read as slowly as their reader likes', async () => {
    vi.useFakeTimers()
    try {
      const { client } = ingesting((seen) => ndjson(sentBy(seen).map((id) => line(id))))
      const walk = client.addDocuments({ source: 's', documents: documents('a', 'b') }, { timeoutMs: 5 })
      expect((await walk.next()).value).toMatchObject({ id: 'a' })
      vi.advanceTimersByTime(60_000)
      expect((await walk.next()).value).toMatchObject({ id: 'b' })
      expect(await walk.next()).toMatchObject({ done: true })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('whose reader stops end the request', async () => {
    const cancel = vi.fn()
    const { client } = ingesting(() => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(line('a'))),
        cancel,
      })
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
    })
    for await (const _ of client.addDocuments({ source: 's', documents: documents('a', 'b') })) break
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('make reads strong until a version is told: the commit of the last line has none', async () => {
    const { client, requests } = ingesting((seen) => {
      if (seen.method === 'GET') return json({}, { 'Consistency-Token': 'e.1' })
      const answer = all(seen)
      answer.headers.set('Consistency-Token', 'e.2')
      return answer
    })
    await client.listSources()
    for await (const _ of client.addDocuments({ source: 's', documents: documents('a') }))
      await client.listSources()
    expect(requests.map(({ headers }) => headers.get('Consistency-Token'))).toEqual([null, null, null])
    expect(client.consistencyToken()).toBe('e.1')
  })
})
