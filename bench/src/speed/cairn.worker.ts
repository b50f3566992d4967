import { buildSegment } from '@cairn/search-engine/build-segment'
import { mergeSegments } from '@cairn/search-engine/merge-segments'
import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { search } from '@cairn/search-engine/search'
import { LANE_NAMES } from '@cairn/search-engine/search-request'
import { openSegment, type Segment } from '@cairn/search-engine/segment'
import { analyseQuery } from '@cairn/text/query'
import { passageInput } from './passage-input.ts'
import { PAGE, serveSubject } from './subject.ts'

/** Segments of the size that a merge in memory can make. */
const MERGED = 25

/** The whole search of a page, every lane, over segments held in memory. */
export default serveSubject(() => {
  const merged: Segment[] = []
  let fresh: Segment[] = []
  let seq = 0
  const merge = () => {
    if (fresh.length > 0) merged.push(openSegment(mergeSegments(fresh, new Set()), ++seq))
    fresh = []
  }
  return {
    load: (passages) => {
      fresh.push(openSegment(buildSegment(Array.from(passages, passageInput), []), ++seq))
      if (fresh.length === MERGED) merge()
    },
    ready: merge,
    ask: (words, isPhrase) => {
      const query = analyseQuery(isPhrase ? `"${words.join(' ')}"` : words.join(' '))
      const request = { query, filter: null, limit: PAGE, offset: 0, lanes: LANE_NAMES }
      return search(merged, NO_POINTERS, request).hits.length
    },
  }
})
