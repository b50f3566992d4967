import { factPassage } from '@cairn/fact/fact-passage'
import type { ErasableFact } from '@cairn/memory-store/erase-facts'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { FORMAT } from '@cairn/search-engine/sections'
import { ANALYSER } from '@cairn/text/terms'

/** The segment of a commit that takes facts out of the index: their terms as negative counts. Null where none is in it. */
export function burialSegmentOf(facts: readonly ErasableFact[]): SegmentBytes | null {
  const indexed = facts.filter(({ isIndexed }) => isIndexed)
  if (indexed.length === 0) return null
  const buried = indexed.map(({ fact }) => factPassage(fact, NO_HASH))
  return { bytes: buildSegment([], buried), format: FORMAT, analyser: ANALYSER, passages: 0 }
}

const NO_HASH = '0'.repeat(64)
