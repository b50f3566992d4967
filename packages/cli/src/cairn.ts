import { Command, CommanderError } from 'commander'
import { conformCommand } from './commands/conform.ts'
import { devCommand } from './commands/dev.ts'
import { validateCommand } from './commands/validate.ts'
import { vendorCheckCommand } from './commands/vendor-check.ts'
import { EXIT } from './exit.ts'
import { CannotGoOn } from './terminal/cannot-go-on.ts'
import { printable } from './terminal/printable.ts'

const program = new Command('cairn')
  .description('Retrieval and memory for AI agents, pointers first.')
  .exitOverride()
  .showHelpAfterError('(cairn --help shows what there is)')
  .addHelpText(
    'after',
    '\nExample:\n  cairn validate answer.json        is this a CRC-v1 answer, and if not, why?\n\nEvery command has its own --help with an example.\n',
  )
for (const command of [devCommand(), validateCommand(), vendorCheckCommand(), conformCommand()])
  program.addCommand(command.copyInheritedSettings(program))

// A reader that has seen enough, as `head` has, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitOf(error)
}

/** What commander refuses it has told already; everything else is told in one line. */
function exitOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage
  const message = error instanceof Error ? error.message : String(error)
  console.error(`cairn: ${printable(message)}`)
  return error instanceof CannotGoOn ? error.exit : EXIT.failed
}
