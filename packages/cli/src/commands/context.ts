import { type ContextInput, type GatheredContext, receiptOf } from '@cairn/client'
import { Command, Option } from 'commander'
import { printJson } from '../print/print.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'
import { type ConnectedFlags, connected, given, wholeNumber } from './connected.ts'

const STRATEGIES = [
  'relevance_first',
  'confidence_first',
  'freshness_first',
  'cost_first',
  'coverage_first',
  'minimal',
] as const satisfies readonly NonNullable<ContextInput['strategy']>[]
const BUDGET_DEFAULT = 4000

/** `cairn context`: what to read for a task, within a budget. */
export function contextCommand(): Command {
  const command = new Command('context')
    .description('Gather what to read for a task from every source, within a budget of tokens')
    .argument('<query...>', 'what the task is about')
    .option(
      '-b, --budget <tokens>',
      'what the whole answer may cost at most, in tokens',
      wholeNumber,
      BUDGET_DEFAULT,
    )
    .option('-s, --source <id...>', 'only of these sources; cairn:facts and cairn:sessions are two')
    .option('-t, --task <id>', 'the name of the task, for its receipt', 'cli')
    .addOption(new Option('--strategy <strategy>', 'what comes first').choices(STRATEGIES))
    .addHelpText(
      'after',
      '\nExamples:\n  cairn context how is the signing key rotated --budget 2000\n  cairn context rotate keys --strategy minimal --json\n',
    )
  return connected<ContextFlags>(command, async (client, flags, ...words) => {
    const { budget, source, task, strategy } = flags
    const asked = { task_id: task, query: words.join(' '), budget_tokens: budget, sources: source, strategy }
    const answer = await client.contextBundle(given(asked) as ContextInput & { content?: true })
    if (flags.json) printJson(answer)
    else console.log(contextLines(answer, paintFor(process.stdout)).join('\n'))
  })
}

interface ContextFlags extends ConnectedFlags {
  readonly budget: number
  readonly task: string
  readonly source?: string[]
  readonly strategy?: ContextInput['strategy']
}

/** A bundle as a person reads it: the bodies, what they cost, and what is amiss. */
function contextLines(answer: GatheredContext, paint: Paint): string[] {
  const { candidates, content, bundle, receipt } = answer
  const signed = receiptOf(answer)
  const sources = new Map(candidates.map(({ candidate_id, source_id }) => [candidate_id, source_id]))
  return [
    ...content.flatMap(({ candidate_id, tier, text, token_count }) => [
      paint.dim(
        `── ${printable(candidate_id)} · ${printable(sources.get(candidate_id) ?? '')} · ${token_count} tokens · ${tier}`,
      ),
      ...text.split('\n').map(printable),
    ]),
    paint.dim(
      `    ${receipt.candidates_selected} of ${receipt.candidates_considered} · ${receipt.materialized_tokens} of ${receipt.budget_tokens} tokens · covers ${bundle.coverage_milli / 10} % · receipt ${receipt.receipt_id}${signed === null ? '' : `, signed as ${printable(signed)}`}`,
    ),
    ...receipt.degraded_reasons.map((reason) => paint.red(`    ${printable(reason)}`)),
  ]
}
