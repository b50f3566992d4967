import { hex, sha256 } from '@cairn/contract/sha256'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { FORMAT } from '@cairn/search-engine/sections'
import { ANALYSER } from '@cairn/text/terms'
import { factPassage, type IndexedFact } from './fact-passage.ts'

/** The segment of a commit that writes `facts`, in their order. `commitId` keeps them apart from facts that say the same. */
export async function factSegment(facts: readonly IndexedFact[], commitId: string): Promise<SegmentBytes> {
  const hashes = await Promise.all(facts.map((_, ordinal) => hashOf(`${ordinal} ${commitId}`)))
  const passages = facts.map((fact, ordinal) => factPassage(fact, hashes[ordinal]!))
  return { bytes: buildSegment(passages, []), format: FORMAT, analyser: ANALYSER, passages: passages.length }
}

/** The segment of a commit that takes one fact out of the index: its terms as negative counts. */
export function burialSegment(fact: IndexedFact): SegmentBytes {
  const bytes = buildSegment([], [factPassage(fact, NO_HASH)])
  return { bytes, format: FORMAT, analyser: ANALYSER, passages: 0 }
}

const NO_HASH = '0'.repeat(64)

async function hashOf(text: string): Promise<string> {
  return hex(await sha256(new TextEncoder().encode(text)))
}
