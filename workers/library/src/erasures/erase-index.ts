import { type LiveSegment, type LiveSegments, readLiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge, releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import type { Namespace } from '@cairn/memory-store/namespace'
import { purgeSegments, rebuildAll } from '@cairn/memory-store/purge-segments'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import { readTombstones } from '@cairn/memory-store/tombstone'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { FORMAT } from '@cairn/search-engine/sections'
import { openSegment } from '@cairn/search-engine/segment'
import type { LibraryBindings } from '../bindings.ts'

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
  const held = live?.segments.filter(({ seq }) => seq <= through) ?? []
  if (live !== null && held.length > 0) {
    if (isSmall(held)) await mergeAway(bindings, namespace, held)
    else if (live.rebuildThrough < through) await rebuildAll(memory, { ns })
  }
  const left = await purgeSegments(memory, { ns, through })
  return left.live === 0 && left.keys === 0
}

const MERGE_BYTES_MAX = 16 * 1024 * 1024

function isSmall(held: readonly LiveSegment[]): boolean {
  const bytes = held.reduce((sum, { length }) => sum + length, 0)
  const isAlike = held.every(({ analyser }) => analyser === held[0]!.analyser)
  return bytes <= MERGE_BYTES_MAX && isAlike && held.every(({ sealed }) => sealed === null)
}

/** Under the lease of all mergers; where another holds it, the next step tries again. */
async function mergeAway(
  bindings: LibraryBindings,
  namespace: Namespace,
  held: readonly LiveSegment[],
): Promise<void> {
  const { memory, clock } = bindings
  const { ns } = namespace
  const now = clock()
  const until = now + LEASE_MS
  if (!(await takeMergeLease(memory, { ns, now, until }))) return
  try {
    await mergeUnderLease(bindings, namespace, held)
  } finally {
    await releaseMergeLease(memory, { ns, until })
  }
}

const LEASE_MS = 60_000

/** Looks again: what was live before the lease was taken may be merged by now. */
async function mergeUnderLease(
  { memory, freshId, clock, signerOf }: LibraryBindings,
  namespace: Namespace,
  held: readonly LiveSegment[],
): Promise<void> {
  const { ns } = namespace
  const live: LiveSegments | null = await readLiveSegments(memory, { ns })
  const inputs = live?.segments.filter(({ seq }) => held.some((one) => one.seq === seq)) ?? []
  if (live === null || inputs.length < held.length) return
  const oldest = Math.min(...inputs.map(({ builtAt }) => builtAt))
  const buried = await readTombstones(memory, { ns, after: oldest, through: live.head })
  const stored = await readMissingSegments(memory, inputs, new Map())
  const bytes = mergeSegments(
    inputs.map(({ seq }) => openSegment(stored.get(seq)!, seq)),
    new Set(buried.map(({ batch, ordinal }) => `${batch}:${ordinal}`)),
  )
  const { passages } = openSegment(bytes, 0).counts
  await commitMerge(memory, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: signerOf(namespace),
    inputs: inputs.map(({ seq }) => seq),
    builtAt: live.head,
    segment: { bytes, format: FORMAT, analyser: inputs[0]!.analyser, passages },
  })
}
