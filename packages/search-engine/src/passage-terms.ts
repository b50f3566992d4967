import { keyOf } from '@cairn/text/query'
import { analyse, type Term } from '@cairn/text/terms'
import { CHANNELS, type IndexChannel } from './channels.ts'
import { keyTerm } from './key-term.ts'
import type { StoredPassage } from './passage.ts'
import { TERM_BYTES_MAX } from './term-dictionary.ts'

/** A term's weight in a passage (half units, or bits for keys and entities) and its word positions (exact only). */
export interface TermUse {
  weight: number
  readonly positions: number[]
}

export type PassageTerms = Readonly<Record<IndexChannel, ReadonlyMap<string, TermUse>>>

/** What makes a key: bits of a key posting's weight. */
export const KEY_BITS = { mention: 1, title: 2, documentId: 4, uri: 8, text: 16, tag: 32 } as const
/** What makes an entity: bits of an entity posting's weight. */
export const ENTITY_BITS = { title: 1, speaker: 2, author: 4 } as const

/** Field weights in half units. */
const FIELD_WEIGHT = { title: 4, heading: 2, speaker: 2, text: 2, date: 1 } as const
/** A text up to this many UTF-16 units can be asked for as a whole. */
const KEY_TEXT_UNITS_MAX = 200

/** Every term a passage is indexed under; the same passage always gives the same terms, so burying undoes indexing. */
export function termsOf(passage: StoredPassage): PassageTerms {
  const terms = new TermCollector()
  terms.addField(passage.text, FIELD_WEIGHT.text)
  terms.addField(passage.title, FIELD_WEIGHT.title)
  terms.addField(passage.heading, FIELD_WEIGHT.heading)
  terms.addField(passage.speaker, FIELD_WEIGHT.speaker)
  terms.addField(dateWords(passage.eventAt ?? passage.createdAt), FIELD_WEIGHT.date)
  terms.addKey(passage.title, KEY_BITS.title)
  terms.addKey(passage.documentId, KEY_BITS.documentId)
  terms.addKey(passage.uri, KEY_BITS.uri)
  if (passage.text.length <= KEY_TEXT_UNITS_MAX) terms.addKey(passage.text, KEY_BITS.text)
  for (const tag of passage.tags) terms.addKey(tag, KEY_BITS.tag)
  terms.addEntity(passage.title, ENTITY_BITS.title)
  terms.addEntity(passage.speaker, ENTITY_BITS.speaker)
  terms.addEntity(passage.author, ENTITY_BITS.author)
  return terms.channels
}

class TermCollector {
  readonly channels: Record<IndexChannel, Map<string, TermUse>> = emptyChannels()
  #nextPosition = 0

  /** Fields follow one another with a gap, so that no phrase spans two. */
  addField(text: string, weight: number): void {
    let last = this.#nextPosition
    for (const term of analyse(text)) {
      const position = this.#nextPosition + term.position
      last = Math.max(last, position)
      if (term.channel === 'key') this.#setBit('key', keyTerm(term.term), KEY_BITS.mention)
      else this.#addRanked(term, weight, position)
    }
    this.#nextPosition = last + 2
  }

  addKey(text: string, bit: number): void {
    if (text.trim() !== '') this.#setBit('key', keyTerm(keyOf(text)), bit)
  }

  addEntity(text: string, bit: number): void {
    for (const term of analyse(text)) if (term.channel === 'exact') this.#setBit('entity', term.term, bit)
  }

  #addRanked(term: Term, weight: number, position: number): void {
    const use = this.#use(term.channel, term.term)
    if (use === null) return
    use.weight += weight
    if (term.channel === 'exact' && use.positions.at(-1) !== position) use.positions.push(position)
  }

  #setBit(channel: 'key' | 'entity', term: string, bit: number): void {
    const use = this.#use(channel, term)
    if (use !== null) use.weight |= bit
  }

  #use(channel: IndexChannel, term: string): TermUse | null {
    const key = term.toWellFormed()
    const known = this.channels[channel].get(key)
    if (known !== undefined) return known
    if (key.length * 3 > TERM_BYTES_MAX) return null
    const use = { weight: 0, positions: [] }
    this.channels[channel].set(key, use)
    return use
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** An instant as a person writes its day, in UTC: `May 8 2023`. */
function dateWords(instant: number | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()} ${date.getUTCFullYear()}`
}

function emptyChannels(): Record<IndexChannel, Map<string, TermUse>> {
  const channels: Partial<Record<IndexChannel, Map<string, TermUse>>> = {}
  for (const channel of CHANNELS) channels[channel] = new Map()
  return channels as Record<IndexChannel, Map<string, TermUse>>
}
