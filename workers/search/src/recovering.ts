import { askRebuild, revertMerge } from '@cairn/memory-store/revert-merge'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import type { SearchBindings } from './bindings.ts'
import { IndexUnsound } from './index-unsound.ts'

/** Damaged segments that one search gets past; with more of them it is to be sent again. */
const DAMAGED_MAX = 3

/**
 * Does `work`, and does it again past each segment that it finds damaged, in whose place what it was merged of is put again. Where that
 * is no longer there, the namespace is marked to be rebuilt and the failure, which a client may retry, is passed on.
 */
export async function recovering<T>(
  { memory, clock }: Pick<SearchBindings, 'memory' | 'clock'>,
  work: (damaged: readonly number[]) => Promise<T>,
): Promise<T> {
  const damaged: number[] = []
  for (;;) {
    try {
      return await work(damaged)
    } catch (error) {
      if (error instanceof IndexUnsound) await askRebuild(memory, { ns: error.ns, through: null })
      if (!(error instanceof SegmentDamaged)) throw error
      const isKnown = damaged.includes(error.seq)
      if (!isKnown) await revertMerge(memory, { ns: error.ns, seq: error.seq, at: clock() })
      if (isKnown || damaged.length === DAMAGED_MAX) throw error
      damaged.push(error.seq)
    }
  }
}
