/** A deployment: everything of it is named after it, so that several live in one account. */
export interface Environment {
  /** As in `production` or `staging`. */
  readonly name: string
  /** The host that answers, as in `cairn.example.com`; an address of workers.dev when null. */
  readonly domain: string | null
  /** Hosts that the context Worker may ask, as `FEDERATION_HOSTS` has them. */
  readonly federationHosts: readonly string[]
  /** Whether models of Workers AI may be named as embedders. */
  readonly hasWorkersAi: boolean
}

/** The ids of what an account holds for an environment. */
export interface Resources {
  readonly databaseId: string
  readonly segmentsId: string
}

/** What the ids are before there are any: valid in a configuration, of nothing that exists. */
export const NO_RESOURCES: Resources = {
  databaseId: '00000000-0000-0000-0000-000000000000',
  segmentsId: '00000000000000000000000000000000',
}

/** The order in which Workers are deployed: each after those it calls. */
export const DEPLOY_ORDER = [
  'bootstrap',
  'facts',
  'library',
  'fetch-content',
  'search',
  'agent',
  'conformance',
  'gateway',
] as const
export type Deployed = (typeof DEPLOY_ORDER)[number]

/** The name of a Worker, a database or a namespace in the account. */
export function namedFor(base: string, { name }: Environment): string {
  return `${base}-${name}`
}

export const databaseOf = (environment: Environment): string => namedFor('cairn-memory-0', environment)
export const segmentsOf = (environment: Environment): string => namedFor('cairn-segments', environment)

/** Reads the name of an environment; throws saying what one is. */
export function environmentName(text: string | undefined): string {
  if (text !== undefined && /^[a-z][a-z0-9-]{0,30}$/.test(text)) return text
  throw new Error(
    `name the environment: lower-case letters, digits and hyphens, as in \`pnpm run deploy production\`${text === undefined ? '' : `; found "${text.slice(0, 64)}"`}`,
  )
}
