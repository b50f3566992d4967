import { checkContextAnswer } from '@cairn/contract/context-answer'
import { LIMITS } from '@cairn/contract/limits'
import { STRATEGIES } from '@cairn/contract/operations/context'
import { Problem } from '@cairn/http-kernel/problem'
import { analyseQuery } from '@cairn/text/query'
import { countTokens } from '@cairn/text/tokens'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assemble } from './assemble.ts'
import type { Offer } from './offer.ts'
import { weigh } from './weigh.ts'

const WORDS = [
  'rotate',
  'signing',
  'key',
  'token',
  'ninety',
  'days',
  'zebra',
  'π',
  '鍵を回す',
  '👩‍👩‍👧',
  '"quoted"',
  '\\',
  '\n',
]
const text = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 60 })
        .map((all) => all.join(' ')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }) },
    {
      weight: 1,
      arbitrary: fc.nat(9).map((n) => `A sentence of passage ${n} about the signing key. `.repeat(30)),
    },
  )
  .filter((one) => one.isWellFormed())
const offer: fc.Arbitrary<Offer> = fc.record({
  id: fc.oneof(
    fc.nat(99).map((n) => `${n}:0`),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  ),
  sourceId: fc.constantFrom('handbook', 'peer', 'cairn:facts'),
  kind: fc.constantFrom('doc', 'passage'),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  ageMs: fc.option(fc.nat(10_000_000)),
  text,
  tokensStated: fc.option(fc.nat(300), { freq: 3 }),
})
const request = fc.record({
  offers: fc.array(offer, { maxLength: 14 }),
  query: fc
    .array(fc.constantFrom(...WORDS.slice(0, 9)), { minLength: 1, maxLength: 6 })
    .map((all) => all.join(' ')),
  budget: fc.integer({ min: LIMITS.tokenBudgetMin, max: 2500 }),
  strategy: fc.constantFrom(...STRATEGIES),
  withContent: fc.boolean(),
  id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => one.isWellFormed()),
})

it('of 10,000 answers none costs more than its budget, and every sum of every receipt is right', async () => {
  let bundles = 0
  await fc.assert(
    fc.asyncProperty(request, async ({ offers, query: asked, budget, strategy, withContent, id }) => {
      const query = analyseQuery(asked)
      const weighed = await weigh(offers, { query, typicalMs: () => 3_600_000 })
      const task = { id, query, budget, strategy, withContent }
      const answer = await assemble(task, { ...weighed, failures: [] }).catch(refusedForBudget)
      if (answer === null) return
      bundles += answer.candidates.length > 0 ? 1 : 0
      expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(budget)
      expect(answer.receipt.budget_tokens).toBe(budget)
      expect(checkContextAnswer(answer, { countTokens })).toEqual([])
      if (!withContent) expect(answer.receipt.materialized_tokens).toBe(0)
      for (const { text, candidate_id } of answer.content ?? []) {
        const offered = offers.filter((one) => one.id === candidate_id)
        expect(offered.some((one) => one.text === text || one.text.length > text.length)).toBe(true)
      }
    }),
    { numRuns: 10_000 },
  )
  expect(bundles).toBeGreaterThan(5000)
}, 300_000)

function refusedForBudget(problem: unknown): null {
  if (problem instanceof Problem && problem.code === 'budget_too_small') return null
  throw problem
}
