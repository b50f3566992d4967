import { type LiveSegment, readLiveSegments } from '@cairn/memory-store/live-segments'
import { releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import type { Namespace } from '@cairn/memory-store/namespace'
import { purgeSegments } from '@cairn/memory-store/purge-segments'
import { askRebuild } from '@cairn/memory-store/revert-merge'
import type { LibraryBindings } from '../bindings.ts'
import { mergeInRows } from '../maintenance/merge-in-rows.ts'

/**
 * Takes what was buried up to a version out of the index, and the segments that held it out of the store; whether all of it is gone.
 * Few bytes in rows are merged here and now; an index with more, or with sealed segments, is built anew from rows by maintenance.
 */
export async function eraseIndex(
  bindings: LibraryBindings,
  namespace: Namespace,
  through: number,
): Promise<boolean> {
  const { memory } = bindings
  const { ns } = namespace
  const live = await readLiveSegments(memory, { ns })
  const held = holding(live?.segments ?? [], through)
  const isMarked = held.every(({ seq }) => seq <= live!.rebuildThrough)
  if (held.length > 0 && isSmall(held)) await mergeAway(bindings, namespace, through)
  else if (!isMarked) await askRebuild(memory, { ns, through: null })
  const left = await purgeSegments(memory, { ns, through })
  return left === 0
}

/** Segments that may hold what was buried by a version: older ones, and those built from a state before it. */
function holding(segments: readonly LiveSegment[], through: number): LiveSegment[] {
  return segments.filter(({ seq, builtAt }) => seq <= through || builtAt < through)
}

const MERGE_BYTES_MAX = 16 * 1024 * 1024

function isSmall(held: readonly LiveSegment[]): boolean {
  const bytes = held.reduce((sum, { length }) => sum + length, 0)
  const isAlike = held.every(({ analyser }) => analyser === held[0]!.analyser)
  return bytes <= MERGE_BYTES_MAX && isAlike && held.every(({ sealed }) => sealed === null)
}

/** Under the lease of all mergers, looking again: where another holds it, the next step tries again. */
async function mergeAway(bindings: LibraryBindings, namespace: Namespace, through: number): Promise<void> {
  const { memory, clock } = bindings
  const { ns } = namespace
  const now = clock()
  const until = now + LEASE_MS
  if (!(await takeMergeLease(memory, { ns, now, until }))) return
  try {
    const live = await readLiveSegments(memory, { ns })
    const held = holding(live?.segments ?? [], through)
    if (held.length > 0 && isSmall(held)) await mergeInRows({ bindings, namespace, ns }, live!, held)
  } finally {
    await releaseMergeLease(memory, { ns, until })
  }
}

const LEASE_MS = 60_000
