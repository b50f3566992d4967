import type { LiveSegment, LiveSegments } from '@cairn/memory-store/live-segments'
import { commitMerge } from '@cairn/memory-store/merge'
import { readMissingSegments } from '@cairn/memory-store/read-segments'
import { readTombstones } from '@cairn/memory-store/tombstone'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { formatOf } from '@cairn/search-engine/sections'
import { openSegment } from '@cairn/search-engine/segment'
import type { Step } from './step.ts'

/** Merges segments whose bytes are in rows, at most a few MB, into one of the same kind: at once, so that writers go on. */
export async function mergeInRows(
  { bindings, namespace, ns }: Pick<Step, 'bindings' | 'namespace' | 'ns'>,
  { head }: LiveSegments,
  inputs: readonly LiveSegment[],
): Promise<number> {
  const { memory: db, freshId, clock } = bindings
  const oldest = Math.min(...inputs.map(({ builtAt }) => builtAt))
  const buried = await readTombstones(db, { ns, after: oldest, through: head })
  const stored = await readMissingSegments(db, inputs, new Map())
  const bytes = mergeSegments(
    inputs.map(({ seq }) => openSegment(stored.get(seq)!, seq)),
    new Set(buried.map(({ batch, ordinal }) => `${batch}:${ordinal}`)),
  )
  const outcome = await commitMerge(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '',
    signer: bindings.signerOf(namespace),
    inputs: inputs.map(({ seq }) => seq),
    builtAt: head,
    segment: {
      bytes,
      format: formatOf(bytes),
      analyser: inputs[0]!.analyser,
      passages: openSegment(bytes, 0).counts.passages,
    },
  })
  return outcome.kind === 'committed' ? inputs.length : 0
}
