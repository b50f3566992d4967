import type { Call } from '@cairn/http-kernel/call'
import { askRebuild, revertMerge } from '@cairn/memory-store/revert-merge'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import type { SearchBindings } from './bindings.ts'
import { IndexUnsound } from './index-unsound.ts'

/** Segments of one namespace that a search gets past; with more of them damaged it is to be sent again. */
const DAMAGED_MAX = 3

/**
 * Does `work`, and does it again from what a damaged segment was merged of, where that is still kept. Else the namespace is marked to
 * be rebuilt, and the failure, which a client may retry, is passed on.
 */
export async function recovering<T>(call: Call<SearchBindings>, work: () => Promise<T>): Promise<T> {
  for (let damaged = 1; ; damaged++) {
    try {
      return await work()
    } catch (error) {
      if (!(await isMended(call, error)) || damaged === DAMAGED_MAX) throw error
    }
  }
}

async function isMended(
  { bindings, caller, namespace }: Call<SearchBindings>,
  error: unknown,
): Promise<boolean> {
  const { memory, copies, freshId, clock } = bindings
  if (error instanceof IndexUnsound) await askRebuild(memory, { ns: error.ns })
  if (!(error instanceof SegmentDamaged)) return false
  copies.drop(caller.tenant, namespace)
  const { ns, seq } = error
  return (await revertMerge(memory, { ns, seq, commitId: freshId(), at: clock() })) !== 'rebuild'
}
