import path from 'node:path'
import { type BuiltWorker, readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'
import { build } from 'esbuild'

/** Every built Worker; that of searching is told apart by what it asks of its stores. */
export async function countedWorkers(): Promise<BuiltWorker[]> {
  const bundle = await bundled()
  return readBuiltWorkers(repositoryRoot).map((worker) =>
    worker.name === 'search' ? { ...worker, bundle } : worker,
  )
}

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'counting.worker.ts')],
    alias: { 'built-search-worker': path.join(repositoryRoot, 'workers/search/dist/search.worker.js') },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outputFiles[0]!.text
}
