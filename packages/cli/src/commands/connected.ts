import type { Client } from '@cairn/client'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type ConnectionFlags, connect, withConnection } from '../connection/connection.ts'
import { told } from '../connection/told.ts'

/** What every command that speaks to a Cairn is told besides its own. */
export interface ConnectedFlags extends ConnectionFlags {
  readonly json?: true
}

/** A command that speaks to a Cairn: with the options for where it is, with `--json`, and with failures told in the service's words. */
export function connected<Flags extends ConnectedFlags>(
  command: Command,
  run: (client: Client, flags: Flags, ...args: string[]) => Promise<void>,
): Command {
  return withConnection(command)
    .option('--json', 'print the answer as JSON')
    .action(async (...given: unknown[]) => {
      const [flags] = given.slice(-2) as [Flags, Command]
      const args = given.slice(0, -2).flat() as string[]
      try {
        await run(connect(flags), flags, ...args)
      } catch (error) {
        throw told(error)
      }
    })
}

/** A noun whose verbs are commands of their own. */
export function group(
  name: string,
  { about, verbs }: { readonly about: string; readonly verbs: readonly Command[] },
): Command {
  const command = new Command(name).description(about)
  for (const verb of verbs) command.addCommand(verb)
  return command
}

/** The options of a list that goes on. */
export function paged(command: Command): Command {
  return command
    .option('-l, --limit <n>', 'how many, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'where to go on, as the page before printed it')
}

export interface PagedFlags {
  readonly limit?: number
  readonly cursor?: string
}

/** How much of each item comes along. */
export function hydrated(command: Command): Command {
  return command.addOption(
    new Option('--hydrate <tier>', 'how much of each comes along').choices(['pointer', 'summary', 'full']),
  )
}

/** Reads a whole number of an option; refuses what is none. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`a whole number, as in 10; found "${text.slice(0, 64)}"`)
}

/** The members that were given: what is absent on the command line is absent in the request. */
export function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
