import type { IndexChannel } from './channels.ts'
import { blocksOf, type DecodedPostings } from './postings.ts'
import type { Segment } from './segment.ts'
import type { TermEntry } from './term-dictionary.ts'
import { encodeText } from './utf8.ts'

/** Postings blocks one search may read. */
export const BLOCKS_MAX = 5000

/** A term over all segments: live passages that hold it, and its dictionary entry in each segment. */
export interface TermMatch {
  readonly channel: IndexChannel
  readonly frequency: number
  readonly entries: readonly (TermEntry | null)[]
}

/** Reads terms for one search, each once, and counts the blocks that took. */
export class TermReader {
  readonly segments: readonly Segment[]
  readonly #matches = new Map<string, TermMatch>()
  readonly #postings = new Map<TermMatch, readonly (DecodedPostings | null)[]>()
  #blocksLeft: number
  #isCapped = false

  constructor(segments: readonly Segment[], blocksMax = BLOCKS_MAX) {
    this.segments = segments
    this.#blocksLeft = blocksMax
  }

  /** True once some term was left unread for want of blocks. */
  get isCapped(): boolean {
    return this.#isCapped
  }

  match(channel: IndexChannel, term: string): TermMatch {
    const name = `${channel} ${term}`
    const known = this.#matches.get(name)
    if (known !== undefined) return known
    const bytes = encodeText(term)
    const entries = this.segments.map((segment) => segment.dictionary(channel).find(bytes))
    const frequency = entries.reduce(
      (sum, entry) => sum + (entry === null ? 0 : entry.count + entry.adjustment),
      0,
    )
    const match = { channel, frequency, entries }
    this.#matches.set(name, match)
    return match
  }

  /** Postings in each segment; null in all of them when reading would pass the bound on blocks. */
  postings(match: TermMatch): readonly (DecodedPostings | null)[] {
    const known = this.#postings.get(match)
    if (known !== undefined) return known
    const read = this.#spend(match) ? this.#read(match) : match.entries.map(() => null)
    this.#postings.set(match, read)
    return read
  }

  #spend(match: TermMatch): boolean {
    const blocks = match.entries.reduce((sum, entry) => sum + (entry === null ? 0 : blocksOf(entry.count)), 0)
    if (blocks > this.#blocksLeft) {
      this.#isCapped = true
      return false
    }
    this.#blocksLeft -= blocks
    return true
  }

  #read(match: TermMatch): (DecodedPostings | null)[] {
    return this.segments.map((segment, i) => {
      const entry = match.entries[i]
      return entry ? segment.postings(match.channel, entry) : null
    })
  }
}
