import type { Candidates } from './candidates.ts'
import type { IndexChannel } from './channels.ts'
import { blocksOf, type DecodedPostings } from './postings.ts'
import type { Segment } from './segment.ts'
import type { TermEntry } from './term-dictionary.ts'

/** Postings blocks one search may read. */
export const BLOCKS_MAX = 5000

/** A term over all segments: live passages that hold it, and its dictionary entry in each segment. */
export interface TermMatch {
  readonly channel: IndexChannel
  readonly term: string
  readonly frequency: number
  readonly entries: readonly (TermEntry | null)[]
}

/** What bounds the reading of terms. */
export interface TermBounds {
  readonly blocksMax: number
  /** Whether a term may be looked up; nothing holds one that may not. */
  isRead(channel: IndexChannel, term: string): boolean
  /** Whether it is too late to read another term. */
  isOver(): boolean
}

const UNBOUNDED: TermBounds = { blocksMax: BLOCKS_MAX, isRead: () => true, isOver: () => false }

/** Reads terms for one search, each once, and counts the blocks that took. */
export class TermReader {
  readonly segments: readonly Segment[]
  readonly #bounds: TermBounds
  readonly #matches = new Map<string, TermMatch>()
  readonly #postings = new Map<TermMatch, readonly (DecodedPostings | null)[]>()
  #blocksLeft: number
  #isCapped = false
  #isLate = false

  constructor(segments: readonly Segment[], bounds: Partial<TermBounds> = {}) {
    this.segments = segments
    this.#bounds = { ...UNBOUNDED, ...bounds }
    this.#blocksLeft = this.#bounds.blocksMax
  }

  /** True once some term was left unread for want of blocks. */
  get isCapped(): boolean {
    return this.#isCapped
  }

  /** True once something was left unread because it was too late. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** Whether it is too late to go on; what is not read then was left out. */
  isTooLate(): boolean {
    this.#isLate ||= this.#bounds.isOver()
    return this.#isLate
  }

  match(channel: IndexChannel, term: string): TermMatch {
    const name = `${channel} ${term}`
    const known = this.#matches.get(name)
    if (known !== undefined) return known
    const isRead = this.#bounds.isRead(channel, term)
    const entries = this.segments.map((segment) => (isRead ? segment.find(channel, term) : null))
    const frequency = entries.reduce(
      (sum, entry) => sum + (entry === null ? 0 : entry.count + entry.adjustment),
      0,
    )
    const match = { channel, term, frequency, entries }
    this.#matches.set(name, match)
    return match
  }

  /** Postings in each segment; null in all of them when reading would pass a bound. */
  postings(match: TermMatch): readonly (DecodedPostings | null)[] {
    const known = this.#postings.get(match)
    if (known !== undefined) return known
    const read = this.#spend(match) ? this.#read(match) : match.entries.map(() => null)
    this.#postings.set(match, read)
    return read
  }

  /** The same, of candidates; what else holds the term may be left out. */
  postingsAmong(match: TermMatch, candidates: Candidates): readonly (DecodedPostings | null)[] {
    const known = this.#postings.get(match)
    if (known !== undefined) return known
    if (!this.#spend(match)) return match.entries.map(() => null)
    return this.segments.map((segment, i) => {
      const entry = match.entries[i]
      return entry ? segment.postings(match.channel, entry, candidates.rowsOf(i)) : null
    })
  }

  #spend(match: TermMatch): boolean {
    if (this.isTooLate()) return false
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
