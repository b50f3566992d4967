import { expect, it } from 'vitest'
import { BUNDLE, RECEIPT, SEARCH, SMUGGLER, SOURCE } from '../../test/documents.fixture.ts'
import { type JudgeOptions, judge } from './judge.ts'

const PLAIN: JudgeOptions = { isStrict: false, isProfileDemanded: false }
const judged = (value: unknown, options: Partial<JudgeOptions> = {}, text = JSON.stringify(value)) =>
  judge({ name: 'd', text, value }, { ...PLAIN, ...options })

it.each([
  [SEARCH, 'crc-v1'],
  [RECEIPT, 'context ContextReceiptV1'],
  [BUNDLE, 'context bundle'],
  [SOURCE, 'research source'],
])('what obeys its family is valid, and the family is said', async (value, judgedAs) => {
  expect(await judged(value)).toEqual({ name: 'd', judgedAs, isValid: true, findings: [] })
})

it('the prose of the contract decides, and the Cairn profile advises unless it is asked to decide', async () => {
  const { isValid, findings } = await judged(SMUGGLER)
  expect(isValid).toBe(false)
  expect(findings.find(({ rule }) => rule === 'crc-s1-pointer-tier-has-no-bodies')).toMatchObject({
    pointer: '/pointers/0/text',
    authority: 'S1',
    isFatal: true,
  })
  const { pointers: _, ...costly } = { ...SEARCH, cost_estimate: { pointer: 0, summary: 1, full: 0 } }
  const onlyOurs = { ...costly, pointers: SEARCH.pointers }
  expect((await judged(onlyOurs)).isValid).toBe(true)
  expect((await judged(onlyOurs)).findings.map(({ isFatal }) => isFatal)).not.toContain(true)
  expect((await judged(onlyOurs, { isProfileDemanded: true })).isValid).toBe(false)
})

it('exact token counts are judged', async () => {
  const [only] = (
    await judged({
      contract: 'crc-v1',
      kind: 'session',
      hydrate_tier: 'full',
      content: [{ id: 's', text: 'four words of text', token_count: 9 }],
      cost_estimate: { pointer: 0, summary: 9, full: 9 },
      agent_decision: null,
      next: { canonical_slug: 's' },
    })
  ).findings.filter(({ rule }) => rule === 'crc-cairn-token-count-is-true')
  expect(only).toMatchObject({ pointer: '/content/0/token_count', isFatal: false })
})

it('strict demands that a search finds something', async () => {
  expect((await judged(SEARCH, { isStrict: true })).isValid).toBe(false)
})

it('a context shape is judged by how its numbers are written', async () => {
  const text = JSON.stringify(RECEIPT).replace('500', '500.0')
  const { isValid, findings } = await judged(RECEIPT, {}, text)
  expect([isValid, findings[0]?.pointer]).toEqual([false, '/budget_tokens'])
})

it('a whole bundle is judged: what its parts say of each other, what its bodies cost, and how its numbers are written', async () => {
  const sum = { ...BUNDLE, bundle: { ...BUNDLE.bundle, total_tokens: 13 } }
  expect((await judged(sum)).findings).toMatchObject([
    { pointer: '/bundle/total_tokens', rule: 'total-sum', authority: 'S1', isFatal: true },
  ])
  const dear = {
    ...BUNDLE,
    content: [{ ...BUNDLE.content[0], text: 'One word more than it says. '.repeat(9) }],
  }
  expect((await judged(dear)).findings).toMatchObject([{ rule: 'body-cost' }])
  const text = JSON.stringify(BUNDLE).replace('"total_tokens":12', '"total_tokens":12.0')
  expect((await judged(BUNDLE, {}, text)).findings).toMatchObject([{ pointer: '/bundle/total_tokens' }])
  const { content: _, ...kept } = BUNDLE
  expect((await judged(kept, { family: 'context' })).isValid).toBe(true)
})

it('a passage is judged by the hash that it states', async () => {
  const passage = { schema: 'hux.passage.v1', id: 'p', source_id: 's', text: 'abc', hash: '0'.repeat(64) }
  expect((await judged(passage)).findings).toMatchObject([{ pointer: '/hash' }])
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect((await judged({ ...passage, hash })).isValid).toBe(true)
})

it.each(['crc-v1', 'research', 'context'] as const)(
  'a document that is none of the family asked for fails as %s',
  async (family) => {
    for (const value of [{}, [], null, 7, 'text'])
      expect((await judged(value, { family })).isValid).toBe(false)
  },
)

it('a document that tells no family is not judged, and the ways to tell are named', async () => {
  const { isValid, judgedAs, why } = await judged({ hello: 'world' })
  expect([isValid, judgedAs]).toEqual([false, null])
  expect(why).toContain('--family crc-v1|research|context')
})
