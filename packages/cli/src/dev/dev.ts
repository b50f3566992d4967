import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Client, createClient } from '@cairn/client'
import { EVERY_SCOPE, keptIdentity, signToken } from '../local/identity.ts'
import { type LocalCairn, startLocalCairn } from '../local/local-cairn.ts'
import { shippedRoot } from '../local/shipped-root.ts'
import { ingestFirstCorpus } from './first-corpus.ts'
import { takeFolder } from './take-folder.ts'
import { printWorkedExample } from './worked-example.ts'

const MAINTENANCE_EVERY_MS = 60_000
const STEPS_A_RUN = 4

/** What `cairn dev` was asked for. */
export interface Development {
  readonly port: number
  /** Holds `workers/` and the migrations. */
  readonly root: string
  /** Keeps identity, token and data. */
  readonly folder: string
  readonly withCorpus: boolean
  /** Whether servers of this machine and network may answer for sources. */
  readonly privateAllowed: boolean
}

/** Runs until Ctrl-C. Throws PortTaken when another process listens there. */
export async function dev({ port, root, folder, withCorpus, privateAllowed }: Development): Promise<void> {
  takeFolder(folder)
  const identity = await keptIdentity(folder)
  const cairn = await startLocalCairn({
    root,
    identity,
    port,
    persistTo: path.join(folder, 'state'),
    variables: privateAllowed ? { FEDERATION_PRIVATE: 'allowed' } : {},
  })
  stopOnSignals(cairn)
  const token = await signToken(identity, { tenant: 'dev', namespaces: ['*'], scopes: EVERY_SCOPE })
  writeFileSync(path.join(folder, 'token'), token, { mode: 0o600 })
  writeFileSync(path.join(folder, 'url'), `${cairn.url}\n`)
  const shown = path.relative(process.cwd(), folder) || '.'
  console.log(`Cairn runs at ${cairn.url}  (token in ${shown}/token, data in ${shown}/state)`)
  const client = createClient({ baseUrl: cairn.url, token })
  const nodeModules = path.join(root, 'node_modules')
  if (withCorpus && existsSync(path.join(nodeModules, '.pnpm'))) {
    await ingestFirstCorpus(client, folder, nodeModules)
    await printWorkedExample(client, cairn.url)
  }
  console.log(`The console: ${cairn.url}/#token=${token}\n`)
  const [command, again] = shippedRoot() === null ? ['./cairn', 'npm start'] : ['cairn', 'cairn dev']
  console.log(`Connect an agent: \`${command} mcp\` prints what to paste; the address is ${cairn.url}/mcp\n`)
  console.log(`Cairn runs at ${cairn.url}. Ctrl-C stops it; \`${again}\` goes on where it was.`)
  keepHouse(client)
}

/** Merges and collects once a minute, as cron does in a deployment. */
function keepHouse(client: Client): void {
  const timer = setInterval(() => {
    stepOn(client).catch((error: Error) => console.error(`cairn: maintenance step failed: ${error.message}`))
  }, MAINTENANCE_EVERY_MS)
  timer.unref()
}

async function stepOn(client: Client): Promise<void> {
  for (let step = 0; step < STEPS_A_RUN; step++) if (!(await client.maintenanceStep()).more) return
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
