import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'

interface Place {
  readonly speaker: Speaker
  readonly namespace: string
}

const at = ({ namespace }: Place, path: string) =>
  `${path}${path.includes('?') ? '&' : '?'}namespace=${namespace}`

async function fill(place: Place, text: string): Promise<string[]> {
  await place.speaker.json('PUT', at(place, '/v1/sources/s'), { body: {} })
  const { body } = await place.speaker.json('POST', at(place, DOCUMENTS), { body: { id: 'same', text } })
  return body.pointers
}

async function read(place: Place) {
  const { status, body } = await place.speaker.json('GET', at(place, `${DOCUMENTS}/same`))
  return status === 200 ? body.text : body.code
}

describe('two tenants, and two namespaces of one, with the same ids', () => {
  let places: Place[]
  beforeAll(async () => {
    const [one, two] = [await cairn.as('one'), await cairn.as('two')]
    places = [
      { speaker: one, namespace: 'default' },
      { speaker: one, namespace: 'notes' },
      { speaker: two, namespace: 'default' },
      { speaker: two, namespace: 'notes' },
    ]
  })

  test('hold documents of their own', async () => {
    const texts = ['alpha', 'beta', 'gamma', 'delta']
    const pointers = await Promise.all(places.map((place, n) => fill(place, texts[n]!)))
    for (const [n, place] of places.entries()) expect(await read(place)).toBe(texts[n])
    expect(pointers[0]).toEqual(['1:0'])
    expect(pointers[1]![0]).toMatch(/^\d+\.1:0$/)
  })

  test('find their own text only', async () => {
    for (const [n, place] of places.entries())
      for (const [m, word] of ['alpha', 'beta', 'gamma', 'delta'].entries()) {
        const { body } = await place.speaker.json('POST', at(place, '/v1/query/search'), {
          body: { query: word },
        })
        expect(body.pointers).toHaveLength(n === m ? 1 : 0)
      }
  })

  test('delete their own only', async () => {
    await places[0]!.speaker.json('DELETE', at(places[0]!, `${DOCUMENTS}/same`))
    expect(await Promise.all(places.map(read))).toEqual(['document_gone', 'beta', 'gamma', 'delta'])
    await places[3]!.speaker.json('DELETE', at(places[3]!, '/v1/sources/s?cascade=true'))
    expect(await Promise.all(places.map(read))).toEqual([
      'document_gone',
      'beta',
      'gamma',
      'source_not_found',
    ])
  })

  test('share no Idempotency-Key', async () => {
    const answers = await Promise.all(
      places.slice(0, 3).map((place, n) =>
        place.speaker.json('POST', at(place, DOCUMENTS), {
          body: { id: 'keyed', text: `text ${n}` },
          headers: { 'idempotency-key': 'one-key' },
        }),
      ),
    )
    expect(answers.map(({ body }) => body.status)).toEqual(['created', 'created', 'created'])
  })
})

test('a namespace outside the token answers as one that is not known', async () => {
  const whole = await cairn.as('three')
  await whole.json('PUT', '/v1/sources/s?namespace=secret', { body: {} })
  const narrow = await cairn.as('three', { namespaces: ['notes'] })
  const outside = await narrow.json('GET', '/v1/sources/s?namespace=secret')
  const unknown = await narrow.json('GET', '/v1/sources/s?namespace=unknown')
  expect(outside.status).toBe(404)
  expect(outside.body).toEqual(unknown.body)
})
