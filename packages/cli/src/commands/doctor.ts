import { Command } from 'commander'
import { withConnection } from '../connection/connection.ts'
import { examine, type Finding } from '../doctor/examine.ts'
import { EXIT } from '../exit.ts'
import { printJson } from '../print/print.ts'
import { paintFor } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'
import type { ConnectedFlags } from './connected.ts'

/** `cairn doctor`: what is wrong between here and a Cairn, and what to do about it. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('Look for what is wrong between here and a Cairn, and say what to do about it')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExit status: 0 all is well, 1 something is not.\n')
  return withConnection(command).action(async (flags: ConnectedFlags) => {
    const findings = await examine(flags)
    if (flags.json) printJson(findings)
    else for (const finding of findings) console.log(lineOf(finding))
    if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT.failed
  })
}

function lineOf({ ok, what, found, help }: Finding): string {
  const paint = paintFor(process.stdout)
  const head = `${ok ? paint.green('ok  ') : paint.red('FAIL')}  ${what}: ${printable(found)}`
  return ok || help === undefined ? head : `${head}\n      ${help}`
}
