/** How a row stands to the row before it in its segment, and who speaks in it: the bits of its link. */
export const LINK_BITS = {
  /** The row before is of the same document. */
  sameDocument: 1,
  /** The row before is the passage before it of the same document. */
  follows: 2,
  /** It goes on with the turn of the row before. */
  sameTurn: 4,
  speaks: 8,
  user: 16,
  assistant: 32,
} as const

/** No link is above this where nobody speaks. */
export const SILENT_LINK_MAX = 7

/** What a link is made of: names, or numbers that are the same for the same name, and the speakerBits of the speaker. */
export interface LinkedPassage {
  readonly source: string | number
  readonly documentId: string | number
  readonly speaker: string | number
  readonly bits: number
  readonly index: number
}

const USERS = new Set(['user', 'human', 'me', 'customer'])
const ASSISTANTS = new Set(['assistant', 'ai', 'bot', 'chatbot', 'model', 'agent'])

/**
 * The link of a row to the row before it in the segment, null for the first. A document is written in one commit, so
 * its passages are neighbours wherever they are stored.
 */
export function linkOf(before: LinkedPassage | null, passage: LinkedPassage): number {
  const { bits } = passage
  if (before?.documentId !== passage.documentId || before.source !== passage.source) return bits
  if (passage.index !== before.index + 1) return bits | LINK_BITS.sameDocument
  const goesOn = bits !== 0 && passage.speaker === before.speaker ? LINK_BITS.sameTurn : 0
  return bits | LINK_BITS.sameDocument | LINK_BITS.follows | goesOn
}

/** Whether someone speaks, and whether it is the user or the assistant. */
export function speakerBits(speaker: string): number {
  const name = speaker.trim().toLowerCase()
  if (name === '') return 0
  if (USERS.has(name)) return LINK_BITS.speaks | LINK_BITS.user
  return ASSISTANTS.has(name) ? LINK_BITS.speaks | LINK_BITS.assistant : LINK_BITS.speaks
}

/** Whether a row is of one whole, a document or the turn of a speaker, with the row before. */
export function goesOn(link: number, before: number): boolean {
  if ((link & LINK_BITS.follows) === 0) return false
  return (link & LINK_BITS.sameTurn) !== 0 || ((link | before) & LINK_BITS.speaks) === 0
}

/** For each of consecutive rows how many wholes have begun after the first row, less whole multiples of 256. */
export function wholesAmong(links: ArrayLike<number>): Uint8Array {
  const wholes = new Uint8Array(links.length)
  for (let row = 1; row < links.length; row++)
    wholes[row] = wholes[row - 1]! + (goesOn(links[row]!, links[row - 1]!) ? 0 : 1)
  return wholes
}
