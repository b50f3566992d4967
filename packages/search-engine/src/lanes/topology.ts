import { LINK_BITS } from '../passage-links.ts'
import { askedRows, spokenScores } from './asked-speaker.ts'
import type { LaneContext } from './lane.ts'

/** What a turn gets of the best score of the turn before it and of the one after it. */
const NEIGHBOUR = 0.1
/** What a turn gets of the assistant's reply to it. */
const REPLY = 0.4

/**
 * What conversation adds to the BM25 scores `words`: a turn gains where the question asks for the words of its
 * speaker, and from the turns beside it. A passage without a word of the query stays no hit, and the dead add
 * nothing; passages that a filter leaves out still speak for their neighbours.
 */
export function topology(context: LaneContext, words: readonly Float64Array[]): Float64Array[] {
  const asked = askedRows(context)
  return words.map((own, segment) => {
    const links = context.segments[segment]!.links()
    if (links === null) return new Float64Array(own.length)
    const spoken = spokenScores(own, context.live[segment]!, (row) => asked(segment, row))
    const added = besideScores(links, spoken)
    for (let row = 0; row < added.length; row++)
      added[row] = spoken[row]! > 0 ? added[row]! + (spoken[row]! - own[row]!) : 0
    return added
  })
}

/** Consecutive passages of one document and speaker. */
interface Turn {
  readonly start: number
  readonly end: number
  readonly best: number
  readonly link: number
}

function besideScores(links: Uint8Array, spoken: Float64Array): Float64Array {
  const added = new Float64Array(spoken.length)
  let before: Turn | null = null
  for (let start = 0; start < links.length; ) {
    const turn = turnFrom(links, spoken, start)
    if (before !== null && (turn.link & LINK_BITS.follows) !== 0) addBeside(added, before, turn)
    before = (turn.link & LINK_BITS.speaks) === 0 ? null : turn
    start = turn.end
  }
  return added
}

function turnFrom(links: Uint8Array, spoken: Float64Array, start: number): Turn {
  let best = spoken[start]!
  let end = start + 1
  for (; end < links.length && (links[end]! & LINK_BITS.sameTurn) !== 0; end++)
    best = Math.max(best, spoken[end]!)
  return { start, end, best, link: links[start]! }
}

function addBeside(added: Float64Array, before: Turn, after: Turn): void {
  if ((after.link & LINK_BITS.speaks) === 0) return
  const isReply = (after.link & LINK_BITS.assistant) !== 0 && (before.link & LINK_BITS.assistant) === 0
  addTo(added, before, (isReply ? REPLY : NEIGHBOUR) * after.best)
  addTo(added, after, NEIGHBOUR * before.best)
}

function addTo(added: Float64Array, turn: Turn, score: number): void {
  if (score > 0) for (let row = turn.start; row < turn.end; row++) added[row] = added[row]! + score
}
