import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallBounds, type Part, type Reading, readWithin } from './reading-plan.ts'

/** A thing to read: what its body costs, what is said around it; or it is gone. */
interface Thing {
  readonly id: string
  readonly tokens: number
  readonly around: number
  readonly isGone: boolean
}

const ANSWER_AROUND = 200
const thing = fc.record({
  tokens: fc.integer({ min: 1, max: 400 }),
  around: fc.constantFrom(0, 60),
  isGone: fc.boolean(),
})
const things = fc
  .array(thing, { maxLength: 8 })
  .map((all) => all.map((one, n): Thing => ({ ...one, id: `${n}:0` })))
/** Things and a budget, which often is exactly what the first of them cost. */
const asked = things.chain((all) => {
  const sums = all.map((_, n) => costOf(all.slice(0, n + 1))).filter((sum) => sum > 0)
  const any = fc.integer({ min: 1, max: 1500 })
  return fc.tuple(fc.constant(all), sums.length === 0 ? any : fc.oneof(any, fc.constantFrom(...sums)))
})
const sizeOf = (all: readonly Thing[]) =>
  all.reduce(
    (sum, { tokens, around, isGone }) => sum + (isGone ? 20 : Math.floor(tokens * 1.25) + around),
    ANSWER_AROUND,
  )
const body = ({ id, tokens }: Thing) => ({ id, text: 'x'.repeat(tokens), token_count: tokens })

/** A service that obeys the contract: the most whole bodies, in order, whose serialized answer stays within the budget. */
function service(all: readonly Thing[], bounds: CallBounds) {
  const byId = new Map(all.map((one) => [one.id, one]))
  return async ({
    refs,
    tokenBudget,
  }: {
    refs: readonly string[]
    tokenBudget: number | null
  }): Promise<Part> => {
    expect(refs.length).toBeGreaterThan(0)
    expect(refs.length).toBeLessThanOrEqual(bounds.refsMax)
    expect(new Set(refs).size).toBe(refs.length)
    if (tokenBudget !== null) {
      expect(tokenBudget).toBeGreaterThanOrEqual(bounds.tokenBudgetMin)
      expect(tokenBudget).toBeLessThanOrEqual(bounds.tokenBudgetMax)
    }
    const asked = refs.map((ref) => byId.get(ref)!)
    const gone = asked.filter(({ isGone }) => isGone)
    const found = asked.filter(({ isGone }) => !isGone)
    let fits = 0
    while (fits < found.length && sizeOf([...gone, ...found.slice(0, fits + 1)]) <= (tokenBudget ?? Infinity))
      fits++
    return {
      bodies: found.slice(0, fits).map(body),
      unavailable: gone.map(({ id }) => ({ id, code: 'gone' })),
    }
  }
}

/** The best of all choices: of every subset that has room and leaves out nothing before what it holds, the largest. */
function bestChoice(all: readonly Thing[], budget: number): readonly Thing[] {
  const live = all.filter(({ isGone }) => !isGone)
  let best: readonly Thing[] = []
  for (let choice = 0; choice < 2 ** live.length; choice++) {
    const chosen = live.filter((_, n) => (choice >> n) & 1)
    const isRun = chosen.every((one, n) => one === live[n])
    const tokens = chosen.reduce((sum, one) => sum + one.tokens, 0)
    if (isRun && tokens <= budget && chosen.length > best.length) best = chosen
  }
  return best
}

/** The fewest calls that could read these things one after another. */
function fewestCalls(all: readonly Thing[], bounds: CallBounds): number {
  if (all.length === 0) return 0
  let fewest = Number.POSITIVE_INFINITY
  for (let first = 1; first <= Math.min(all.length, bounds.refsMax); first++)
    if (sizeOf(all.slice(0, first)) <= bounds.tokenBudgetMax)
      fewest = Math.min(fewest, 1 + fewestCalls(all.slice(first), bounds))
  return fewest
}

function reading(all: readonly Thing[], budget: number, more: Partial<Reading> = {}): Reading {
  return { ids: all.map(({ id }) => id), budget, known: new Map(), isAffordable: false, ...more }
}
const costOf = (all: readonly Thing[]) =>
  all.reduce((sum, { tokens, isGone }) => sum + (isGone ? 0 : tokens), 0)

describe('reading within a budget', () => {
  const bounds = fc.record({
    refsMax: fc.integer({ min: 1, max: 9 }),
    tokenBudgetMin: fc.constant(64),
    tokenBudgetMax: fc.integer({ min: 800, max: 4000 }),
  })

  test('reads what the best of all choices would, never more than the budget, and says what it left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        bounds,
        fc.infiniteStream(fc.boolean()),
        async ([all, budget], bounds, chance) => {
          const known = new Map(
            all.filter(({ isGone }) => !isGone && chance.next().value).map((one) => [one.id, body(one)]),
          )
          const isAffordable = costOf(all) <= budget
          const read = await readWithin(
            reading(all, budget, { known, isAffordable }),
            bounds,
            service(all, bounds),
          )
          const best = bestChoice(all, budget)
          expect(read.items).toEqual(best.map(body))
          expect(read.tokens).toBe(costOf(best))
          expect(read.tokens).toBeLessThanOrEqual(budget)
          const kept = new Set(best)
          expect(read.leftOut.map(({ id }) => id)).toEqual(
            all.filter((one) => !kept.has(one)).map(({ id }) => id),
          )
          for (const { id, reason } of read.leftOut)
            if (reason === 'gone') expect(all.find((one) => one.id === id)?.isGone).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('takes the fewest calls there could be, and at most one more where no budget of an answer is large enough', async () => {
    await fc.assert(
      fc.asyncProperty(asked, bounds, async ([all, budget], bounds) => {
        const read = await readWithin(reading(all, budget), bounds, service(all, bounds))
        const judged = all.slice(0, lengthJudged(all, budget))
        expect(read.calls).toBeLessThanOrEqual(fewestCalls(judged, bounds) + 1)
        const wide = { ...bounds, tokenBudgetMax: 25_000 }
        const unbound = await readWithin(reading(all, budget), wide, service(all, wide))
        expect(unbound.calls).toBe(Math.ceil(judged.length / bounds.refsMax))
      }),
      { numRuns: 500 },
    )
  })

  test('takes one call for what the page says is affordable', async () => {
    await fc.assert(
      fc.asyncProperty(things, async (all) => {
        const bounds = { refsMax: 100, tokenBudgetMin: 64, tokenBudgetMax: 64 }
        const affordable = reading(all, Math.max(1, costOf(all)), { isAffordable: true })
        const read = await readWithin(affordable, bounds, service(all, bounds))
        expect(read.calls).toBe(all.length === 0 ? 0 : 1)
        expect(read.tokens).toBe(costOf(all))
      }),
    )
  })
})

/** How many things must be asked for: those that fit, what is gone between them, and the first that does not fit; nothing once all is spent. */
function lengthJudged(all: readonly Thing[], budget: number): number {
  let tokens = 0
  for (const [n, one] of all.entries()) {
    if (tokens === budget) return n
    if (one.isGone) continue
    if (tokens + one.tokens > budget) return n + 1
    tokens += one.tokens
  }
  return all.length
}
