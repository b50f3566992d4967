import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { WorkerName } from '@cairn/contract/operation'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { type LocalIdentity, localVariables, secretsOf } from './identity.ts'
import { migrate } from './migrate.ts'
import { type BundledWorker, readBuiltWorkers } from './worker-folders.ts'

/** Where and as whom a Cairn runs on this machine. */
export interface LocalCairnOptions {
  /** The repository, or whatever holds `workers/<name>/dist`. */
  readonly root: string
  readonly identity: LocalIdentity
  /** 0 picks a free port. */
  readonly port: number
  /** Folder for D1 and KV; null keeps them in memory. */
  readonly persistTo: string | null
  readonly variables?: Readonly<Record<string, string>>
  /** The Workers to run, by default all that are built below `root`. */
  readonly workers?: readonly BundledWorker[]
}

/** A running Cairn. */
export interface LocalCairn {
  readonly url: string
  readonly miniflare: Miniflare
  /** The base name of each Worker in the runtime, for its bindings and its scheduled handler. */
  readonly workerNames: Readonly<Record<WorkerName, string>>
  stop(): Promise<void>
}

const HOST = '127.0.0.1'

/** Starts every built Worker in one workerd on a loopback port and migrates the database. Throws when the port is taken. */
export async function startLocalCairn(options: LocalCairnOptions): Promise<LocalCairn> {
  await refuseTakenPort(options.port)
  const workers = options.workers ?? readBuiltWorkers(options.root)
  const converted = convertV4MiniflareOptions({
    host: HOST,
    port: options.port,
    logRequests: false,
    cf: false,
    workers: workers.map((worker) => workerOptions(worker, options)),
  })
  const persisted = options.persistTo === null ? {} : { resourcePersistencePath: options.persistTo }
  const miniflare = new Miniflare({ ...converted, ...persisted })
  const url = await openedAt(miniflare, options.root)
  const workerNames = Object.fromEntries(workers.map((w) => [w.name, w.config.name]))
  return {
    url,
    miniflare,
    workerNames: workerNames as Record<WorkerName, string>,
    stop: () => miniflare.dispose(),
  }
}

/** The address of a runtime that is up and has its tables; one that fails to start is ended, or its process would never end. */
async function openedAt(miniflare: Miniflare, root: string): Promise<string> {
  try {
    const { origin } = await miniflare.ready
    await migrate(await miniflare.getD1Database('MEMORY_0', 'cairn-library'), migrationsBelow(root))
    return origin
  } catch (failure) {
    await miniflare.dispose().catch(() => undefined)
    throw failure
  }
}

/** Where the migrations are: beside the Workers in the published package, with their store in a checkout. */
function migrationsBelow(root: string): string {
  const shipped = path.join(root, 'migrations')
  return existsSync(shipped) ? shipped : path.join(root, 'packages/memory-store/migrations')
}

function workerOptions({ name, config, bundle }: BundledWorker, options: LocalCairnOptions) {
  return {
    name: config.name,
    modules: [{ type: 'ESModule' as const, path: 'index.js', contents: bundle }],
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: [...(config.compatibility_flags ?? [])],
    bindings: {
      ...config.vars,
      ...localVariables(options.identity),
      ...secretsOf(name, options.identity),
      ...options.variables,
    },
    serviceBindings: Object.fromEntries((config.services ?? []).map((s) => [s.binding, s.service])),
    d1Databases: Object.fromEntries((config.d1_databases ?? []).map((d) => [d.binding, d.database_name])),
    kvNamespaces: Object.fromEntries((config.kv_namespaces ?? []).map((k) => [k.binding, k.binding])),
  }
}

/** A port that another process holds is a clear error, not a stack trace of the runtime. */
async function refuseTakenPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new PortTaken(port, error)))
    probe.listen(port, HOST, () => probe.close(() => resolve()))
  })
}

/** Another process listens where Cairn should. */
export class PortTaken extends Error {
  constructor(port: number, cause: NodeJS.ErrnoException) {
    super(
      cause.code === 'EADDRINUSE'
        ? `port ${port} on ${HOST} is taken by another process: stop that one, or choose another port, as in \`PORT=8788 npm start\``
        : `port ${port} on ${HOST} cannot be used (${cause.code}): choose another, as in \`PORT=8788 npm start\``,
      { cause },
    )
    this.name = 'PortTaken'
  }
}
