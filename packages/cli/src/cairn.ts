import { Command, CommanderError } from 'commander'
import { adminCommand } from './commands/admin.ts'
import { exportCommand, importCommand } from './commands/archive.ts'
import { authCommand } from './commands/auth.ts'
import { bootstrapCommand } from './commands/bootstrap.ts'
import { completionCommand } from './commands/completion.ts'
import { conformCommand } from './commands/conform.ts'
import { contextCommand } from './commands/context.ts'
import { devCommand } from './commands/dev.ts'
import { doctorCommand } from './commands/doctor.ts'
import { embedderCommand } from './commands/embedder.ts'
import { factsCommand } from './commands/facts.ts'
import { fetchCommand } from './commands/fetch.ts'
import { ingestCommand } from './commands/ingest.ts'
import { mcpCommand } from './commands/mcp.ts'
import { notebookCommand } from './commands/notebook.ts'
import { searchCommand } from './commands/search.ts'
import { sessionsCommand } from './commands/sessions.ts'
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
    '\nExamples:\n  cairn dev                                 run it here\n  cairn ingest docs --source handbook       make documents of a folder\n  cairn search how often are keys rotated   ask; the answer is pointers and what reading costs\n  cairn mcp                                 connect an agent\n\nEvery command has its own --help with examples. Where a Cairn is and as whom to speak to it: --url, --token, or the .cairn\nfolder of the one that runs here. Exit status: 0 done, 1 it failed, 2 not understood, 3 no answer.\n',
  )
const COMMANDS = [
  devCommand(),
  ingestCommand(),
  searchCommand(),
  fetchCommand(),
  contextCommand(),
  factsCommand(),
  sessionsCommand(),
  notebookCommand(),
  bootstrapCommand(),
  mcpCommand(),
  exportCommand(),
  importCommand(),
  authCommand(),
  adminCommand(),
  embedderCommand(),
  doctorCommand(),
  validateCommand(),
  vendorCheckCommand(),
  conformCommand(),
  completionCommand(program),
]
for (const command of COMMANDS) program.addCommand(inherit(command, program))

/** A command and its verbs refuse and explain as their parent does. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const verb of command.commands) inherit(verb, command)
  return command
}

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

/** What commander refuses it has told already; everything else is told in its own words, with nothing in them that moves a cursor. */
function exitOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage
  const message = error instanceof Error ? error.message : String(error)
  console.error(`cairn: ${message.split('\n').map(printable).join('\n')}`)
  return error instanceof CannotGoOn ? error.exit : EXIT.failed
}
