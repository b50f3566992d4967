import { checkLegacy } from '@cairn/contract/legacy'
import { validateCrcV1 } from '@cairn/contract/validate'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'

let cairn: TestCairn
let ada: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  ada = await cairn.as('retrieve')
  await ada.json('PUT', '/v1/sources/notes', { body: {} })
  const ndjson = Array.from({ length: 12 }, (_, n) =>
    JSON.stringify({
      id: `d${n}`,
      text: `Passage ${n} about the lighthouse keeper. ${'It rains. '.repeat(30)}`,
    }),
  ).join('\n')
  await (await ada.send('POST', '/v1/sources/notes/documents', { ndjson })).text()
  const fact = (key: string, value: string) => ({ entity: 'lighthouse', key, value })
  const facts = ['keeper', 'height', 'colour', 'built', 'owner', 'range', 'light'].map((key) =>
    fact(key, `of ${key}`),
  )
  await ada.json('POST', '/v1/facts/batch', { body: { facts: [fact('keeper', 'nobody'), ...facts] } })
})
afterAll(async () => {
  await cairn?.stop()
})

const send = (body: object, query = '') => ada.json('POST', `/v1/memory/retrieve${query}`, { body })
const retrieve = async (body: object) => {
  const answer = await send(body)
  expect(answer.status).toBe(200)
  expect(validateCrcV1(answer.body, { countTokens }).findings).toEqual([])
  return answer.body
}
interface Told {
  readonly id: string
  readonly epitome: string
  readonly reason?: string
}
const reasons = ({ pointers }: { pointers: Told[] }) => pointers.map(({ reason }) => reason === 'KeyFact')

test('the facts that hold come first, then passages, and what was superseded never', async () => {
  const body = await retrieve({ query: 'who is the lighthouse keeper' })
  expect(body.kind).toBe('search')
  expect(reasons(body)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
  expect(body.pointers[0].epitome).toBe('Holds: lighthouse keeper = of keeper')
  expect(JSON.stringify(body)).not.toContain('nobody')
})

test('a walk shows every fact that holds and every passage once', async () => {
  for (const limit of [1, 3, 10]) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await retrieve({
        query: 'lighthouse keeper',
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      })
      expect(page.pointers.length).toBeGreaterThan(0)
      seen.push(...page.pointers.map(({ id }: Told) => id))
      cursor = page.next?.cursor
    } while (cursor !== undefined)
    expect([limit, seen.length, new Set(seen).size]).toEqual([limit, 19, 19])
  }
})

test('under a token budget facts are packed whole before passages, and the answer stays within it', async () => {
  const body = await retrieve({ query: 'lighthouse keeper', token_budget: 700 })
  expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(700)
  expect(body.content.slice(0, 2).map(({ id }: Told) => id)).toEqual(
    body.pointers.slice(0, 2).map(({ id }: Told) => id),
  )
  expect(reasons(body)[0]).toBe(true)
  const seen = new Set<string>(body.pointers.map(({ id }: Told) => id))
  for (let cursor = body.next?.cursor; cursor !== undefined; ) {
    const page = await retrieve({ query: 'lighthouse keeper', token_budget: 700, cursor })
    for (const { id } of page.pointers) {
      expect(seen.has(id)).toBe(false)
      seen.add(id)
    }
    cursor = page.next?.cursor
  }
  expect(seen.size).toBe(19)
})

test('every pointer is read at the cost that was said', async () => {
  const { pointers, cost_estimate } = await retrieve({ query: 'lighthouse keeper' })
  const refs = pointers.map(({ id }: Told) => id)
  const { body } = await ada.json('POST', '/v1/query/fetch-content', { body: { refs, hydrate: 'full' } })
  const sum = body.content.reduce(
    (total: number, item: { token_count: number }) => total + item.token_count,
    0,
  )
  expect(sum).toBe(cost_estimate.full)
  const hydrated = await retrieve({ query: 'lighthouse keeper', hydrate: 'full' })
  expect(hydrated.content).toEqual(body.content)
})

test('filters and lanes mean what they mean to a search', async () => {
  expect(reasons(await retrieve({ query: 'lighthouse', filter: { source: 'notes' } }))).not.toContain(true)
  expect(reasons(await retrieve({ query: 'lighthouse', filter: { kind: 'fact' } }))).not.toContain(false)
})

test('facts fill a page that has no passages, and passages one without facts', async () => {
  expect(reasons(await retrieve({ query: 'owner', limit: 2 }))).toEqual([true])
  expect(reasons(await retrieve({ query: 'rains', limit: 4 }))).toEqual([false, false, false, false])
})

test('where nothing is found, and where nothing was written, the answer is empty and leads on', async () => {
  const nobody = await cairn.as('retrieve-nobody')
  const empty = await nobody.json('POST', '/v1/memory/retrieve', { body: { query: 'anything' } })
  expect(empty.status).toBe(200)
  for (const body of [empty.body, await retrieve({ query: 'zebra' })]) {
    expect(body.pointers).toEqual([])
    expect(body.next.resolution_pointer).toBe('__bootstrap__::resolution:EmptyResult')
  }
})

test('it takes both scopes', async () => {
  for (const scopes of [['query:read'], ['facts:read']] as const) {
    const narrow = await cairn.as('retrieve', { scopes })
    const answer = await narrow.json('POST', '/v1/memory/retrieve', { body: { query: 'lighthouse' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
  }
})

test('the body of before the contract has the facts that hold beside the passages', async () => {
  const { body } = await send({ query: 'lighthouse keeper', limit: 4 }, '?contract=legacy')
  expect(checkLegacy('retrieve', { ...body, meta: { ...body.meta, took_ms: 0 } })).toEqual([])
  expect(body.facts.map(({ value }: { value: string }) => value)).toContain('of keeper')
  expect(body.facts.every((fact: { superseded_by: string | null }) => fact.superseded_by === null)).toBe(true)
  expect(body.results).toHaveLength(2)
})

test('a cursor of a search is not one of a retrieval', async () => {
  const searched = await ada.json('POST', '/v1/query/search', { body: { query: 'lighthouse', limit: 1 } })
  const { cursor } = searched.body.next
  const answer = await send({ query: 'lighthouse', limit: 1, cursor })
  expect([answer.status, answer.body.code]).toEqual([400, 'cursor_mismatch'])
})
