import { STRATEGIES, type Strategy } from '@cairn/contract/operations/context'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Body, Candidate } from './candidate.ts'
import { type Choice, select } from './select.ts'

const milli = fc.integer({ min: 0, max: 1000 })
const words = (of: number) => fc.uniqueArray(fc.nat(of - 1), { maxLength: of }).map((all) => new Set(all))

const candidates = (countMax: number, wordsMax = 8): fc.Arbitrary<Candidate[]> =>
  fc
    .array(
      fc.record({
        relevance: milli,
        confidence: milli,
        freshness: milli,
        tokens: fc.integer({ min: 5, max: 400 }),
        words: words(wordsMax),
      }),
      { maxLength: countMax },
    )
    .map((all) => all.map(candidateOf))

function candidateOf(
  made: { relevance: number; confidence: number; freshness: number; tokens: number; words: Set<number> },
  place: number,
): Candidate {
  const full: Body = { tier: 'full', text: '', tokens: made.tokens, words: made.words }
  const fewer = new Set([...made.words].slice(0, 2))
  const summary: Body = { tier: 'summary', text: '', tokens: 150, words: fewer }
  return {
    id: `c${place}`,
    sourceId: 's',
    kind: 'k',
    relevanceMilli: made.relevance,
    confidenceMilli: made.confidence,
    freshnessMilli: made.freshness,
    contentHash: '',
    full,
    summary: () => (made.tokens > 150 ? summary : null),
  }
}

const costOf: Choice['costOf'] = ({ body }) => body.tokens + 7
const covered = (bodies: readonly Body[]) => new Set(bodies.flatMap((body) => [...body.words])).size

/** The most words that any choice within the room covers, by trying them all. */
function optimum(all: readonly Candidate[], room: number): number {
  const [first, ...rest] = all
  if (first === undefined) return 0
  const best = (left: readonly Candidate[], chosen: readonly Body[], remaining: number): number => {
    const [next, ...others] = left
    if (next === undefined) return covered(chosen)
    const ways = [next.full, next.summary() ?? []]
      .flat()
      .filter((body) => costOf({ candidate: next, body }) <= remaining)
    const taken = ways.map((body) =>
      best(others, [...chosen, body], remaining - costOf({ candidate: next, body })),
    )
    return Math.max(best(others, chosen, remaining), ...taken)
  }
  return best([first, ...rest], [], room)
}

describe.each(STRATEGIES)('%s', (strategy: Strategy) => {
  it('stays within its room, takes nothing twice, and is deaf to the order it is given', () => {
    fc.assert(
      fc.property(
        candidates(30),
        fc.integer({ min: 0, max: 3000 }),
        fc.infiniteStream(fc.nat()),
        (all, room, order) => {
          const { chosen } = select(all, { strategy, room, costOf })
          expect(chosen.reduce((sum, one) => sum + costOf(one), 0)).toBeLessThanOrEqual(room)
          expect(new Set(chosen.map(({ candidate }) => candidate.id)).size).toBe(chosen.length)
          const keys = new Map(all.map((one) => [one, order.next().value]))
          const shuffled = [...all].sort((a, b) => keys.get(a)! - keys.get(b)!)
          expect(select(shuffled, { strategy, room, costOf }).chosen).toEqual(chosen)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('says that the budget is exhausted exactly where more of it would change the choice', () => {
    fc.assert(
      fc.property(candidates(12), fc.integer({ min: 0, max: 3000 }), (all, room) => {
        const { chosen, isExhausted } = select(all, { strategy, room, costOf })
        const rich = select(all, { strategy, room: 1e9, costOf })
        const same = JSON.stringify(rich.chosen) === JSON.stringify(chosen)
        if (same) expect(isExhausted).toBe(false)
        else if (strategy !== 'minimal') expect(isExhausted).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

it('coverage_first and minimal cover at least nine tenths of what the best choice of all would', () => {
  const sums = { best: 0, coverage_first: 0, minimal: 0 }
  fc.assert(
    fc.property(candidates(9), fc.integer({ min: 20, max: 900 }), (all, room) => {
      sums.best += optimum(all, room)
      for (const strategy of ['coverage_first', 'minimal'] as const)
        sums[strategy] += covered(select(all, { strategy, room, costOf }).chosen.map(({ body }) => body))
    }),
    { numRuns: 1000 },
  )
  expect(sums.best).toBeGreaterThan(1000)
  expect(sums.coverage_first / sums.best).toBeGreaterThanOrEqual(0.9)
  expect(sums.minimal / sums.best).toBeGreaterThanOrEqual(0.9)
})

it('minimal takes nothing that adds no word, once it has one thing', () => {
  fc.assert(
    fc.property(candidates(20), fc.integer({ min: 0, max: 3000 }), (all, room) => {
      const { chosen } = select(all, { strategy: 'minimal', room, costOf })
      const bodies = chosen.map(({ body }) => body)
      for (let n = 1; n < bodies.length; n++)
        expect(covered(bodies.slice(0, n + 1))).toBeGreaterThan(covered(bodies.slice(0, n)))
    }),
  )
})
