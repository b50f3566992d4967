import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { ingestFirstCorpus } from '../dev/first-corpus.ts'
import { printWorkedExample } from '../dev/worked-example.ts'
import { type Connection, request } from '../http.ts'
import { EVERY_SCOPE, keptIdentity, signToken } from '../local/identity.ts'
import { type LocalCairn, PortTaken, startLocalCairn } from '../local/local-cairn.ts'

const PORT_DEFAULT = 8787
const MAINTENANCE_EVERY_MS = 60_000

/** `cairn dev`: all Workers on one loopback port, with what they store under `.cairn/`. */
export function devCommand(): Command {
  return new Command('dev')
    .description('Run every Worker on this machine, on one loopback port, storing under .cairn/')
    .option(
      '-p, --port <port>',
      `the port on 127.0.0.1 (PORT in the environment; ${PORT_DEFAULT} otherwise)`,
      readPort,
    )
    .option('--root <folder>', 'the folder that holds workers/', process.cwd())
    .option(
      '--state <folder>',
      'the folder that keeps identity, token and data (.cairn under the root otherwise)',
    )
    .option('--no-corpus', 'do not ingest the documentation of the installed packages on the first run')
    .addHelpText('after', '\nExample:\n  PORT=9000 cairn dev\n')
    .action(async ({ port, root, state, corpus }: DevOptions) => {
      try {
        const folder = path.resolve(state ?? path.join(root, '.cairn'))
        await dev({ port: port ?? portFromEnvironment(), root, folder, withCorpus: corpus })
      } catch (error) {
        if (!(error instanceof PortTaken) && !(error instanceof InvalidArgumentError)) throw error
        console.error(`cairn: ${error.message}`)
        process.exitCode = 1
      }
    })
}

interface DevOptions {
  readonly port?: number
  readonly root: string
  readonly state?: string
  readonly corpus: boolean
}

interface Development {
  readonly port: number
  readonly root: string
  /** Keeps identity, token and data. */
  readonly folder: string
  readonly withCorpus: boolean
}

async function dev({ port, root, folder, withCorpus }: Development): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const identity = await keptIdentity(folder)
  const cairn = await startLocalCairn({ root, identity, port, persistTo: path.join(folder, 'state') })
  stopOnSignals(cairn)
  const token = await signToken(identity, { tenant: 'dev', namespaces: ['*'], scopes: EVERY_SCOPE })
  writeFileSync(path.join(folder, 'token'), token, { mode: 0o600 })
  const shown = path.relative(process.cwd(), folder) || '.'
  console.log(`Cairn runs at ${cairn.url}  (token in ${shown}/token, data in ${shown}/state)`)
  const connection: Connection = { url: cairn.url, token }
  if (withCorpus) {
    await ingestFirstCorpus(connection, folder, path.join(root, 'node_modules'))
    await printWorkedExample(connection)
  }
  console.log(`Cairn runs at ${cairn.url}. Ctrl-C stops it; \`npm start\` goes on where it was.`)
  keepHouse(connection)
}

/** Merges and collects once a minute, as cron does in a deployment. */
function keepHouse(connection: Connection): void {
  const timer = setInterval(() => {
    request(connection, '/v1/maintenance/step', { method: 'POST' }).catch((error: Error) =>
      console.error(`cairn: maintenance step failed: ${error.message}`),
    )
  }, MAINTENANCE_EVERY_MS)
  timer.unref()
}

/** Two signals within this time are one Ctrl-C that came by two ways. */
const ONE_SIGNAL_MS = 1000

/** Ctrl-C and SIGTERM stop workerd too; a second Ctrl-C does not wait for it to finish. */
function stopOnSignals(cairn: LocalCairn): void {
  let since: number | null = null
  const stop = async () => {
    if (since !== null) {
      if (Date.now() - since > ONE_SIGNAL_MS) process.exit(130)
      return
    }
    since = Date.now()
    console.log('\nstopping …')
    await cairn.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function portFromEnvironment(): number {
  const asked = process.env.PORT
  return asked === undefined || asked === '' ? PORT_DEFAULT : readPort(asked)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new InvalidArgumentError(
      `a port is a whole number from 1 to 65535, as in 8787; found "${text.slice(0, 64)}"`,
    )
  return port
}
