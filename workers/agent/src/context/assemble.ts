import { canonical } from '@cairn/contract/canonical'
import type { ContextAnswer, ContextBody } from '@cairn/contract/context-answer'
import type { Strategy } from '@cairn/contract/operations/context'
import { Problem } from '@cairn/http-kernel/problem'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { QueryTerms } from '@cairn/text/query'
import { countTokens } from '@cairn/text/tokens'
import { type Candidate, type Chosen, wireCandidate } from './candidate.ts'
import { degradedReasons } from './degraded-reasons.ts'
import { coverageMilli } from './query-words.ts'
import { select } from './select.ts'

/** What a bundle is made for. */
export interface Task {
  readonly id: string
  readonly query: QueryTerms
  readonly budget: number
  readonly strategy: Strategy
  /** Whether the bodies come along. */
  readonly withContent: boolean
}

/** What there is to choose from, and what was amiss on the way. */
export interface Gathered {
  readonly candidates: readonly Candidate[]
  readonly hasDuplicates: boolean
  readonly hasOverruns: boolean
  /** `source_unavailable:<id>` and `source_timeout:<id>`. */
  readonly failures: readonly string[]
}

/**
 * The answer to a task: as much of what was gathered as its strategy takes, so that the answer as it is sent costs no more tokens
 * than the budget. Throws `budget_too_small` where not even an empty one fits.
 */
export async function assemble(task: Task, gathered: Gathered): Promise<ContextAnswer> {
  const frame = countTokens(JSON.stringify(await render(task, gathered, { chosen: [], isExhausted: true })))
  const room = task.budget - frame - UNCERTAINTY
  const costs = new Map<Chosen['body'], number>()
  const costOf = (one: Chosen) => costs.get(one.body) ?? remember(costs, one, task)
  const { strategy } = task
  let { chosen, isExhausted } = select(gathered.candidates, { strategy, room, costOf })
  for (;;) {
    const answer = await render(task, gathered, { chosen, isExhausted })
    if (countTokens(JSON.stringify(answer)) <= task.budget) return answer
    if (chosen.length === 0) throw tooSmall(frame + UNCERTAINTY, task.budget)
    chosen = chosen.slice(0, -1)
    isExhausted = true
  }
}

/** Ids are hexadecimal digits and wander in tokens, counts have more digits in a fuller answer; the answer itself is measured in the end. */
const UNCERTAINTY = 24

/**
 * What a candidate adds to the answer, its body included even where bodies are read later: they are to fit the budget then.
 * Reading several pieces as one text saves tokens more often than it costs any.
 */
function remember(costs: Map<Chosen['body'], number>, one: Chosen, { id, withContent }: Task): number {
  const described = countTokens(`"${one.candidate.id}",${JSON.stringify(wireCandidate(id, one))},`)
  const item = withContent ? countTokens(`${JSON.stringify({ ...contentItem(one), text: '' })},`) : 0
  const cost = described + item + one.body.tokens
  costs.set(one.body, cost)
  return cost
}

interface Choosing {
  readonly chosen: readonly Chosen[]
  readonly isExhausted: boolean
}

async function render(task: Task, gathered: Gathered, choosing: Choosing): Promise<ContextAnswer> {
  const { chosen } = choosing
  const candidates = chosen.map((one) => wireCandidate(task.id, one))
  const content = task.withContent ? chosen.map(contentItem) : undefined
  const coverage = coverageMilli(task.query, new Set(chosen.flatMap(({ body }) => [...body.words])))
  const bundle = await named('bundle_id', 'b', candidates, {
    bundle_id: '',
    task_id: task.id,
    candidates: candidates.map(({ candidate_id }) => candidate_id),
    total_tokens: sum(candidates.map(({ estimated_tokens }) => estimated_tokens)),
    coverage_milli: coverage,
    strategy: task.strategy,
  })
  const receipt = await named('receipt_id', 'r', null, {
    receipt_id: '',
    task_id: task.id,
    bundle_id: bundle.bundle_id,
    budget_tokens: task.budget,
    materialized_tokens: sum((content ?? []).map(({ token_count }) => token_count)),
    candidates_considered: gathered.candidates.length,
    candidates_selected: chosen.length,
    sources_used: [...new Set(candidates.map(({ source_id }) => source_id))].sort(),
    degraded_reasons: degradedReasons({ ...gathered, ...choosing, coverage }),
  })
  return { bundle, candidates, receipt, ...(content === undefined ? {} : { content }) }
}

function contentItem({ candidate, body }: Chosen): ContextBody {
  const { tier, text, tokens } = body
  return { candidate_id: candidate.id, tier, text, token_count: tokens }
}

/** The same gathering has the same ids: an id is a hash of all that it names. */
async function named<N extends string, S extends Record<N, string>>(
  name: N,
  prefix: string,
  with_: unknown,
  statement: S,
): Promise<S> {
  const hash = await sha256(canonical([statement, with_]))
  return { ...statement, [name]: `${prefix}${hash.slice(0, ID_DIGITS)}` }
}

const ID_DIGITS = 32
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function tooSmall(least: number, budget: number): Problem {
  return new Problem(
    'budget_too_small',
    `An answer without any body costs up to ${least} tokens; budget_tokens was ${budget}.`,
    {
      errors: [
        {
          pointer: '/budget_tokens',
          rule: 'budget_too_small',
          message: `expected at least ${least}, as in {"budget_tokens":${Math.max(2000, least)}}`,
        },
      ],
    },
  )
}
