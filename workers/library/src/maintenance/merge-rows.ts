import { type LiveSegment, readLiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge } from '@cairn/memory-store/merge'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import { readTombstones } from '@cairn/memory-store/tombstone'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { FORMAT } from '@cairn/search-engine/sections'
import { openSegment } from '@cairn/search-engine/segment'
import type { Step } from './step.ts'

/** Merges segments whose bytes are in rows, at most 4 MB, into one whose bytes are in rows: at once, so that writers go on. */
export async function mergeRows(
  { bindings, ns }: Step,
  inputs: readonly LiveSegment[],
): Promise<number> {
  const { memory: db, freshId, clock } = bindings
  const live = await readLiveSegments(db, { ns })
  const outcome = await commitMerge(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    inputs: inputs.map(({ seq }) => seq),
    builtAt: live!.head,
    segment: await mergedSegment(db, inputs, live!.head),
  })
  return outcome.kind === 'committed' ? inputs.length : 0
}
