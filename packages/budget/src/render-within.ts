import type { Tier } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { Problem } from '@cairn/http-kernel/problem'
import { everything, type Fitted, fitAnswer, type Item } from './fit-answer.ts'

/** What an answer may cost and how it is written: `render` writes the body for a choice of items, `count` counts the tokens of a text. */
export interface Rendering {
  readonly tier: Tier
  /** Null: everything is sent. */
  readonly budget: number | null
  readonly render: (fitted: Fitted) => Promise<unknown>
  readonly count: (text: string) => number
}

/** The body of an answer with as much of `items` as its budget holds. Throws `budget_too_small`, naming the least that would do. */
export async function renderWithin(items: readonly Item[], rendering: Rendering): Promise<unknown> {
  const { tier, budget, render, count } = rendering
  if (budget === null) return await render(everything(items, tier))
  const measure = async (fitted: Fitted) => count(JSON.stringify(await render(fitted)))
  const fitted = await fitAnswer(items, { tier, budget, measure })
  if ('tokensLeast' in fitted) throw tooSmall(fitted.tokensLeast + CURSOR_TOKENS_SPREAD, budget)
  return await render(fitted)
}

/** Two cursors of one length differ in tokens by this much; the next request prints another one. */
const CURSOR_TOKENS_SPREAD = 10

function tooSmall(tokensLeast: number, budget: number): Problem {
  const example = Math.min(LIMITS.tokenBudgetMax, Math.max(tokensLeast, 1024))
  return new Problem(
    'budget_too_small',
    `A page with one pointer costs up to ${tokensLeast} tokens; token_budget was ${budget}.`,
    {
      errors: [
        {
          pointer: '/token_budget',
          rule: 'budget_too_small',
          message: `expected at least ${tokensLeast}, as in {"token_budget":${example}}`,
        },
      ],
    },
  )
}
