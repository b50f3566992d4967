import { type Collected, collect } from '@cairn/memory-store/collect'
import type { Namespace } from '@cairn/memory-store/namespace'
import { extendLog } from '@cairn/memory-store/receipt-log'
import type { LibraryBindings } from '../bindings.ts'
import { stepNamespace } from './step-namespace.ts'

/** What maintenance did: segments merged away, rows collected, and whether it stopped at a bound. */
export interface Maintained {
  readonly merged: number
  readonly collected: number
  readonly more: boolean
}

/** One bounded piece of merging, of collecting what is older than 24 h, and of logging receipts, in one namespace. */
export async function maintain(bindings: LibraryBindings, namespace: Namespace): Promise<Maintained> {
  const { memory, clock, signerOf } = bindings
  const { ns } = namespace
  const { merged, more } = await stepNamespace(bindings, namespace)
  const collected = await collect(memory, { ns, at: clock() })
  const log = await extendLog(memory, { ns, at: clock(), signer: signerOf(namespace) })
  return { merged, collected: rowsOf(collected), more: more || collected.isMore || log.isMore }
}

function rowsOf({ segments, tombstones, commits, sessions }: Collected): number {
  return segments + tombstones + commits + sessions
}

/** What several pieces did together. */
export function together(pieces: readonly Maintained[]): Maintained {
  return {
    merged: pieces.reduce((sum, { merged }) => sum + merged, 0),
    collected: pieces.reduce((sum, { collected }) => sum + collected, 0),
    more: pieces.some(({ more }) => more),
  }
}
