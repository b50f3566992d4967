import { validateCrcV1 } from '@cairn/contract/validate'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'

let cairn: TestCairn
let reader: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  reader = await cairn.as('reader')
  await reader.json('PUT', '/v1/sources/notes', { body: {} })
})
afterAll(() => cairn.stop())

const add = async (body: object): Promise<string[]> =>
  (await reader.json('POST', '/v1/sources/notes/documents', { body })).body.pointers
const fetchContent = (body: object) => reader.json('POST', '/v1/query/fetch-content', { body })
const idsOf = (answer: { body: { pointers: { id: string }[] } }) => answer.body.pointers.map(({ id }) => id)

it('the slug that a search prints is read by fetch-content: all passages of the document, in order', async () => {
  const section = (n: number) =>
    `## Part ${n}\n\n${`The ${n}th falcon flew over the long river bank again. `.repeat(30)}`
  const pointers = await add({
    id: 'guide/falcons',
    title: 'Falcon guide',
    text: [1, 2, 3].map(section).join('\n\n'),
  })
  expect(pointers.length).toBeGreaterThan(1)
  const found = await reader.json('POST', '/v1/query/search', { body: { query: 'Falcon guide', limit: 1 } })
  const slug = found.body.next.canonical_slug
  expect(slug).toBe('notes/guide%2Ffalcons')
  const answer = await fetchContent({ refs: [slug, pointers[0]], hydrate: 'full' })
  expect(validateCrcV1(answer.body, { countTokens }).findings).toEqual([])
  expect(idsOf(answer)).toEqual(pointers)
  expect((await fetchContent({ refs: [slug] })).body.next.canonical_slug).toBe(slug)
})

it('the slug of a fact is read as the fact that holds', async () => {
  const { body } = await reader.json('PUT', '/v1/facts/ada/works_at', { body: { value: 'Initech' } })
  const answer = await fetchContent({ refs: [body.canonical_slug], hydrate: 'full' })
  expect(answer.body.content.map(({ text }: { text: string }) => text)).toEqual(['Initech'])
})

it('a slug of nothing is unknown, of something deleted gone, beside what can be read', async () => {
  const [kept] = await add({ id: 'kept', text: 'Kept.' })
  await add({ id: 'gone', text: 'Gone.' })
  await reader.send('DELETE', '/v1/sources/notes/documents/gone')
  const answer = await fetchContent({ refs: ['notes/gone', 'notes/never', kept] })
  expect(answer.body.envelope.unavailable).toEqual([
    { id: 'notes/gone', code: 'pointer_gone' },
    { id: 'notes/never', code: 'pointer_not_found' },
  ])
  expect((await fetchContent({ refs: ['notes/gone'] })).status).toBe(410)
  expect((await fetchContent({ refs: ['notes/never'] })).status).toBe(404)
})

it('a document of more than 100 passages is read on by cursor, nothing twice and nothing left out', async () => {
  const text = Array.from({ length: 130 }, (_, n) => `# Part ${n}\n\n${'word '.repeat(120)}${n}`).join('\n\n')
  const pointers = await add({ id: 'long', text })
  expect(pointers.length).toBeGreaterThan(100)
  const first = await fetchContent({ refs: ['notes/long'] })
  expect(first.body.envelope.omitted.pointers).toBe(pointers.length - 100)
  const second = await fetchContent({ refs: ['notes/long'], cursor: first.body.next.cursor })
  expect([...idsOf(first), ...idsOf(second)]).toEqual(pointers)
  expect(second.body.next?.cursor).toBeUndefined()
})
