import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: {} })
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into lines of every shape
async function addLines(lines: readonly string[], end = '\n'): Promise<any[]> {
  const response = await acme.send('POST', DOCUMENTS, { ndjson: lines.join(end) })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
  return parseLines(await response.text())
}

function parseLines(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('NDJSON', () => {
  test('answers a line for each line, in order, whatever is wrong with some', async () => {
    const answers = await addLines([
      '{"id":"one","text":"first"}',
      'not json',
      '{"id":"two"}',
      '{"id":"three","text":"\\ud800"}',
      '',
      '{"id":"four","text":"nul \\u0000"}',
      `{"id":"five","text":"${'x'.repeat(5 * 1024 * 1024)}"}`,
      `{"id":"six","text":"${'long '.repeat(220_000)}"}`,
      '{"id":"one","text":"again"}',
      '[]',
      '{"id":"seven","text":"last"}',
    ])
    expect(answers.map(({ line, id, status, problem }) => [line, id, status, problem?.code ?? null])).toEqual(
      [
        [1, 'one', 'created', null],
        [2, null, 'refused', 'malformed_json'],
        [3, 'two', 'refused', 'invalid_body'],
        [4, null, 'refused', 'malformed_unicode'],
        [6, 'four', 'refused', 'invalid_body'],
        [7, null, 'refused', 'payload_too_large'],
        [8, 'six', 'refused', 'invalid_body'],
        [9, 'one', 'refused', 'invalid_body'],
        [10, null, 'refused', 'invalid_body'],
        [11, 'seven', 'created', null],
      ],
    )
    for (const { problem } of answers.filter(({ status }) => status === 'refused'))
      expect(problem).toMatchObject({
        type: expect.any(String),
        status: expect.any(Number),
        detail: expect.any(String),
      })
    expect((await acme.json('GET', `${DOCUMENTS}/one`)).body.text).toBe('first')
  })

  test('takes CRLF and a byte that is no UTF-8 line by line', async () => {
    expect(await addLines(['{"id":"cr","text":"a"}', '{"id":"lf","text":"b"}'], '\r\n')).toHaveLength(2)
  })

  test('without a line answers without a line', async () => {
    expect(await addLines([''])).toEqual([])
  })

  test('of nothing but bad lines writes nothing', async () => {
    const before = (await acme.json('GET', '/v1/namespaces')).body.namespaces[0].version
    const answers = await addLines(Array(1500).fill('{'))
    expect(answers.map(({ line }) => line)).toEqual(Array.from({ length: 1500 }, (_, n) => n + 1))
    expect((await acme.json('GET', '/v1/namespaces')).body.namespaces[0].version).toBe(before)
  })

  test('is cut into commits of at most 250 passages', async () => {
    const answers = await addLines(
      Array.from({ length: 600 }, (_, n) => JSON.stringify({ id: `cut${n}`, text: `t ${n}` })),
    )
    const sizes = new Map<string, number>()
    for (const { pointers } of answers) {
      const batch = pointers[0].split(':')[0]
      sizes.set(batch, (sizes.get(batch) ?? 0) + 1)
    }
    expect([...sizes.values()]).toEqual([250, 250, 100])
  })

  test('sent again is unchanged and makes no commit', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => JSON.stringify({ id: `again${n}`, text: `t ${n}` }))
    const first = await addLines(lines)
    const version = async () => (await acme.json('GET', '/v1/namespaces')).body.namespaces[0].version
    const before = await version()
    const second = await addLines(lines)
    expect(second).toEqual(first.map((line) => ({ ...line, status: 'unchanged' })))
    expect(await version()).toBe(before)
  })

  test('with one document changed writes that one', async () => {
    const lines = (text: string) => [
      '{"id":"m1","text":"a"}',
      `{"id":"m2","text":"${text}"}`,
      '{"id":"m3","text":"c"}',
    ]
    await addLines(lines('b'))
    const statuses = (await addLines(lines('other'))).map(({ status }) => status)
    expect(statuses).toEqual(['unchanged', 'replaced', 'unchanged'])
  })

  test('into a source that is not there is refused as a whole', async () => {
    const { status, body } = await acme.json('POST', '/v1/sources/none/documents', { ndjson: '{}' })
    expect([status, body.code]).toEqual([404, 'source_not_found'])
  })
})

describe('a streamed body', () => {
  test('is answered while it is still being sent', async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const answer = stream(body.readable)
    const write = (from: number, to: number) => writer.write(encoder.encode(linesOf('early', from, to)))
    await write(0, 251)
    const reader = (await answer).body!.getReader()
    const first = await reader.read()
    expect(parseLines(new TextDecoder().decode(first.value))).toHaveLength(250)
    await writer.close()
    const rest = await reader.read()
    expect(parseLines(new TextDecoder().decode(rest.value)).map(({ id }) => id)).toEqual(['early250'])
  })

  test('over 64 MiB keeps the lines before the bound and ends with one that names it', async () => {
    let sent = 0
    const blank = encoder.encode('\n'.repeat(1024 * 1024))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? encoder.encode('{"id":"before","text":"kept"}\n') : blank)
        sent += 1
        if (sent === 67) controller.close()
      },
    })
    const answers = parseLines(await (await stream(body)).text())
    expect(answers.map(({ id, status, problem }) => [id, status, problem?.code])).toEqual([
      ['before', 'created', undefined],
      [null, 'refused', 'payload_too_large'],
    ])
  })

  test('whose sender goes away leaves whole commits only', async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const away = new AbortController()
    const answer = stream(body.readable, away.signal)
    await writer.write(encoder.encode(linesOf('gone', 0, 620)))
    const reader = (await answer).body!.getReader()
    await reader.read()
    away.abort()
    await reader.read().catch(() => undefined)
    const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
    const { results } = await db
      .prepare(`SELECT count(*) AS n FROM passage WHERE document LIKE 'gone%' GROUP BY batch`)
      .all<{ n: number }>()
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ n }) => n === 250)).toBe(true)
  })

  function stream(body: ReadableStream<Uint8Array>, signal: AbortSignal | null = null): Promise<Response> {
    return fetch(new URL(DOCUMENTS, cairn.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${acme.token}`, 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
      signal,
    } as RequestInit)
  }
})

const encoder = new TextEncoder()

function linesOf(prefix: string, from: number, to: number): string {
  return Array.from(
    { length: to - from },
    (_, n) => `${JSON.stringify({ id: `${prefix}${from + n}`, text: `t ${n}` })}\n`,
  ).join('')
}
