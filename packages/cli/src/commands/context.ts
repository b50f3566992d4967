import type { ContextInput } from '@cairn/client'
import { Command, Option } from 'commander'
import { printJson } from '../print/print.ts'
import { paintFor } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'
import { type ConnectedFlags, connected, given, wholeNumber } from './connected.ts'

const STRATEGIES = [
  'relevance_first',
  'confidence_first',
  'freshness_first',
  'cost_first',
  'coverage_first',
  'minimal',
]

/** `cairn context`: what to read for a task, from every source, within a budget. */
export function contextCommand(): Command {
  const command = new Command('context')
    .description('Gather what to read for a task from every source, within a budget of tokens')
    .argument('<query...>', 'the task or question')
    .option('-b, --budget <tokens>', 'the most tokens the whole answer may cost', wholeNumber, 2000)
    .addOption(new Option('--strategy <strategy>', 'what is taken first').choices(STRATEGIES))
    .option('-s, --source <id...>', 'only from these sources')
    .option('--task <id>', 'the task it is for', 'cli')
    .option('--receipt-only', 'leave the bodies out')
    .addHelpText(
      'after',
      '\nExample:\n  cairn context rotate the signing key --budget 1500 --strategy coverage_first\n',
    )
  return connected<ContextFlags>(command, async (client, flags, ...words) => {
    const input = given({
      task_id: flags.task,
      query: words.join(' '),
      budget_tokens: flags.budget,
      strategy: flags.strategy,
      sources: flags.source,
      content: flags.receiptOnly ? false : undefined,
    }) as ContextInput
    const { content = [], receipt, candidates, bundle } = await client.contextBundle(input)
    if (flags.json) return printJson({ bundle, candidates, receipt, content })
    const paint = paintFor(process.stdout)
    for (const { candidate_id, tier, text, token_count } of content)
      console.log(
        [
          paint.dim(`── ${printable(candidate_id)} · ${token_count} tokens · ${tier}`),
          ...text.split('\n').map(printable),
        ].join('\n'),
      )
    const reasons =
      receipt.degraded_reasons.length === 0 ? '' : `; ${receipt.degraded_reasons.map(printable).join(', ')}`
    console.log(
      paint.dim(
        `${receipt.materialized_tokens} of ${receipt.budget_tokens} tokens, ${receipt.candidates_selected} of ${receipt.candidates_considered} candidates, covers ${bundle.coverage_milli / 10} %; receipt ${printable(receipt.receipt_id)}${reasons}`,
      ),
    )
  })
}

interface ContextFlags extends ConnectedFlags {
  readonly budget: number
  readonly strategy?: ContextInput['strategy']
  readonly source?: string[]
  readonly task: string
  readonly receiptOnly?: true
}
