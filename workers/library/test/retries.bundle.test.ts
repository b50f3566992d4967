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
const keyed = (key: string) => ({ 'idempotency-key': key })
const add = (key: string, body: unknown) => acme.json('POST', DOCUMENTS, { body, headers: keyed(key) })

async function addLines(key: string, lines: readonly string[]): Promise<{ status: number; text: string }> {
  const response = await acme.send('POST', DOCUMENTS, { ndjson: lines.join('\n'), headers: keyed(key) })
  return { status: response.status, text: await response.text() }
}

const linesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ id: `${prefix}${n}`, text: `text ${n}` }))

describe('a repeat under the same Idempotency-Key', () => {
  test('is answered as the first time, though the document is there by now', async () => {
    const first = await add('json-1', { id: 'a', text: 'one' })
    const second = await add('json-1', { text: 'one', id: 'a' })
    expect(second.body).toEqual(first.body)
    expect(second.body.status).toBe('created')
  })

  test('does not bring back what was replaced since', async () => {
    await add('json-2', { id: 'b', text: 'first' })
    await add('json-3', { id: 'b', text: 'second' })
    const repeat = await add('json-2', { id: 'b', text: 'first' })
    expect(repeat.body.status).toBe('created')
    expect((await acme.json('GET', `${DOCUMENTS}/b`)).body.text).toBe('second')
  })

  test('with another body is idempotency_mismatch and writes nothing', async () => {
    await add('json-4', { id: 'c', text: 'one' })
    const other = await add('json-4', { id: 'c', text: 'two' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect((await acme.json('GET', `${DOCUMENTS}/c`)).body.text).toBe('one')
  })

  test('of a request that changed nothing says unchanged again, even after a change', async () => {
    await add('json-5', { id: 'd', text: 'one' })
    expect((await add('json-6', { id: 'd', text: 'one' })).body.status).toBe('unchanged')
    await add('json-7', { id: 'd', text: 'two' })
    expect((await add('json-6', { id: 'd', text: 'one' })).body.status).toBe('unchanged')
    expect((await acme.json('GET', `${DOCUMENTS}/d`)).body.text).toBe('two')
  })

  test.each(['#', ':', '-', '/', '.', ','])(
    'is one for facts and another for documents, also where they differ by %s0',
    async (separator) => {
      const key = `shared${separator.charCodeAt(0)}`
      const headers = keyed(`${key}${separator}0`)
      const fact = await acme.json('POST', '/v1/facts', { body: { entity: 'e', key, value: 1 }, headers })
      expect(fact.status).toBe(201)
      expect((await add(key, { id: key, text: 'one' })).body.status).toBe('created')
    },
  )

  test('of many lines is the same bytes, commit by commit', async () => {
    const lines = linesOf('many', 600)
    const first = await addLines('lines-1', lines)
    const second = await addLines('lines-1', lines)
    expect(second.text).toBe(first.text)
    expect(first.text.split('\n').filter((line) => line.includes('"created"'))).toHaveLength(600)
  })

  test('with other lines is refused as a whole', async () => {
    await addLines('lines-2', linesOf('other', 2))
    const { status, text } = await addLines('lines-2', linesOf('another', 2))
    expect([status, JSON.parse(text).code]).toEqual([422, 'idempotency_mismatch'])
    expect((await acme.json('GET', `${DOCUMENTS}/another0`)).status).toBe(404)
  })

  test('goes on where a request was cut off: what was committed is answered, the rest is written', async () => {
    const lines = linesOf('resumed', 600)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const away = new AbortController()
    const cut = fetch(new URL(DOCUMENTS, cairn.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${acme.token}`,
        'content-type': 'application/x-ndjson',
        ...keyed('lines-3'),
      },
      body: body.readable,
      duplex: 'half',
      signal: away.signal,
    } as RequestInit)
    await writer.write(new TextEncoder().encode(lines.slice(0, 300).join('\n')))
    const reader = (await cut).body!.getReader()
    await reader.read()
    away.abort()
    await reader.read().catch(() => undefined)
    const { status, text } = await addLines('lines-3', lines)
    expect(status).toBe(200)
    expect(text.split('\n').filter((line) => line.includes('"created"'))).toHaveLength(600)
  })
})

test('parallel repeats under one key write once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('json-8', { id: 'e', text: 'one' })))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]!.body.status).toBe('created')
})

test('a key of more than 128 characters is refused', async () => {
  const { status, body } = await add('k'.repeat(129), { id: 'f', text: 'one' })
  expect([status, body.code]).toEqual([400, 'invalid_parameter'])
})
