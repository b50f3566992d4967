import type { SealedPlace } from '@cairn/memory-store/sealed-bytes'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import type { MergeInput } from '@cairn/search-engine/sealing/merge-input'
import { sealedInput } from '@cairn/search-engine/sealing/sealed-input'
import type { Step } from './step.ts'

/** A sealed segment, or a part of one that is being built, and which key its chunk 0 has below the prefix. */
export interface StoredSegment extends SealedPlace {
  readonly seq: number
  readonly firstKey: number
}

/** Puts a chunk. A key is written again only with the same bytes, by a step that repeats one that was killed. */
export async function putChunk(step: Step, key: string, bytes: Uint8Array): Promise<void> {
  await step.bindings.segments.put(key, bytes)
  step.budget.spend(bytes.length)
}

/** Opens a sealed segment for a merge; a chunk that is missing or not what it should be throws `SegmentDamaged`, now or later. */
export async function openStored(step: Step, segment: StoredSegment): Promise<MergeInput> {
  const fetch = (n: number, digest: string, bytes: number | null) =>
    fetchChunk(step, { segment, n, digest, bytes })
  return sealedInput(await fetch(0, segment.digest, null), segment.seq, (n, shape) =>
    fetch(n, hexOf(shape.digest), shape.bytes),
  )
}

interface WantedChunk {
  readonly segment: StoredSegment
  readonly n: number
  /** SHA-256, hex, or its beginning */
  readonly digest: string
  readonly bytes: number | null
}

async function fetchChunk(step: Step, { segment, n, digest, bytes }: WantedChunk): Promise<Uint8Array> {
  const key = `${segment.prefix}/${segment.firstKey + n}`
  const value = await step.bindings.segments.get(key, 'arrayBuffer')
  if (value === null || (bytes !== null && value.byteLength !== bytes))
    throw new SegmentDamaged(step.ns, segment.seq)
  const found = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', value)))
  if (!found.startsWith(digest)) throw new SegmentDamaged(step.ns, segment.seq)
  step.budget.spend(value.byteLength)
  return new Uint8Array(value)
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
