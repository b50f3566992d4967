import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, it } from 'vitest'

const QUOTA = 5

let cairn: TestCairn
beforeAll(async () => {
  cairn = await startCairn({ variables: { RATE_LIMIT_PER_MINUTE: String(QUOTA) } })
})
afterAll(() => cairn?.stop())

const search = (speaker: Speaker) => speaker.json('GET', '/v1/query/search?query=key')
const many = async (speaker: Speaker, count: number) => {
  const answers = []
  for (let n = 0; n < count; n += 1) answers.push(await search(speaker))
  return answers
}

it('a token is told what it has left, and past its quota when to come back', async () => {
  const speaker = await cairn.as('acme')
  const answers = await many(speaker, QUOTA + 1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"token";q=5;w=60')
  expect(answers.slice(0, 5).map(({ headers }) => headers.get('ratelimit')!.split(';')[1])).toEqual([
    'r=4',
    'r=3',
    'r=2',
    'r=1',
    'r=0',
  ])
  const { headers, body } = answers.at(-1)!
  expect(body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/)
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(headers.get('access-control-expose-headers')).toContain(
    'RateLimit, RateLimit-Policy, Receipt, Retry-After',
  )
})

it('tokens are counted apart, of one tenant and of others', async () => {
  await many(await cairn.as('crowd'), QUOTA + 1)
  expect((await search(await cairn.as('crowd'))).status).toBe(200)
  expect((await search(await cairn.as('quiet'))).status).toBe(200)
})

it('a tenant with many tokens has the quota of ten of them', async () => {
  const answers = []
  for (let token = 0; token < 11; token += 1) answers.push(...(await many(await cairn.as('tenth'), QUOTA)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10 * QUOTA)
  expect(answers.at(-1)!.headers.get('ratelimit-policy')).toBe('"tenant";q=50;w=60')
})

it('a refused request writes nothing, and a bad token counts for nobody', async () => {
  const speaker = await cairn.as('writer')
  for (let n = 0; n < QUOTA; n += 1) await speaker.json('GET', '/v1/facts')
  expect((await speaker.json('PUT', '/v1/facts/a/b', { body: { value: 1 } })).status).toBe(429)
  const reader = await cairn.as('writer')
  expect((await reader.json('GET', '/v1/facts/a/b')).status).toBe(404)
  const bad = await fetch(`${cairn.url}/v1/facts`, { headers: { authorization: 'Bearer a.b.c' } })
  expect([bad.status, bad.headers.has('ratelimit')]).toEqual([401, false])
})

it('what is public is not counted', async () => {
  for (let n = 0; n < 3 * QUOTA; n += 1)
    expect((await fetch(`${cairn.url}/v1/receipts/keys`)).status).toBe(200)
})
