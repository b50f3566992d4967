import { type Collected, collect } from '@cairn/memory-store/collect'
import type { Namespace } from '@cairn/memory-store/namespace'
import { extendLog } from '@cairn/memory-store/receipt-log'
import type { LibraryBindings } from '../bindings.ts'
import { eraseOn } from '../erasures/step-erasure.ts'
import { collectKeys } from './collect-keys.ts'
import { stepNamespace } from './step-namespace.ts'

/** What maintenance did: segments merged away, rows and keys collected, and whether there is more to do now. */
export interface Maintained {
  readonly merged: number
  readonly collected: number
  readonly more: boolean
}

/** One bounded piece of logging receipts, of erasing, of merging, and of collecting what is no longer needed, in one namespace. */
export async function maintain(bindings: LibraryBindings, namespace: Namespace): Promise<Maintained> {
  const { memory, clock, signerOf } = bindings
  const { ns } = namespace
  const log = await extendLog(memory, { ns, at: clock(), signer: signerOf(namespace) })
  const isErasing = await eraseOn(bindings, namespace)
  const { merged, more } = await stepNamespace(bindings, namespace)
  const collected = await collect(memory, { ns, at: clock() })
  const keys = await collectKeys(bindings, ns)
  return {
    merged,
    collected: rowsOf(collected) + keys.deleted,
    more: isErasing || more || collected.isMore || keys.isMore || log.isMore,
  }
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
