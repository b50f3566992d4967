import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'jsonc-parser'
import {
  deployedVariables,
  EVERY_SCOPE,
  keptIdentity,
  type LocalIdentity,
  secretsOf,
  signToken,
} from '../../packages/cli/src/local/identity.ts'
import { inRepository } from '../release/repository.ts'
import { run } from '../release/run.ts'
import {
  type Deployed,
  type Environment,
  environmentName,
  NO_RESOURCES,
  type Resources,
} from './environment.ts'
import { type Deployment, deployAll, sayAll } from './steps.ts'
import { withKeys } from './token-keys.ts'
import { type Configuring, configFor, type WorkerConfig } from './worker-config.ts'
import { wranglerAccount } from './wrangler.ts'

const HELP = `Usage: pnpm run deploy <environment> [options]

Creates what a Cloudflare account needs for an environment, migrates, deploys every Worker in order, and judges what it deployed.
Run it again after a failure or an upgrade: what is there is kept.

  --dry-run             say every step and ask nothing of the account; keys and configurations are made, to be looked at
  --domain <host>       where it answers, a host of a zone of the account; an address of workers.dev when absent
  --federation <hosts>  hosts whose Cairns may be asked for context, with commas between them
  --workers-ai          models of Workers AI may be named as embedders; it is billed by what they read
  --token-keys <file>   a JWKS of public keys whose tokens are good as well, as of a service of yours
  --help

Log in first: pnpm exec wrangler login, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID. The keys of the environment are made on
the first run and kept in .cairn/<environment>/: back that folder up, and keep it secret.

Example: pnpm run deploy production --domain cairn.example.com
`

try {
  await main()
} catch (error) {
  console.error(`deploy: ${(error as Error).message}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      domain: { type: 'string' },
      federation: { type: 'string' },
      'workers-ai': { type: 'boolean' },
      'token-keys': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(HELP)
  if (positionals.length > 1)
    throw new Error(
      `one environment at a time; found ${positionals.join(', ')}. npm takes options for itself: \`npm run deploy -- production --dry-run\``,
    )
  const environment: Environment = {
    name: environmentName(positionals[0]),
    domain: values.domain ?? null,
    federationHosts: values.federation?.split(',') ?? [],
    hasWorkersAi: values['workers-ai'] ?? false,
  }
  const folder = inRepository('.cairn', environment.name)
  const identity = await keptIdentity(folder, { issuer: `cairn:${environment.name}` })
  const keys = values['token-keys']
  const deployment = deploymentOf(environment, {
    identity,
    folder,
    variables: withKeys(deployedVariables(identity), keys === undefined ? null : readFileSync(keys, 'utf8')),
  })
  // npm keeps an option that does not stand behind `--`, and tells of it in the environment.
  const isDry = values['dry-run'] || process.env.npm_config_dry_run === 'true'
  if (isDry) return sayAll(deployment, keptResources(environment))
  const url = await deployAll(deployment)
  await keepAddress({ url, folder, identity })
}

/** What an environment keeps here, and what its Workers are told of it. */
interface Kept {
  readonly identity: LocalIdentity
  readonly folder: string
  readonly variables: Deployment['variables']
}

function deploymentOf(environment: Environment, { identity, folder, variables }: Kept): Deployment {
  return {
    environment,
    account: wranglerAccount(),
    variables,
    secretsOf: (worker) => ({ ...storeSecrets(worker, identity), ...secretsOf(worker, identity) }),
    configure,
    conform: (url) => conform(url, folder),
    say: (line) => console.log(line),
  }
}

/** What every Worker with a store signs its cursors with. */
function storeSecrets(worker: Deployed, { cursorKey }: LocalIdentity): Record<string, string> {
  return baseOf(worker).d1_databases === undefined ? {} : { CURSOR_KEY: cursorKey }
}

function baseOf(worker: Deployed): WorkerConfig {
  return parse(readFileSync(inRepository('workers', worker, 'wrangler.jsonc'), 'utf8')) as WorkerConfig
}

/** The ids that the last deployment wrote, which a dry run must not lose; null before the first. */
function keptResources(environment: Environment): Resources | null {
  const file = configFile('library', environment)
  if (!existsSync(file)) return null
  const { d1_databases, kv_namespaces } = parse(readFileSync(file, 'utf8')) as WorkerConfig
  const [databaseId, segmentsId] = [d1_databases?.[0]?.database_id, kv_namespaces?.[0]?.id]
  if (databaseId === undefined || segmentsId === undefined) return null
  return databaseId === NO_RESOURCES.databaseId ? null : { databaseId, segmentsId }
}

function configFile(worker: Deployed, { name }: Environment): string {
  return inRepository('workers', worker, `wrangler.${name}.jsonc`)
}

function configure(worker: Deployed, configuring: Configuring): string {
  const file = configFile(worker, configuring.environment)
  writeFileSync(file, `${JSON.stringify(configFor(worker, baseOf(worker), configuring), null, 2)}\n`)
  return path.relative(inRepository(), file)
}

async function conform(url: string, folder: string): Promise<void> {
  const { out } = await run('node', [
    inRepository('packages/cli/bin/cairn.js'),
    'conform',
    url,
    '--state',
    folder,
    '--profile',
    'cairn',
  ])
  console.log(out.trimEnd().split('\n').slice(-2).join('\n'))
}

/** So that every command of `cairn` finds the deployment by its folder. */
async function keepAddress({
  url,
  folder,
  identity,
}: {
  readonly url: string
  readonly folder: string
  readonly identity: LocalIdentity
}): Promise<void> {
  const token = await signToken(identity, {
    tenant: 'main',
    namespaces: ['*'],
    scopes: EVERY_SCOPE,
    expiresIn: '30d',
  })
  writeFileSync(path.join(folder, 'token'), token, { mode: 0o600 })
  writeFileSync(path.join(folder, 'url'), `${url}\n`)
  const shown = path.relative(process.cwd(), folder)
  console.log(
    `Cairn runs at ${url}. A token of the tenant main, good for 30 days, is in ${shown}/token:\n  cairn doctor --state ${shown}\n  cairn mcp --state ${shown}`,
  )
}
