import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import { formatOf } from '@cairn/search-engine/sections'
import { ANALYSER } from '@cairn/text/terms'
import { passageInput } from './passage-input.ts'

/** The segment of a commit that writes `documents`, in their order, and buries `buried`. */
export function documentSegment(
  documents: readonly NewDocument[],
  buried: readonly StoredPassage[],
): SegmentBytes {
  const passages = documents.flatMap(passageInputs)
  const bytes = buildSegment(passages, buried.map(passageInput))
  return {
    bytes,
    format: formatOf(bytes),
    analyser: ANALYSER,
    passages: passages.length,
  }
}

function passageInputs(document: NewDocument): PassageInput[] {
  return document.passages.map((passage, index) =>
    passageInput({ ...document, ...passage, documentId: document.id, index }),
  )
}
