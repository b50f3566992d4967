import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'

let cairn: TestCairn
beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn.stop())

it('a page of ten keeps its size where the namespace has a long name and the epitomes are code', async () => {
  const speaker = await cairn.as('sizes')
  const at = '?namespace=a-long-name-of-a-namespace-7f3a9c-2026-11-30-qx'
  await speaker.json('PUT', `/v1/sources/code${at}`, { body: {} })
  const line = (i: number, n: number) => `  if (a.k${i} > ${n}) {\n    log("step ${n}")\n  }\n`
  const topics = ['walrus', 'badger', 'heron']
  for (let i = 0; i < 12; i++) {
    const text = `${topics[i % 3]}\n${Array.from({ length: 12 }, (_, n) => line(i, n)).join('')}`
    await speaker.json('POST', `/v1/sources/code/documents${at}`, {
      body: { id: `d${i}`, text, format: 'code' },
    })
  }
  const { body } = await speaker.json('POST', `/v1/query/search${at}`, { body: { query: topics.join(' ') } })
  expect(body.pointers.length).toBe(10)
  const epitomes = body.pointers.map(({ epitome }: { epitome: string }) => countTokens(epitome))
  const allowed = epitomes.reduce((sum: number, tokens: number) => sum + tokens, 160 + 25 * 10)
  expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(allowed)
  expect(body.agent_decision.read_pointers.length).toBeGreaterThan(0)
})
