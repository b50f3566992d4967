import { ByteWriter } from '../byte-writer.ts'
import { isRanked, type RankedChannel, USUAL_WEIGHT } from '../channels.ts'
import { countedEnds } from '../filter-pieces.ts'
import { writeParts } from '../parts.ts'
import { type Postings, writePostings } from '../postings.ts'
import { TermDictionaryWriter } from '../term-dictionary.ts'
import { channelOf, separatorOf } from '../term-key.ts'
import type { ChunkPacker } from './chunk-packer.ts'

/** One key of the dictionary on its way into a sealed segment. `positions`: its lists as they are stored, end to end. */
export interface SealedTerm extends Postings {
  /** the bytes of the term and the number of its channel */
  readonly key: Uint8Array
  readonly adjustment: number
  readonly positions: Uint8Array | null
}

/** The last keys written, as JSON can hold them: what a separator must come after. */
export interface LastKeys {
  readonly terms: readonly number[] | null
  readonly positions: readonly number[] | null
  /** of all position lists up to there */
  readonly positionsBytes: number
}

/** A longer list is alone in its pieces. */
const LIST_BYTES_MAX = 320 * 1024
const PIECE_BYTES_MAX = 480 * 1024

/** Takes keys in order and packs the pieces of `terms` and `positions`, of about `aim` bytes. */
export class TermPieces {
  readonly #packer: ChunkPacker
  readonly #aim: number
  readonly #lengths: Readonly<Record<RankedChannel, ArrayLike<number>>>
  #dictionary = new TermDictionaryWriter()
  #postings = new ByteWriter()
  #positions = new ByteWriter()
  #termBytes = 0
  #firstKey: Uint8Array | null = null
  #firstPositionsKey: Uint8Array | null = null
  /** the last key there is, and the last of the pieces that are closed */
  #lastKey: Uint8Array | null
  #closedKey: Uint8Array | null
  #lastPositionsKey: Uint8Array | null
  #closedPositionsKey: Uint8Array | null
  #positionsBytes: number

  constructor(packer: ChunkPacker, { aim, lengths, after }: TermPiecesOptions) {
    this.#packer = packer
    this.#aim = aim
    this.#lengths = lengths
    this.#lastKey = after === null ? null : after.terms && Uint8Array.from(after.terms)
    this.#closedKey = this.#lastKey
    this.#lastPositionsKey = after === null ? null : after.positions && Uint8Array.from(after.positions)
    this.#closedPositionsKey = this.#lastPositionsKey
    this.#positionsBytes = after?.positionsBytes ?? 0
  }

  /** Where to go on from, once all is closed. */
  lastKeys(): LastKeys {
    return {
      terms: this.#lastKey && [...this.#lastKey],
      positions: this.#lastPositionsKey && [...this.#lastPositionsKey],
      positionsBytes: this.#positionsBytes,
    }
  }

  add(term: SealedTerm): void {
    const channel = channelOf(term.key)
    const postings = new ByteWriter()
    writePostings(postings, term, isRanked(channel) ? this.#lengths[channel] : null, USUAL_WEIGHT[channel])
    const lists = { postings: postings.take(), positions: term.positions ?? NO_BYTES }
    if (lists.postings.length > LIST_BYTES_MAX) this.#addAlone(term, lists)
    else this.#addTogether(term, lists)
    this.#addPositions(term.key, lists.positions)
  }

  /** Ends the pieces that are open. */
  close(): void {
    this.#closeTerms()
    this.#closePositions()
  }

  #addTogether(term: SealedTerm, lists: TermBytes): void {
    const grown = this.#termBytes + term.key.length + ENTRY_BYTES_MAX + lists.postings.length
    if (grown > PIECE_BYTES_MAX) this.#closeTerms()
    this.#firstKey ??= term.key
    this.#enter(term, lists)
    this.#postings.bytes(lists.postings)
    if (this.#termBytes >= this.#aim) this.#closeTerms()
  }

  /** A list that is too long for a chunk goes on in further pieces with the same separator. */
  #addAlone(term: SealedTerm, lists: TermBytes): void {
    this.#closeTerms()
    this.#enter(term, lists)
    const { terms, blocks } = this.#dictionary.write()
    const [first, ...rest] = cut(lists.postings)
    const separator = separatorOf(this.#closedKey, term.key)
    this.#packer.add('terms', writeParts([countedEnds(1, terms), blocks, first!]), separator)
    for (const piece of rest) this.#packer.add('terms', piece, separator)
    this.#dictionary = new TermDictionaryWriter()
    this.#termBytes = 0
    this.#closedKey = term.key
  }

  #addPositions(key: Uint8Array, positions: Uint8Array): void {
    if (positions.length === 0) return
    const isLong = positions.length > LIST_BYTES_MAX
    if (isLong || this.#positions.length + positions.length > PIECE_BYTES_MAX) this.#closePositions()
    this.#positionsBytes += positions.length
    this.#lastPositionsKey = key
    if (isLong) this.#addPositionsAlone(key, positions)
    else {
      this.#firstPositionsKey ??= key
      this.#positions.bytes(positions)
    }
    if (this.#positions.length >= this.#aim) this.#closePositions()
  }

  #addPositionsAlone(key: Uint8Array, positions: Uint8Array): void {
    const separator = separatorOf(this.#closedPositionsKey, key)
    for (const piece of cut(positions)) this.#packer.add('positions', piece, separator)
    this.#closedPositionsKey = key
  }

  #enter({ key, adjustment, rows }: SealedTerm, { postings, positions }: TermBytes): void {
    const places = { postingsAt: this.#postings.length, positionsAt: this.#positionsBytes }
    this.#dictionary.add(
      { term: key, count: rows.length, adjustment, ...places },
      postings.length,
      positions.length,
    )
    this.#lastKey = key
    this.#termBytes += key.length + ENTRY_BYTES_MAX + postings.length
  }

  #closeTerms(): void {
    if (this.#firstKey === null) return
    const { terms, blocks } = this.#dictionary.write()
    const piece = writeParts([countedEnds(this.#dictionary.count, terms), blocks, this.#postings.take()])
    this.#packer.add('terms', piece, separatorOf(this.#closedKey, this.#firstKey))
    this.#dictionary = new TermDictionaryWriter()
    this.#postings = new ByteWriter()
    this.#termBytes = 0
    this.#firstKey = null
    this.#closedKey = this.#lastKey
  }

  #closePositions(): void {
    if (this.#firstPositionsKey === null) return
    const separator = separatorOf(this.#closedPositionsKey, this.#firstPositionsKey)
    this.#packer.add('positions', this.#positions.take(), separator)
    this.#positions = new ByteWriter()
    this.#firstPositionsKey = null
    this.#closedPositionsKey = this.#lastPositionsKey
  }
}

/** `lengths`: of every row, by channel. `after`: the keys written in earlier steps. */
export interface TermPiecesOptions {
  readonly aim: number
  readonly lengths: Readonly<Record<RankedChannel, ArrayLike<number>>>
  readonly after: LastKeys | null
}

interface TermBytes {
  readonly postings: Uint8Array
  readonly positions: Uint8Array
}

const NO_BYTES = new Uint8Array()
/** What an entry of the dictionary takes at most beside its term. */
const ENTRY_BYTES_MAX = 24

function cut(list: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < list.length; at += LIST_BYTES_MAX) pieces.push(list.subarray(at, at + LIST_BYTES_MAX))
  return pieces
}
