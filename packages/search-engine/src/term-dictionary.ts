import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { Column, writeColumn } from './column.ts'
import { compareBytes } from './compare-bytes.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** Terms a block of the dictionary holds; the first is whole, the others share a prefix with the one before. */
const TERMS_PER_BLOCK = 16
/** Two prefix lengths (or one length and two offsets), a frequency, two list lengths. */
const TERM_ENTRY_BYTES_MIN = 5
/** Longer terms are not indexed; a key of the joint dictionary has one byte more. */
export const TERM_BYTES_MAX = 1024

/** One term of one channel: how many rows have it, the signed adjustment to that, and where its lists start. */
export interface TermEntry {
  readonly term: Uint8Array
  readonly count: number
  readonly adjustment: number
  readonly postingsAt: number
  readonly positionsAt: number
}

/** Terms of a channel in byte order, found by binary search over the first terms of their blocks. */
export class TermDictionary {
  readonly count: number
  readonly #terms: Uint8Array
  readonly #starts: Column
  readonly #passages: number

  constructor(terms: Uint8Array, blocks: Uint8Array, count: number, passages: number) {
    if (count * TERM_ENTRY_BYTES_MIN > terms.length) throw new SegmentCorrupt('term count')
    this.count = count
    this.#terms = terms
    this.#starts = new Column(blocks, Math.ceil(count / TERMS_PER_BLOCK))
    this.#passages = passages
  }

  find(term: Uint8Array): TermEntry | null {
    const block = this.#blockOf(term)
    if (block < 0) return null
    for (const entry of this.#entries(block)) {
      const order = compareBytes(entry.term, term)
      if (order === 0) return entry
      if (order > 0) return null
    }
    return null
  }

  /** Every term in order. */
  *entries(): Generator<TermEntry> {
    for (let block = 0; block < this.#starts.count; block++) yield* this.#entries(block)
  }

  /** The last block whose first term is not after `term`, or -1. */
  #blockOf(term: Uint8Array): number {
    let low = 0
    let high = this.#starts.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const reader = new ByteReader(this.#terms, this.#starts.at(middle))
      if (compareBytes(reader.bytes(reader.varint()), term) <= 0) low = middle + 1
      else high = middle - 1
    }
    return high
  }

  *#entries(block: number): Generator<TermEntry> {
    const reader = new ByteReader(this.#terms, this.#starts.at(block))
    const last = Math.min(TERMS_PER_BLOCK, this.count - block * TERMS_PER_BLOCK)
    let term = reader.bytes(reader.varint())
    let postingsAt = reader.varint()
    let positionsAt = reader.varint()
    for (let i = 0; i < last; i++) {
      if (i > 0) term = nextTerm(reader, term)
      const coded = reader.varint()
      const count = Math.floor(coded / 2)
      if (count > this.#passages) throw new SegmentCorrupt('document frequency')
      yield { term, count, adjustment: coded % 2 === 1 ? reader.signed() : 0, postingsAt, positionsAt }
      postingsAt += reader.varint()
      positionsAt += reader.varint()
    }
  }
}

function nextTerm(reader: ByteReader, before: Uint8Array): Uint8Array {
  const kept = reader.varint()
  const rest = reader.bytes(reader.varint())
  if (kept > before.length || kept + rest.length > TERM_BYTES_MAX + 1) throw new SegmentCorrupt('term length')
  const term = new Uint8Array(kept + rest.length)
  term.set(before.subarray(0, kept))
  term.set(rest, kept)
  return term
}

/** Takes terms in byte order, each with the bytes its lists took. */
export class TermDictionaryWriter {
  readonly #writer = new ByteWriter()
  readonly #starts: number[] = []
  #before = new Uint8Array()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Bytes that what was added takes. */
  get length(): number {
    return this.#writer.length
  }

  add(entry: TermEntry, postingsBytes: number, positionsBytes: number): void {
    if (this.#count % TERMS_PER_BLOCK === 0) this.#startBlock(entry)
    else this.#shareWithBefore(entry.term)
    this.#writer.varint(entry.count * 2 + (entry.adjustment === 0 ? 0 : 1))
    if (entry.adjustment !== 0) this.#writer.signed(entry.adjustment)
    this.#writer.varint(postingsBytes)
    this.#writer.varint(positionsBytes)
    this.#before = entry.term.slice()
    this.#count += 1
  }

  write(): { terms: Uint8Array; blocks: Uint8Array } {
    return { terms: this.#writer.take(), blocks: writeColumn(this.#starts) }
  }

  #startBlock(entry: TermEntry): void {
    this.#starts.push(this.#writer.length)
    this.#writer.varint(entry.term.length)
    this.#writer.bytes(entry.term)
    this.#writer.varint(entry.postingsAt)
    this.#writer.varint(entry.positionsAt)
  }

  #shareWithBefore(term: Uint8Array): void {
    const limit = Math.min(term.length, this.#before.length)
    let kept = 0
    while (kept < limit && term[kept] === this.#before[kept]) kept++
    this.#writer.varint(kept)
    this.#writer.varint(term.length - kept)
    this.#writer.bytes(term.subarray(kept))
  }
}
