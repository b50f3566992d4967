import path from 'node:path'
import { type BundledWorker, readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'
import { bundled } from '../bundled.ts'

/** Every built Worker; that of searching is told apart by what it asks of its stores. */
export async function countedWorkers(): Promise<BundledWorker[]> {
  const bundle = await bundled(path.join(import.meta.dirname, 'counting.worker.ts'), {
    'built-search-worker': path.join(repositoryRoot, 'workers/search/dist/search.worker.js'),
  })
  return readBuiltWorkers(repositoryRoot).map((worker) =>
    worker.name === 'search' ? { ...worker, bundle } : worker,
  )
}
