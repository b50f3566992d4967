import { type Deployed, databaseOf, type Environment, namedFor, type Resources } from './environment.ts'

/** A `wrangler.jsonc`, as far as an environment changes it; what it does not is kept. */
export interface WorkerConfig {
  readonly name: string
  readonly main: string
  readonly vars?: Readonly<Record<string, string>>
  readonly services?: readonly { readonly binding: string; readonly service: string }[]
  readonly d1_databases?: readonly Readonly<Record<string, string>>[]
  readonly kv_namespaces?: readonly Readonly<Record<string, string>>[]
}

/** What an environment's configurations are made from. */
export interface Configuring {
  readonly environment: Environment
  readonly resources: Resources
  /** Variables that every Worker gets: who may issue tokens. Nothing secret. */
  readonly variables: Readonly<Record<string, string>>
}

/** Workers that run beside their database: each question to it would cross the world otherwise. */
const BESIDE_DATABASE: readonly Deployed[] = ['search', 'fetch-content', 'facts', 'library']

/** Workers that make vectors: of passages, of questions. */
const EMBEDDING: readonly Deployed[] = ['library', 'search']

/** The configuration of a Worker in an environment: its own names, ids, variables, placement and address. */
export function configFor(
  worker: Deployed,
  base: WorkerConfig,
  configuring: Configuring,
): WorkerConfig & object {
  const { environment, resources, variables } = configuring
  return {
    ...base,
    name: namedFor(base.name, environment),
    vars: { ...base.vars, ...variables, ...ownVariables(worker, environment) },
    ...(base.services && {
      services: base.services.map(({ binding, service }) => ({
        binding,
        service: namedFor(service, environment),
      })),
    }),
    ...(base.d1_databases && {
      d1_databases: base.d1_databases.map((one) => ({
        ...one,
        database_name: databaseOf(environment),
        database_id: resources.databaseId,
      })),
    }),
    ...(base.kv_namespaces && {
      kv_namespaces: base.kv_namespaces.map((one) => ({ ...one, id: resources.segmentsId })),
    }),
    ...(environment.hasWorkersAi && EMBEDDING.includes(worker) ? { ai: { binding: 'AI' } } : {}),
    ...(BESIDE_DATABASE.includes(worker) ? { placement: { mode: 'smart' } } : {}),
    ...(worker === 'gateway' ? addressOf(environment) : {}),
  }
}

function ownVariables(worker: Deployed, { federationHosts }: Environment): Record<string, string> {
  return worker === 'agent' || worker === 'library' ? { FEDERATION_HOSTS: federationHosts.join(',') } : {}
}

function addressOf({ domain }: Environment): object {
  if (domain === null) return { workers_dev: true }
  return { workers_dev: false, routes: [{ pattern: domain, custom_domain: true }] }
}
