import type { IndexChannel } from './channels.ts'
import type { ChunkWanted } from './chunks-held.ts'
import type { Filter } from './filter.ts'
import { keyTerm } from './key-term.ts'
import type { SearchRequest } from './search-request.ts'
import type { Segment } from './segment.ts'
import type { FilterSection } from './segment-head.ts'
import type { SegmentReads } from './segment-reads.ts'

/** Keys a search reads at most before it knows its page; terms past it are left out. */
export const KEYS_MAX = 64
/** Up to this many keys the whole of the terms is read, so that those of the best hits can be looked up as well. */
export const KEYS_OF_WHOLE_MAX = 26

/** What the second wave reads. The same for the same segments and request, whatever is held already. */
export interface ReadPlan {
  readonly chunks: readonly ChunkWanted[]
  /** Whether a term, or the positions of an exact term, may be looked up. */
  isRead(channel: IndexChannel | 'positions', term: string): boolean
  /** Whether any term may be. */
  readonly isWhole: boolean
  /** What the vectors are compared with; null where they are not read. */
  readonly vector: Int8Array | null
  /** Whether terms of the query, or the vectors, were left out. */
  readonly isCapped: boolean
}

export function planReads(segments: readonly Segment[], request: SearchRequest): ReadPlan {
  const { query, filter } = request
  const wave = new Wave(segments)
  wave.add((reads) => reads.rows())
  const asked = request.lanes.includes('Dense') ? request.vector : null
  const room = asked === null ? KEYS_MAX : KEYS_MAX - keysOfVectors(segments)
  const isWhole = wave.addWithin(wholeMax(room), (reads) => reads.terms())
  for (const section of sectionsOf(filter)) wave.add((reads) => reads.filter(section))
  const read = new Set<string>()
  let isCapped = false
  const add = (name: string, chunksOf: (reads: SegmentReads) => readonly number[]) => {
    if (wave.addWithin(KEYS_MAX, chunksOf)) read.add(name)
    else isCapped = true
  }
  const addTerm = (channel: IndexChannel, term: string) =>
    add(nameOf(channel, term), (reads) => reads.term(channel, term))
  const addPositions = (term: string) => add(nameOf('positions', term), (reads) => reads.positions(term))
  for (const key of query.keys.slice(0, 1)) addTerm('key', keyTerm(key))
  for (const phrase of query.phrases) for (const term of phrase) addTerm('exact', term)
  for (const phrase of query.phrases) if (phrase.length > 1) for (const term of phrase) addPositions(term)
  const weighed = query.words.flatMap((word) => word.weighed)
  for (const { channel, term } of [...query.terms, ...weighed]) {
    addTerm(channel, channel === 'key' ? keyTerm(term) : term)
    if (channel === 'exact') addTerm('entity', term)
  }
  for (const key of query.keys) addTerm('key', keyTerm(key))
  const vector = asked !== null && wave.addWithin(KEYS_MAX, (reads) => reads.vectors()) ? asked : null
  return {
    chunks: wave.chunks(),
    isRead: (channel, term) => (isWhole && channel !== 'positions') || read.has(nameOf(channel, term)),
    isWhole,
    vector,
    isCapped: isCapped || vector !== asked,
  }
}

function keysOfVectors(segments: readonly Segment[]): number {
  return segments.reduce((sum, { reads }) => sum + reads.vectors().length, 0)
}

/** Vectors, which no search can do without, come before the whole of the terms; with no `room` beside them they are not read. */
function wholeMax(room: number): number {
  return room <= 0 ? KEYS_OF_WHOLE_MAX : Math.min(room, KEYS_OF_WHOLE_MAX)
}

function nameOf(channel: IndexChannel | 'positions', term: string): string {
  return `${channel} ${term}`
}

/** Chunks of all segments, counted as keys together with those that opening the segments took. */
class Wave {
  readonly #segments: readonly Segment[]
  readonly #wanted: readonly Set<number>[]
  #keys: number

  constructor(segments: readonly Segment[]) {
    this.#segments = segments
    this.#wanted = segments.map(() => new Set())
    this.#keys = segments.reduce((sum, { reads }) => sum + reads.keys, 0)
  }

  add(chunksOf: (reads: SegmentReads) => readonly number[]): void {
    this.addWithin(Number.POSITIVE_INFINITY, chunksOf)
  }

  /** Adds the chunks unless there would be more keys than `most`. */
  addWithin(most: number, chunksOf: (reads: SegmentReads) => readonly number[]): boolean {
    const more = this.#segments.map(({ reads }, i) =>
      chunksOf(reads).filter((chunk) => !this.#wanted[i]!.has(chunk)),
    )
    const keys = this.#keys + more.reduce((sum, chunks) => sum + chunks.length, 0)
    if (keys > most && keys > this.#keys) return false
    for (const [i, chunks] of more.entries()) for (const chunk of chunks) this.#wanted[i]!.add(chunk)
    this.#keys = keys
    return true
  }

  chunks(): ChunkWanted[] {
    return this.#segments.flatMap(({ reads }, i) => Array.from(this.#wanted[i]!, (n) => reads.wanted(n)))
  }
}

/** The columns that a filter looks at. */
function sectionsOf(filter: Filter | null): FilterSection[] {
  if (filter === null) return []
  if ('and' in filter) return filter.and.flatMap(sectionsOf)
  if ('or' in filter) return filter.or.flatMap(sectionsOf)
  if ('not' in filter) return sectionsOf(filter.not)
  if ('created_at' in filter) return ['createdAt']
  if ('event_at' in filter) return ['eventAt']
  return Object.keys(filter) as FilterSection[]
}
