import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Client, createClient } from '@cairn/client'
import { type Command, Option } from 'commander'
import { originOf } from '../conform/origin.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'

const LOCAL_URL = 'http://127.0.0.1:8787'

/** Where a Cairn is and as whom to speak to it, as the command line names it. */
export interface ConnectionFlags {
  readonly url?: string
  readonly token?: string
  readonly state: string
  readonly namespace?: string
}

/** Adds the options that every command which speaks to a Cairn takes. */
export function withConnection(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', `the address of the Cairn; that of --state, else ${LOCAL_URL}`).env(
        'CAIRN_URL',
      ),
    )
    .addOption(
      new Option('--token <token>', 'the access token; the one in --state when absent').env('CAIRN_TOKEN'),
    )
    .addOption(
      new Option('--state <folder>', 'the folder of a Cairn on this machine')
        .env('CAIRN_STATE')
        .default('.cairn'),
    )
    .addOption(
      new Option(
        '-n, --namespace <name>',
        'the namespace; the only one of the token, or default, when absent',
      ).env('CAIRN_NAMESPACE'),
    )
}

/** A client of the Cairn that the flags, the environment or the folder of a local one name. Throws CannotGoOn without a token. */
export function connect(flags: ConnectionFlags): Client {
  return createClient({
    baseUrl: addressOf(flags),
    token: tokenOf(flags),
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
  })
}

/** The address: given, else that of the Cairn that last ran on the folder, else where one runs by default. */
export function addressOf({ url, state }: Pick<ConnectionFlags, 'url' | 'state'>): string {
  return originOf(url || kept(state, 'url') || LOCAL_URL)
}

/** The token: given, else the one that the folder keeps. */
export function tokenOf({ token, state }: Pick<ConnectionFlags, 'token' | 'state'>): string {
  const found = token || kept(state, 'token')
  if (found) return found
  throw new CannotGoOn(
    `no token: give --token or CAIRN_TOKEN, or run where a Cairn keeps its folder (${path.join(state, 'token')} is not there; \`npm start\` or \`cairn dev\` makes it)`,
  )
}

function kept(folder: string, name: string): string | null {
  try {
    return readFileSync(path.join(folder, name), 'utf8').trim() || null
  } catch {
    return null
  }
}
