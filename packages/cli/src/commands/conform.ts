import { randomUUID } from 'node:crypto'
import { type Report, reportOf } from '@cairn/conformance/report'
import { reportText } from '@cairn/conformance/report-text'
import { isFinished, startRun, stepRun } from '@cairn/conformance/run'
import { type Target, targetAt } from '@cairn/conformance/target'
import { Command, Option } from 'commander'
import { originOf } from '../conform/origin.ts'
import { demandAnswer } from '../conform/reachable.ts'
import { type TokenFlags, tokensFrom } from '../conform/tokens.ts'
import { progressLine } from '../dev/progress-line.ts'
import { EXIT } from '../exit.ts'

/** `cairn conform`: judges a running server by calling it as its clients do. */
export function conformCommand(): Command {
  return new Command('conform')
    .description('Judge a running server against CRC-v1 and the Cairn profile')
    .argument('<url>', 'its address, as https://cairn.example')
    .addOption(
      new Option('--token <token>', 'a token of a tenant that holds nothing else').env('CAIRN_TOKEN'),
    )
    .addOption(
      new Option('--token-b <token>', 'a token of a second tenant, to see that they are apart').env(
        'CAIRN_TOKEN_B',
      ),
    )
    .addOption(
      new Option('--token-narrow <token>', 'a token of the first with the scope conformance:run alone').env(
        'CAIRN_TOKEN_NARROW',
      ),
    )
    .option(
      '--state <folder>',
      'sign the tokens with the keys of a Cairn on this machine, kept in its folder',
    )
    .addOption(
      new Option('--profile <profile>', 'what decides: CRC-v1, or the Cairn profile too')
        .choices(['crc-v1', 'cairn'])
        .default('crc-v1'),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(conform)
}

const HELP = `
Examples:
  cairn conform http://127.0.0.1:8787 --state .cairn
  CAIRN_TOKEN=… CAIRN_TOKEN_B=… cairn conform https://cairn.example --json >report.json

It writes some sources, facts, sessions and bundles into the tenants of the tokens, and finds them again on the next run.
Without a second or a narrow token, what needs one is not exercised, and what was not exercised did not pass.
What an older contract never promised is not asked; a server without context bundles may be CRC-v1, and meets no Cairn profile.
Exit status: 0 conformant, 1 not, 2 the command was not understood, 3 the server does not answer.
`

interface ConformFlags extends TokenFlags {
  readonly profile: 'crc-v1' | 'cairn'
  readonly json?: true
}

async function conform(url: string, flags: ConformFlags): Promise<void> {
  const origin = originOf(url)
  const tokens = await tokensFrom(flags)
  await demandAnswer(origin)
  const { countTokens } = await import('@cairn/text/tokens')
  const report = await runToTheEnd(targetAt(origin, { tokens, countTokens }))
  console.log(flags.json ? JSON.stringify(report, null, 2) : reportText(report).trimEnd())
  const isMet = flags.profile === 'cairn' ? report.verdict.cairn : report.verdict.crc_v1
  process.exitCode = isMet ? EXIT.fine : EXIT.failed
  // A server that went away in the middle was not judged.
  if (!isMet) await demandAnswer(origin)
}

const CALLS_A_STEP = 20

async function runToTheEnd(target: Target): Promise<Report> {
  const line = progressLine(process.stderr)
  let run = startRun({ id: randomUUID().replaceAll('-', ''), now: Date.now() })
  const scenarios = run.remaining.length
  while (!isFinished(run)) {
    line.show(
      `${scenarios - run.remaining.length} of ${scenarios} scenarios, ${run.calls} calls; next ${run.remaining[0]}`,
    )
    run = await stepRun(run, target, { callsMax: CALLS_A_STEP, now: Date.now() })
  }
  line.clear()
  return reportOf(run)
}
