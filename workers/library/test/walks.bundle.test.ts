import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
const IDS = Array.from({ length: 257 }, (_, n) => `d${String(n).padStart(3, '0')}`)
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: {} })
  await acme.json('PUT', '/v1/sources/t', { body: {} })
  await addAll(IDS)
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'

async function addAll(ids: readonly string[]): Promise<void> {
  const ndjson = ids.map((id) => JSON.stringify({ id, text: `about ${id}` })).join('\n')
  await (await acme.send('POST', DOCUMENTS, { ndjson })).text()
}

async function walk(limit: number, between: (page: number) => Promise<unknown> = async () => undefined) {
  const seen: string[] = []
  let cursor = ''
  for (let page = 1; page <= 300; page++) {
    const { status, body } = await acme.json(
      'GET',
      `${DOCUMENTS}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    expect(status).toBe(200)
    expect(body.documents.length).toBeLessThanOrEqual(limit)
    seen.push(...body.documents.map(({ id }: { id: string }) => id))
    if (body.next.cursor === undefined) return seen
    cursor = body.next.cursor
    await between(page)
  }
  throw new Error('the walk does not end')
}

describe('listing documents', () => {
  test.each([16, 64, 100])('in pages of %i shows all 257 once, in order', async (limit) => {
    expect(await walk(limit)).toEqual(IDS)
  })

  test('goes on after the last document of a page, though it was replaced or deleted meanwhile', async () => {
    const seen = await walk(100, async (page) => {
      if (page === 1) await acme.json('DELETE', `${DOCUMENTS}/d099`)
      if (page === 2) await acme.json('POST', DOCUMENTS, { body: { id: 'd199', text: 'other' } })
    })
    expect(seen).toEqual(IDS)
    expect(await walk(100)).toEqual(IDS.filter((id) => id !== 'd099'))
  })

  test('ends a page that is exactly full without a cursor', async () => {
    const { body } = await acme.json('GET', `${DOCUMENTS}?limit=100`)
    const rest = await acme.json('GET', `${DOCUMENTS}?limit=100&cursor=${body.next.cursor}`)
    expect(rest.body.documents).toHaveLength(100)
    expect((await acme.json('GET', '/v1/sources/t/documents')).body).toEqual({ documents: [], next: {} })
  })

  test('tells of each document what it is without its text', async () => {
    await acme.json('POST', '/v1/sources/t/documents', {
      body: { id: 'x', title: 'T', text: 'secret', tags: ['a'], created_at: '2026-01-01T01:00:00+01:00' },
    })
    expect((await acme.json('GET', '/v1/sources/t/documents')).body.documents).toEqual([
      {
        id: 'x',
        title: 'T',
        uri: null,
        kind: null,
        tags: ['a'],
        author: null,
        created_at: '2026-01-01T00:00:00.000Z',
        event_at: null,
        passages: 1,
      },
    ])
  })
})

describe('a cursor', () => {
  const first = async () => (await acme.json('GET', `${DOCUMENTS}?limit=10`)).body.next.cursor as string
  const codeOf = async (address: string) => {
    const { status, body } = await acme.json('GET', address)
    return [status, body.code]
  }

  test('of another source, limit or namespace is refused', async () => {
    const cursor = await first()
    expect(await codeOf(`/v1/sources/t/documents?limit=10&cursor=${cursor}`)).toEqual([
      400,
      'cursor_mismatch',
    ])
    expect(await codeOf(`${DOCUMENTS}?limit=11&cursor=${cursor}`)).toEqual([400, 'cursor_mismatch'])
    await acme.json('PUT', '/v1/sources/s?namespace=other', { body: {} })
    expect(await codeOf(`${DOCUMENTS}?limit=10&namespace=other&cursor=${cursor}`)).toEqual([
      400,
      'cursor_mismatch',
    ])
  })

  test('that this service did not make is refused', async () => {
    const cursor = await first()
    const forged = `${cursor.slice(0, -2)}${cursor.at(-1)}${cursor.at(-2)}`
    expect(await codeOf(`${DOCUMENTS}?limit=10&cursor=${forged}x`)).toEqual([400, 'cursor_invalid'])
    expect(await codeOf(`${DOCUMENTS}?limit=10&cursor=AAAA`)).toEqual([400, 'cursor_invalid'])
  })

  test.each(['-1', '0', '1.5', '101', 'NaN', 'x', ''])(
    'and the limit %j are judged by the contract',
    async (limit) => {
      expect(await codeOf(`${DOCUMENTS}?limit=${limit}`)).toEqual([400, 'invalid_parameter'])
    },
  )
})
