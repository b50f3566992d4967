import type { Call } from '@cairn/http-kernel/call'
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
  call: Pick<Call<SearchBindings>, 'bindings' | 'caller' | 'namespace'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let damaged = 1; ; damaged++) {
    try {
      return await work()
    } catch (error) {
      if (!(await isMended(call, error)) || damaged === DAMAGED_MAX) throw error
    }
  }
}

async function isMended(
  { bindings, caller, namespace }: Pick<Call<SearchBindings>, 'bindings' | 'caller' | 'namespace'>,
  error: unknown,
): Promise<boolean> {
  const { memory, copies, clock } = bindings
  if (error instanceof IndexUnsound) await askRebuild(memory, { ns: error.ns, through: null })
  if (!(error instanceof SegmentDamaged)) return false
  copies.drop(caller.tenant, namespace)
  const { ns, seq } = error
  return (await revertMerge(memory, { ns, seq, at: clock() })) !== 'rebuild'
}
