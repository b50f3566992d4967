import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { WorkerName } from '@cairn/contract/operation'
import { build } from 'esbuild'
import { readBuiltWorkers } from '../src/local/worker-folders.ts'

/**
 * Writes dist: the command as JavaScript for Node 20.11, with what is private to this repository inside it, and beside it the built
 * Workers and the migrations that `cairn dev` runs. The Workers are those of the last `npm run build`.
 */
const root = path.join(import.meta.dirname, '..')
const repository = path.join(root, '../..')
const dist = path.join(root, 'dist')
const { dependencies } = createRequire(import.meta.url)('../package.json') as { dependencies: object }

rmSync(dist, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: ['bin/cairn.js'],
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.11',
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
})
for (const { name, config } of readBuiltWorkers(repository))
  shipWorker(name, path.basename(config.main, '.ts'))
cpSync(path.join(repository, 'packages/memory-store/migrations'), path.join(dist, 'migrations'), {
  recursive: true,
})

function shipWorker(name: WorkerName, module: string): void {
  const [from, to] = [repository, dist].map((folder) => path.join(folder, 'workers', name)) as [
    string,
    string,
  ]
  mkdirSync(path.join(to, 'dist'), { recursive: true })
  for (const file of ['wrangler.jsonc', `dist/${module}.js`])
    cpSync(path.join(from, file), path.join(to, file))
}
