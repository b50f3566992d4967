import type { PassageColumns } from './passage-columns.ts'

/** How a row stands to the row before it, and who speaks in it: the bits of its link. */
export const LINK_BITS = {
  /** The row before is the passage before it of the same document. */
  follows: 1,
  /** It goes on with the turn of the row before. */
  sameTurn: 2,
  speaks: 4,
  user: 8,
  assistant: 16,
} as const

const USERS = new Set(['user', 'human', 'me', 'customer'])
const ASSISTANTS = new Set(['assistant', 'ai', 'bot', 'chatbot', 'model', 'agent'])

/** One link a row; null where nobody speaks. A document is written in one commit, so its passages are neighbours wherever they are stored. */
export function readLinks(columns: PassageColumns): Uint8Array | null {
  const links = new Uint8Array(columns.count)
  const sources = columns.fields.source.values()
  const documents = columns.fields.documentId.values()
  const speakers = columns.fields.speaker.values()
  const indexes = columns.indexes()
  const speakerBits = new Map<number, number>()
  for (let row = 0; row < links.length; row++) {
    const speaker = speakers[row]!
    const bits = speakerBits.get(speaker) ?? bitsOfSpeaker(columns.strings.at(speaker))
    speakerBits.set(speaker, bits)
    links[row] = bits
    const follows =
      row > 0 &&
      documents[row] === documents[row - 1] &&
      sources[row] === sources[row - 1] &&
      indexes[row] === indexes[row - 1]! + 1
    if (follows) links[row]! |= LINK_BITS.follows
    if (follows && bits !== 0 && speaker === speakers[row - 1]) links[row]! |= LINK_BITS.sameTurn
  }
  return [...speakerBits.values()].some((bits) => bits !== 0) ? links : null
}

function bitsOfSpeaker(speaker: string): number {
  const name = speaker.trim().toLowerCase()
  if (name === '') return 0
  if (USERS.has(name)) return LINK_BITS.speaks | LINK_BITS.user
  return ASSISTANTS.has(name) ? LINK_BITS.speaks | LINK_BITS.assistant : LINK_BITS.speaks
}
