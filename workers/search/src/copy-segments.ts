import type { Catalogue, CatalogueSegment } from '@cairn/memory-store/read-catalogue'
import type { SealedPlace } from '@cairn/memory-store/sealed-bytes'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import { openSegment } from '@cairn/search-engine/segment'
import { SegmentCorrupt } from '@cairn/search-engine/segment-corrupt'
import { readHead } from '@cairn/search-engine/segment-head'
import type { ChunkReader } from './chunk-reader.ts'
import type { IndexCopy, SealedCopy, SegmentCopy } from './index-copies.ts'

/**
 * The segments of a catalogue: what came with bytes is opened, of what is sealed the head is read, and what a copy has already is taken
 * from it. Throws SegmentDamaged.
 */
export function copySegments(
  chunks: ChunkReader,
  held: IndexCopy | null,
  { namespace, segments }: Catalogue,
): Promise<SegmentCopy[]> {
  const known = new Map(held?.segments.map((copy) => [copy.seq, copy]))
  const { ns } = namespace!
  return Promise.all(
    segments.map((segment) => copyOf(chunks, { ns, segment, known: known.get(segment.seq) })),
  )
}

interface Wanted {
  readonly ns: number
  readonly segment: CatalogueSegment
  readonly known: SegmentCopy | undefined
}

async function copyOf(chunks: ChunkReader, { ns, segment, known }: Wanted): Promise<SegmentCopy> {
  const { seq, bytes, sealed, length } = segment
  if (sealed !== null) {
    if (known?.sealed?.place.prefix === sealed.prefix) return known
    return await sealedCopy(chunks, { ns, seq, place: sealed })
  }
  if (bytes === null) return known!
  return soundly({ ns, seq }, () => ({ seq, bytes: length, whole: openSegment(bytes, seq), sealed: null }))
}

async function sealedCopy(
  chunks: ChunkReader,
  { ns, seq, place }: { readonly ns: number; readonly seq: number; readonly place: SealedPlace },
): Promise<SegmentCopy> {
  const chunk = await chunks.readOnce({ key: `${place.prefix}/0`, digest: bytesOf(place.digest) })
  if (chunk === null) throw new SegmentDamaged(ns, seq)
  const sealed: SealedCopy = soundly({ ns, seq }, () => ({ place, head: readHead(chunk), chunk }))
  return { seq, bytes: chunk.length, whole: null, sealed }
}

/** Bytes that are no segment are as good as lost. */
function soundly<T>({ ns, seq }: { readonly ns: number; readonly seq: number }, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw error instanceof SegmentCorrupt ? new SegmentDamaged(ns, seq) : error
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}
