import {
  DEPLOY_ORDER,
  type Deployed,
  databaseOf,
  type Environment,
  NO_RESOURCES,
  type Resources,
  segmentsOf,
} from './environment.ts'
import type { Configuring } from './worker-config.ts'
import type { Account } from './wrangler.ts'

/** What deploying works with besides the account. */
export interface Deployment {
  readonly environment: Environment
  readonly account: Account
  /** Who may issue tokens, for every Worker. */
  readonly variables: Readonly<Record<string, string>>
  secretsOf(worker: Deployed): Readonly<Record<string, string>>
  /** Writes the configuration of a Worker, which is not tracked, and answers with where it is. */
  configure(worker: Deployed, configuring: Configuring): string
  /** Judges what was deployed; throws when it does not conform. */
  conform(url: string): Promise<void>
  say(line: string): void
}

/**
 * Creates what is missing, migrates, deploys in order, and judges what it deployed. Every step may be repeated: what is there is
 * kept. Answers with the address.
 */
export async function deployAll(deployment: Deployment): Promise<string> {
  const { account, environment, say } = deployment
  say('looking who is logged in')
  await account.whoami()
  const resources = await ensureResources(deployment)
  const configs = configureAll(deployment, resources)
  say(`migrating ${databaseOf(environment)}`)
  await account.migrate(databaseOf(environment), configs.library)
  let targets: readonly string[] = []
  for (const worker of DEPLOY_ORDER) {
    say(`deploying ${worker}`)
    targets = await account.deploy(configs[worker], deployment.secretsOf(worker))
  }
  const url = addressOf(environment, targets)
  say(`judging ${url}`)
  await deployment.conform(url)
  return url
}

/**
 * Says every step and does none. The configurations are written so that they can be looked at: with the ids that the last
 * deployment left, or with placeholders where there was none.
 */
export function sayAll(deployment: Deployment, kept: Resources | null): void {
  const { environment, say } = deployment
  say(`made or kept the keys in .cairn/${environment.name}/identity.json: back it up, keep it secret`)
  say('would look who is logged in: wrangler whoami')
  say(`would create the D1 database ${databaseOf(environment)} unless it is there`)
  say(`would create the KV namespace ${segmentsOf(environment)} unless it is there`)
  const configs = configureAll(deployment, kept ?? NO_RESOURCES)
  const ids = kept === null ? 'placeholders for ids that do not exist yet' : 'the ids of the last deployment'
  for (const worker of DEPLOY_ORDER) say(`wrote ${configs[worker]}, with ${ids}`)
  say(
    `would migrate: wrangler d1 migrations apply ${databaseOf(environment)} --remote --config ${configs.library}`,
  )
  for (const worker of DEPLOY_ORDER) {
    const secrets = Object.keys(deployment.secretsOf(worker))
    const withSecrets = secrets.length > 0 ? `, with the secrets ${secrets.join(', ')}` : ''
    say(`would deploy: wrangler deploy --config ${configs[worker]}${withSecrets}`)
  }
  say(`would judge ${environment.domain ?? 'the address that gateway gets'}: cairn conform`)
}

async function ensureResources({ account, environment, say }: Deployment): Promise<Resources> {
  const [database, segments] = [databaseOf(environment), segmentsOf(environment)]
  return {
    databaseId: await ensured(`the D1 database ${database}`, {
      find: () => account.databaseId(database),
      create: () => account.createDatabase(database),
      say,
    }),
    segmentsId: await ensured(`the KV namespace ${segments}`, {
      find: () => account.namespaceId(segments),
      create: () => account.createNamespace(segments),
      say,
    }),
  }
}

async function ensured(
  what: string,
  { find, create, say }: { find(): Promise<string | null>; create(): Promise<void>; say(line: string): void },
): Promise<string> {
  const found = await find()
  if (found !== null) {
    say(`${what} is there`)
    return found
  }
  say(`creating ${what}`)
  await create()
  const made = await find()
  if (made === null) throw new Error(`${what} was created and is not listed: run this again in a minute`)
  return made
}

function configureAll(deployment: Deployment, resources: Resources): Record<Deployed, string> {
  const { environment, variables } = deployment
  const entries = DEPLOY_ORDER.map((worker) => [
    worker,
    deployment.configure(worker, { environment, resources, variables }),
  ])
  return Object.fromEntries(entries) as Record<Deployed, string>
}

function addressOf({ domain }: Environment, targets: readonly string[]): string {
  if (domain !== null) return `https://${domain}`
  const target = targets.find((one) => one.startsWith('https://'))
  if (target === undefined)
    throw new Error(
      'wrangler told no address of the gateway: is workers.dev enabled for the account? --domain names another',
    )
  return target
}
