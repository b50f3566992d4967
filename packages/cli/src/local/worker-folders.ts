import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { WORKERS, type WorkerName } from '@cairn/contract/operation'
import { parse } from 'jsonc-parser'

/** A Worker as it runs: its configuration and its one bundled module. */
export interface BundledWorker {
  readonly name: string
  readonly config: WranglerConfig
  readonly bundle: string
}

/** One of Cairn's own, as it is deployed. */
export interface BuiltWorker extends BundledWorker {
  readonly name: WorkerName
}

/** The members of `wrangler.jsonc` that running a Worker here needs. */
export interface WranglerConfig {
  readonly name: string
  readonly main: string
  readonly compatibility_date: string
  readonly compatibility_flags?: readonly string[]
  readonly vars?: Readonly<Record<string, string>>
  readonly services?: readonly { readonly binding: string; readonly service: string }[]
  readonly d1_databases?: readonly { readonly binding: string; readonly database_name: string }[]
  readonly kv_namespaces?: readonly { readonly binding: string; readonly id: string }[]
}

/** Reads every Worker below `<root>/workers`; throws naming the first that is not built. */
export function readBuiltWorkers(root: string): BuiltWorker[] {
  return WORKERS.map((name) => readBuiltWorker(root, name))
}

function readBuiltWorker(root: string, name: WorkerName): BuiltWorker {
  const folder = path.join(root, 'workers', name)
  const config: WranglerConfig = parse(readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8'))
  const bundle = path.join(folder, 'dist', `${path.basename(config.main, '.ts')}.js`)
  if (!existsSync(bundle)) throw new Error(`the Worker ${name} is not built: run \`npm run build\` first`)
  return { name, config, bundle: readFileSync(bundle, 'utf8') }
}
