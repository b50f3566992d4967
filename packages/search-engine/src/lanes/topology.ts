import { LINK_BITS } from '../passage-links.ts'
import type { SegmentRows } from '../segment-rows.ts'
import { spokenScores } from './asked-speaker.ts'
import type { LaneContext } from './lane.ts'

/** What a turn gets of the best score of the turn before it and of the one after it. */
const NEIGHBOUR = 0.1
/** What a turn gets of the assistant's reply to it. */
const REPLY = 0.4

/**
 * What conversation adds to the BM25 scores `words`: a turn gains where the question asks for the words of its
 * speaker, and from the turns beside it. A passage without a word of the query gains nothing, and the dead add
 * nothing; passages that a filter leaves out still speak for their neighbours.
 */
export function topology(context: LaneContext, words: Float64Array): Float64Array {
  const { candidates, segments } = context
  const added = new Float64Array(words.length)
  if (!segments.some(({ rows }) => rows.hasTalk)) return added
  const spoken = spokenScores(context, words)
  for (const [segment, { rows }] of segments.entries()) {
    if (!rows.hasTalk) continue
    const [start, end] = [candidates.starts[segment]!, candidates.starts[segment + 1]!]
    addNeighbours({ rows, numbers: candidates.rows, spoken, added, start, end })
  }
  for (let i = 0; i < added.length; i++) added[i] = spoken[i]! > 0 ? added[i]! + (spoken[i]! - words[i]!) : 0
  return added
}

/** The candidates of one segment, from `start` to `end`, and their scores. */
interface Told {
  readonly rows: SegmentRows
  readonly numbers: Uint32Array
  readonly spoken: Float64Array
  readonly added: Float64Array
  readonly start: number
  readonly end: number
}

/** Consecutive passages of one document and speaker, some of which are candidates: those from `first` to `last`. */
interface Turn {
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
  readonly best: number
  readonly link: number
}

function addNeighbours(told: Told): void {
  let before: Turn | null = null
  for (let next = told.start; next < told.end; ) {
    const turn = turnFrom(told, next, before?.end ?? 0)
    if (before?.end === turn.start && (turn.link & LINK_BITS.follows) !== 0) addBeside(told, before, turn)
    before = turn
    next = turn.last + 1
  }
}

/** The turn of the candidate `first`, which is the first in it; no turn begins before the row `least`. */
function turnFrom({ rows, numbers, spoken, end: candidates }: Told, first: number, least: number): Turn {
  let start = numbers[first]!
  while (start > least && (rows.link(start) & LINK_BITS.sameTurn) !== 0) start--
  let end = numbers[first]! + 1
  while (end < rows.count && (rows.link(end) & LINK_BITS.sameTurn) !== 0) end++
  let last = first
  let best = spoken[first]!
  for (; last + 1 < candidates && numbers[last + 1]! < end; last++) best = Math.max(best, spoken[last + 1]!)
  return { start, end, first, last, best, link: rows.link(start) }
}

function addBeside(told: Told, before: Turn, after: Turn): void {
  if ((before.link & after.link & LINK_BITS.speaks) === 0) return
  const isReply = (after.link & LINK_BITS.assistant) !== 0 && (before.link & LINK_BITS.assistant) === 0
  addTo(told, before, (isReply ? REPLY : NEIGHBOUR) * after.best)
  addTo(told, after, NEIGHBOUR * before.best)
}

function addTo({ added }: Told, { first, last }: Turn, score: number): void {
  if (score > 0) for (let i = first; i <= last; i++) added[i]! += score
}
