import { ByteWriter } from '../src/byte-writer.ts'
import { writeParts } from '../src/parts.ts'
import { TermDictionaryWriter } from '../src/term-dictionary.ts'
import { separatorOf } from '../src/term-key.ts'
import type { ChunkWriter } from './chunk-writer.ts'

/** What a key has: its counts and the bytes of its lists; no positions outside the exact channel. */
export interface KeyLists {
  readonly key: Uint8Array
  readonly count: number
  readonly adjustment: number
  readonly postings: Uint8Array
  readonly positions: Uint8Array
}

/** Writes the sections `terms` and `positions` into chunks; keys come in byte order. */
export class TermPiecesWriter {
  readonly #chunks: ChunkWriter
  readonly #positions: PositionPiecesWriter
  readonly #pieceBytes: number
  readonly #listBytes: number
  #dictionary = new TermDictionaryWriter()
  #postings = new ByteWriter()
  #separator: Uint8Array = new Uint8Array()
  #before: Uint8Array | null = null

  constructor(chunks: ChunkWriter, chunkBytes: number) {
    this.#chunks = chunks
    this.#pieceBytes = chunkBytes * (1 - ROOM)
    this.#listBytes = chunkBytes * (1 - 2 * ROOM)
    this.#positions = new PositionPiecesWriter(chunks, this.#pieceBytes)
  }

  add(lists: KeyLists): void {
    const positionsAt = this.#positions.add(lists.key, lists.positions)
    const isLong = lists.postings.length > this.#listBytes
    if (isLong || this.#bytesWith(lists) > this.#pieceBytes) this.#endPiece()
    if (this.#dictionary.count === 0) this.#separator = separatorOf(this.#before, lists.key)
    const { key: term, count, adjustment } = lists
    const entry = { term, count, adjustment, postingsAt: this.#postings.length, positionsAt }
    this.#dictionary.add(entry, lists.postings.length, lists.positions.length)
    this.#before = term.slice()
    if (isLong) this.#addLong(lists.postings)
    else this.#postings.bytes(lists.postings)
  }

  /** To be called when the last key is added. */
  end(): void {
    this.#endPiece()
    this.#positions.end()
  }

  #bytesWith({ key, postings }: KeyLists): number {
    return (
      this.#dictionary.length + this.#dictionary.count + key.length + this.#postings.length + postings.length
    )
  }

  /** A list too long for a piece begins in one of its own and goes on in others. */
  #addLong(postings: Uint8Array): void {
    const [first, ...rest] = cutEvenly(postings, this.#listBytes)
    const separator = this.#separator
    this.#postings.bytes(first!)
    this.#endPiece()
    for (const part of rest) this.#chunks.addTerms('terms', part, separator)
  }

  #endPiece(): void {
    if (this.#dictionary.count === 0) return
    const { terms, blocks } = this.#dictionary.write()
    const counted = new ByteWriter()
    counted.varint(this.#dictionary.count)
    counted.bytes(terms)
    const piece = writeParts([counted.take(), blocks, this.#postings.take()])
    this.#chunks.addTerms('terms', piece, this.#separator)
    this.#dictionary = new TermDictionaryWriter()
    this.#postings = new ByteWriter()
  }
}

/** Part of a chunk that is left for one more entry, the column of blocks and the lengths of parts. */
const ROOM = 1 / 64

/** Position lists end to end in pieces, each with its separator. */
class PositionPiecesWriter {
  readonly #chunks: ChunkWriter
  readonly #pieceBytes: number
  #open = new ByteWriter()
  #ended = 0
  #separator: Uint8Array = new Uint8Array()
  #before: Uint8Array | null = null

  constructor(chunks: ChunkWriter, pieceBytes: number) {
    this.#chunks = chunks
    this.#pieceBytes = pieceBytes
  }

  /** Gives where the list begins, the pieces taken end to end. */
  add(key: Uint8Array, list: Uint8Array): number {
    if (list.length === 0) return this.#ended + this.#open.length
    if (this.#open.length + list.length > this.#pieceBytes) this.end()
    if (this.#open.length === 0) this.#separator = separatorOf(this.#before, key)
    this.#before = key.slice()
    const at = this.#ended + this.#open.length
    const [first, ...rest] = cutEvenly(list, this.#pieceBytes)
    this.#open.bytes(first!)
    if (rest.length === 0) return at
    const separator = this.#separator
    this.end()
    for (const part of rest) this.#chunks.addTerms('positions', part, separator)
    this.#ended = at + list.length
    return at
  }

  end(): void {
    if (this.#open.length > 0) this.#chunks.addTerms('positions', this.#open.take(), this.#separator)
    this.#ended += this.#open.length
    this.#open = new ByteWriter()
  }
}

function cutEvenly(bytes: Uint8Array, most: number): Uint8Array[] {
  const parts = Math.max(1, Math.ceil(bytes.length / most))
  const size = Math.ceil(bytes.length / parts)
  return Array.from({ length: parts }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
