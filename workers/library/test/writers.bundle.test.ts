import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, test } from 'vitest'

let cairn: TestCairn
let acme: Speaker
beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/s', { body: {} })
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'
const add = (body: unknown) => acme.json('POST', DOCUMENTS, { body })

async function found(query: string): Promise<string[]> {
  const { body } = await acme.json('POST', '/v1/query/search', { body: { query, limit: 100 } })
  return body.pointers.map(({ id }: { id: string }) => id)
}

test('50 parallel writers of different documents all succeed, each findable', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => add({ id: `p${n}`, text: `parallel gecko ${n}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const pointers = new Set(answers.map(({ body }) => body.pointers[0]))
  expect(pointers.size).toBe(50)
  expect(new Set(await found('gecko'))).toEqual(pointers)
})

test('of parallel writers of one document each succeeds or is told of the conflict, and one text is left', async () => {
  const words = ['alder', 'birch', 'cedar', 'damson', 'elm', 'fir', 'gorse', 'hazel']
  const answers = await Promise.all(words.map((word) => add({ id: 'tree', text: `the ${word} grows` })))
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'write_conflict'])
  const { text, pointers } = (await acme.json('GET', `${DOCUMENTS}/tree`)).body
  const winner = answers.find(({ body }) => body.pointers?.[0] === pointers[0])
  expect(winner?.status).toBe(200)
  for (const word of words) expect(await found(word)).toEqual(text === `the ${word} grows` ? pointers : [])
})

test('writers and deleters of the same documents leave rows and index agreeing', async () => {
  const ids = ['x1', 'x2', 'x3', 'x4']
  await Promise.all(
    ids.flatMap((id, n) => [
      add({ id, text: `skink ${n}` }),
      acme.json('DELETE', `${DOCUMENTS}/${id}`),
      add({ id, text: `skink again ${n}` }),
    ]),
  )
  const live: string[] = []
  for (const id of ids) live.push(...((await acme.json('GET', `${DOCUMENTS}/${id}`)).body.pointers ?? []))
  expect(new Set(await found('skink'))).toEqual(new Set(live))
})

test('a quota refuses what goes past it and lets deletion make room', async () => {
  const small = await startCairn({ variables: { NAMESPACE_PASSAGES_MAX: '2' } })
  try {
    const speaker = await small.as('acme')
    await speaker.json('PUT', '/v1/sources/s', { body: {} })
    const put = (id: string) => speaker.json('POST', DOCUMENTS, { body: { id, text: 'full' } })
    expect([(await put('a')).status, (await put('b')).status]).toEqual([200, 200])
    const refused = await put('c')
    expect([refused.status, refused.body.code]).toEqual([403, 'quota_exceeded'])
    const lines = await speaker.send('POST', DOCUMENTS, { ndjson: '{"id":"c","text":"full"}' })
    expect(JSON.parse(await lines.text())).toMatchObject({
      status: 'refused',
      problem: { code: 'quota_exceeded' },
    })
    expect((await speaker.json('POST', DOCUMENTS, { body: { id: 'a', text: 'replaced' } })).status).toBe(200)
    await speaker.json('DELETE', `${DOCUMENTS}/a`)
    expect((await put('c')).status).toBe(200)
  } finally {
    await small.stop()
  }
})
