import type { Call } from '@cairn/http-kernel/call'
import { readPointers } from '@cairn/memory-store/read-pointers'
import type { Hit } from '@cairn/search-engine/search-request'
import type { SearchBindings } from './bindings.ts'
import type { IndexView } from './read-index.ts'

/** The stored texts of a hit. */
export interface Bodies {
  readonly summary: string
  readonly full: string
}

/**
 * The stored texts of hits, byte for byte, in one more trip: the index holds what a reader sees of them. Undefined for a
 * hit that was deleted in between.
 */
export async function readBodies(
  { bindings, now }: Call<SearchBindings>,
  view: IndexView | null,
  hits: readonly Hit[],
): Promise<(Bodies | undefined)[]> {
  if (hits.length === 0 || view === null) return []
  const refs = hits.map(({ batch, ordinal }) => ({ batch, ordinal }))
  const read = await readPointers(bindings.memory, { ns: view.ns, refs, now })
  return read.map((row) =>
    row.kind === 'passage' ? { summary: row.passage.summary, full: row.passage.text } : undefined,
  )
}
