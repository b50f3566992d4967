import { Command } from 'commander'
import { devCommand } from './commands/dev.ts'

const program = new Command('cairn')
  .description('Retrieval and memory for AI agents, pointers first.')
  .addCommand(devCommand())
  .showHelpAfterError('(cairn --help shows what there is)')

await program.parseAsync()
