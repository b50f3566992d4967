import { type LiveSegment, type LiveSegments, readLiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge, releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { readTombstones } from '@cairn/memory-store/tombstone'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { FORMAT } from '@cairn/search-engine/sections'
import { openSegment } from '@cairn/search-engine/segment'
import type { LibraryBindings } from '../bindings.ts'
import { chooseMerge } from './choose-merge.ts'

/** What a merge took in, and whether there is more to merge. */
export interface Merged {
  /** segments that one took the place of */
  readonly merged: number
  readonly more: boolean
}

/**
 * Merges once, at most 4 MB, where a namespace has too many segments. Under a lease: whoever comes second does nothing, and a merge
 * that lost to another writes nothing.
 */
export async function stepNamespace(bindings: LibraryBindings, namespace: Namespace): Promise<Merged> {
  const { memory: db } = bindings
  const { ns } = namespace
  const live = await readLiveSegments(db, { ns })
  if (live === null || chooseMerge(live).length === 0) return NOTHING
  const now = bindings.clock()
  const until = now + LEASE_MS
  if (!(await takeMergeLease(db, { ns, now, until }))) return { merged: 0, more: true }
  try {
    return await mergeUnderLease(bindings, namespace)
  } finally {
    await releaseMergeLease(db, { ns, until })
  }
}

const LEASE_MS = 60_000
const NOTHING: Merged = { merged: 0, more: false }

/** Looks again: what was live before the lease was taken may be merged by now. */
async function mergeUnderLease(bindings: LibraryBindings, namespace: Namespace): Promise<Merged> {
  const { memory: db, freshId, clock, signerOf } = bindings
  const { ns } = namespace
  const live = await readLiveSegments(db, { ns })
  const chosen = live === null ? [] : chooseMerge(live)
  if (live === null || chosen.length === 0) return NOTHING
  const outcome = await commitMerge(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: signerOf(namespace),
    inputs: chosen.map(({ seq }) => seq),
    builtAt: live.head,
    segment: await mergedSegment(db, live, chosen),
  })
  if (outcome.kind !== 'committed') return { merged: 0, more: true }
  const after = await readLiveSegments(db, { ns })
  return { merged: chosen.length, more: after !== null && chooseMerge(after).length > 0 }
}

/** One segment in the place of the chosen ones; what was buried by the version read is not in it. */
async function mergedSegment(
  db: SqlDatabase,
  { head }: LiveSegments,
  chosen: readonly LiveSegment[],
): Promise<SegmentBytes> {
  const oldest = Math.min(...chosen.map(({ builtAt }) => builtAt))
  const { ns, analyser } = chosen[0]!
  const buried = await readTombstones(db, { ns, after: oldest, through: head })
  const bytes = await readMissingSegments(db, chosen, new Map())
  const inputs = chosen.map(({ seq }) => openSegment(bytes.get(seq)!, seq))
  const merged = mergeSegments(inputs, new Set(buried.map(({ batch, ordinal }) => `${batch}:${ordinal}`)))
  return { bytes: merged, format: FORMAT, analyser, passages: openSegment(merged, 0).counts.passages }
}
