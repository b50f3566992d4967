import { echo } from '../echo.ts'
import { type Breach, breach, type Rule } from './rule.ts'
import { isRetrieval, type Subject } from './subject.ts'

/** What an answer says it costs to read. */
export const COST_RULES: readonly Rule[] = [
  {
    id: 'crc-s1-addressed-has-cost-estimate',
    authority: 'S1',
    severity: 'MUST',
    statement: 'An addressed answer has a `cost_estimate`.',
    check: ({ kind, document }) => (kind === 'addressed' ? missingCost(document.cost_estimate) : []),
  },
  {
    id: 'crc-cairn-cost-estimate-is-present',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'Fact and session answers have a `cost_estimate` too.',
    check: ({ kind, document }) =>
      kind === 'fact' || kind === 'session' ? missingCost(document.cost_estimate) : [],
  },
  {
    id: 'crc-cairn-summary-costs-at-most-full',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'Reading summaries never costs more than reading everything.',
    check: ({ cost }) => {
      const [summary, full] = [amount(cost?.summary), amount(cost?.full)]
      return summary !== null && full !== null && summary > full
        ? [breach('/cost_estimate/summary', echo(summary), `at most full, which is ${full}`)]
        : []
    },
  },
  {
    id: 'crc-cairn-cost-is-the-sum',
    authority: 'cairn',
    severity: 'MUST',
    statement:
      'The cost of the tier served is the sum of the token counts carried, when nothing was left out.',
    check: falseSum,
  },
  {
    id: 'crc-cairn-empty-page-costs-nothing',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'An answer without pointers costs zero at every tier.',
    check: (subject) =>
      isRetrieval(subject) && subject.pointers?.length === 0
        ? Object.entries(subject.cost ?? {})
            .filter(([, tokens]) => typeof tokens === 'number' && tokens > 0)
            .map(([name, tokens]) =>
              breach(`/cost_estimate/${name}`, echo(tokens), '0, since there is no pointer'),
            )
        : [],
  },
  {
    id: 'crc-cairn-pointer-cost-is-kept',
    authority: 'cairn',
    severity: 'MUST',
    statement: 'The cost of the pointers is never under their size as serialized, and at most 10 % over it.',
    check: falsePointerCost,
  },
]

const missingCost = (cost: unknown): Breach[] =>
  cost === undefined ? [breach('/cost_estimate', 'no `cost_estimate`', '{pointer, summary, full}')] : []

const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function falseSum({ tier, cost, content, pointers, envelope }: Subject): Breach[] {
  if (tier === null || tier === 'pointer' || content === null || envelope?.omitted !== undefined) return []
  const stated = amount(cost?.[tier])
  const counts = content.flatMap(({ members: { tier: carried, token_count: count } }) =>
    carried === undefined && typeof count === 'number' && count >= 0 ? [count] : [],
  )
  const isWhole = counts.length === content.length && (pointers === null || counts.length === pointers.length)
  if (stated === null || !isWhole) return []
  const sum = counts.reduce((total, count) => total + count, 0)
  return stated === sum
    ? []
    : [breach(`/cost_estimate/${tier}`, echo(stated), `${sum}, the sum of the token counts`)]
}

function falsePointerCost(subject: Subject): Breach[] {
  const { countTokens, pointers, document } = subject
  const stated = amount(subject.cost?.pointer)
  if (countTokens === null || stated === null || !isRetrieval(subject) || !pointers?.length) return []
  const size = countTokens(JSON.stringify(document.pointers))
  const most = Math.ceil(size * 1.1)
  return stated >= size && stated <= most
    ? []
    : [breach('/cost_estimate/pointer', echo(stated), `from ${size} to ${most}`)]
}
