import type { Call } from '@cairn/http-kernel/call'
import { type LiveSegment, readLiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge, releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import { readTombstones } from '@cairn/memory-store/tombstone'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { formatOf } from '@cairn/search-engine/sections'
import { openSegment } from '@cairn/search-engine/segment'
import type { FactsBindings } from '../bindings.ts'
import { chooseFold, FOLD_EVERY } from './choose-fold.ts'

/** Begins a fold that the answer does not wait for, after every sixteenth commit. */
export function foldSoon(
  { bindings, waitUntil }: Call<FactsBindings>,
  namespace: Namespace,
  version: number,
): void {
  if (version % FOLD_EVERY === 0) waitUntil(foldQuietly(bindings, namespace))
}

/** Folds on behalf of a writer, whose commits stand whether or not it succeeds: what it fails at, the next one tries again. */
export async function foldQuietly(bindings: FactsBindings, namespace: Namespace): Promise<void> {
  await foldSegments(bindings, namespace).catch((failure: unknown) => {
    const error = failure instanceof Error ? failure.constructor.name : typeof failure
    console.error(JSON.stringify({ error, operation: 'foldSegments' }))
  })
}

/** Makes one segment of many small fresh ones, so that facts written one by one do not fill what waits for a merge. */
async function foldSegments(bindings: FactsBindings, namespace: Namespace): Promise<void> {
  const { memory: db } = bindings
  const { ns } = namespace
  const now = bindings.clock()
  const until = now + LEASE_MS
  if (!(await takeMergeLease(db, { ns, now, until }))) return
  try {
    await foldUnderLease(bindings, namespace)
  } finally {
    await releaseMergeLease(db, { ns, until })
  }
}

const LEASE_MS = 30_000

async function foldUnderLease(
  { memory: db, freshId, clock, signerOf }: FactsBindings,
  namespace: Namespace,
): Promise<void> {
  const { ns } = namespace
  const live = await readLiveSegments(db, { ns })
  if (live === null) return
  // What is to be built anew from rows is left alone: folded, it would live on beside what takes its place.
  const inline = live.segments.filter(({ seq, sealed }) => sealed === null && seq > live.rebuildThrough)
  const chosen = chooseFold(inline, new Set(live.uploads.flatMap(({ inputs }) => inputs)))
  if (chosen.length === 0) return
  const oldest = Math.min(...chosen.map(({ builtAt }) => builtAt))
  const buried = await readTombstones(db, { ns, after: oldest, through: live.head })
  const bytes = await readMissingSegments(db, chosen, new Map())
  await commitMerge(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: signerOf(namespace),
    inputs: chosen.map(({ seq }) => seq),
    builtAt: live.head,
    segment: folded(chosen, bytes, new Set(buried.map(({ batch, ordinal }) => `${batch}:${ordinal}`))),
  })
}

function folded(
  chosen: readonly LiveSegment[],
  bytes: ReadonlyMap<number, Uint8Array>,
  dead: ReadonlySet<string>,
): SegmentBytes {
  const { analyser } = chosen[0]!
  const inputs = chosen.map(({ seq }) => openSegment(bytes.get(seq)!, seq))
  const merged = mergeSegments(inputs, dead)
  return {
    bytes: merged,
    format: formatOf(merged),
    analyser,
    passages: openSegment(merged, 0).counts.passages,
  }
}
