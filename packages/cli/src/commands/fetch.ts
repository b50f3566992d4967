import type { FetchInput } from '@cairn/client'
import type { Tier } from '@cairn/contract/crc-v1'
import { Command } from 'commander'
import { EXIT } from '../exit.ts'
import { printPage } from '../print/print.ts'
import { type ConnectedFlags, connected, given, hydrated, wholeNumber } from './connected.ts'

/** `cairn fetch`: what pointers point at. */
export function fetchCommand(): Command {
  const command = new Command('fetch')
    .description('Read what pointers name, in full unless --hydrate says otherwise')
    .argument('<ref...>', 'ids as a search printed them, as in 12:3')
    .option('-b, --budget <tokens>', 'as far as the whole answer stays under so many tokens', wholeNumber)
    .option('--cursor <cursor>', 'where to go on, as the page before printed it')
    .addHelpText(
      'after',
      '\nExamples:\n  cairn fetch 12:3 12:4\n  cairn fetch 12:3 --hydrate summary\n\nExit status: 0 all was read, 1 one of them could not be, 3 no answer.\n',
    )
  return connected<FetchFlags>(hydrated(command), async (client, flags, ...refs) => {
    const { budget, hydrate, cursor } = flags
    const tier = hydrate ?? (budget === undefined ? 'full' : undefined)
    const input = given({ refs, hydrate: tier, token_budget: budget, cursor }) as FetchInput
    const answer = await client.fetchContent(input)
    printPage(answer, { json: flags.json, nothing: 'nothing is there' })
    if ((answer.envelope?.unavailable ?? []).length > 0) process.exitCode = EXIT.failed
  })
}

interface FetchFlags extends ConnectedFlags {
  readonly budget?: number
  readonly hydrate?: Tier
  readonly cursor?: string
}
