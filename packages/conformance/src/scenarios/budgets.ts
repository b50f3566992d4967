import { CannotExercise } from '../cannot-exercise.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, envelopeOf, nextOf, pointerIds } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const QUERY = 'reservoir gauge sluice crew'

/** Reading under a token budget. */
export const BUDGET_SCENARIOS: readonly Scenario[] = [
  {
    id: 'budgets',
    title: 'Search and fetch a long document under token budgets',
    callsMax: 8,
    judges: ['budget-is-kept'],
    run: async (probe) => {
      if (probe.target.countTokens === undefined) throw new CannotExercise('no token counter was given')
      const refs = pointerIds(await probe.need('search', { json: { query: QUERY } }))
      for (const token_budget of [700, 300]) {
        const searched = await probe.send('search', { json: { query: QUERY, hydrate: 'full', token_budget } })
        expectKept(probe, searched, token_budget)
        const fetched = await probe.send('fetchContent', { json: { refs, hydrate: 'full', token_budget } })
        expectKept(probe, fetched, token_budget)
      }
      expectKept(probe, await probe.send('search', { json: { query: QUERY, token_budget: 64 } }), 64)
    },
  },
]

function expectKept(probe: Probe, exchange: Exchange, budget: number): void {
  probe.judge(
    'budget-is-kept',
    exchange,
    budgetFinding(exchange, { budget, count: probe.target.countTokens! }),
  )
}

/** The least budget there is may hold no pointer at all; every other one holds something of this page, and not all of it. */
function budgetFinding(
  exchange: Exchange,
  { budget, count }: { readonly budget: number; readonly count: (text: string) => number },
): string | null {
  if (exchange.status === 400 && budget === 64)
    return codeOf(exchange) === 'budget_too_small'
      ? null
      : `answered 400 ${codeOf(exchange)}, expected budget_too_small`
  if (exchange.status !== 200) return `answered ${exchange.status} ${codeOf(exchange)}`
  const tokens = count(exchange.text)
  if (tokens > budget) return `the answer is ${tokens} tokens, the budget was ${budget}`
  const tells = envelopeOf(exchange).omitted !== undefined || nextOf(exchange).cursor !== undefined
  return tells ? null : 'neither envelope.omitted nor next.cursor tells what was left out'
}
