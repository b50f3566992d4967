import type { CallOptions } from '../call.ts'
import { CannotExercise } from '../cannot-exercise.ts'
import type { Probe } from '../probe.ts'
import { pointerIds } from '../read.ts'
import type { JudgedWorker } from '../requirement.ts'

/** A CRC read that every side can answer once it is seeded. */
export interface Read {
  readonly operation: string
  readonly worker: JudgedWorker
  readonly options: (probe: Probe) => Promise<CallOptions>
}

/** Every CRC read there is. */
export const READS: readonly Read[] = [
  {
    operation: 'search',
    worker: 'search',
    options: async () => ({ json: { query: 'walkabout', limit: 3 } }),
  },
  {
    operation: 'searchByQuery',
    worker: 'search',
    options: async () => ({ query: { query: 'walkabout', limit: '3' } }),
  },
  {
    operation: 'fetchContent',
    worker: 'fetch-content',
    options: async (probe) => ({ json: { refs: await somePointers(probe) } }),
  },
  {
    operation: 'fetchContentByQuery',
    worker: 'fetch-content',
    options: async (probe) => ({ query: { refs: (await somePointers(probe)).join(',') } }),
  },
  {
    operation: 'getFact',
    worker: 'facts',
    options: async () => ({ path: { entity: 'conformance', key: 'motto' } }),
  },
  { operation: 'listFacts', worker: 'facts', options: async () => ({ query: { entity: 'conformance' } }) },
  {
    operation: 'factHistory',
    worker: 'facts',
    options: async () => ({ path: { entity: 'conformance', key: 'motto' } }),
  },
  { operation: 'sessionState', worker: 'facts', options: async () => ({ path: { id: 'conformance' } }) },
]

/** Pointers of documents that the seed wrote; one call. */
export async function somePointers(probe: Probe, query = 'walkabout', limit = 3): Promise<string[]> {
  const found = await probe.need('search', { json: { query, limit } })
  const ids = pointerIds(found)
  if (ids.length === 0) throw new CannotExercise(`a search for ${query} found no seeded document`)
  return ids
}
