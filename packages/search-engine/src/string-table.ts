import { ByteWriter } from './byte-writer.ts'
import { Column, writeColumn } from './column.ts'
import { compareBytes } from './compare-bytes.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { decodeText, encodeText } from './utf8.ts'

/** Distinct strings in byte order; columns name them by number. */
export class StringTable {
  readonly #ends: Column
  readonly #bytes: Uint8Array

  constructor(ends: Uint8Array, bytes: Uint8Array, count: number) {
    if (count > bytes.length + 1) throw new SegmentCorrupt('string count')
    this.#ends = new Column(ends, count)
    this.#bytes = bytes
  }

  at(id: number): string {
    return decodeText(this.#bytesOf(id))
  }

  /** The number of a string, or -1 where no row has it. */
  find(text: string): number {
    const wanted = encodeText(text)
    let low = 0
    let high = this.#ends.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = compareBytes(this.#bytesOf(middle), wanted)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  #bytesOf(id: number): Uint8Array {
    if (id >= this.#ends.count) throw new SegmentCorrupt('string number')
    const start = id === 0 ? 0 : this.#ends.at(id - 1)
    const end = this.#ends.at(id)
    if (start > end || end > this.#bytes.length) throw new SegmentCorrupt('string bounds')
    return this.#bytes.subarray(start, end)
  }
}

/** Collects strings while rows are added; `write` numbers them in byte order. */
export class StringTableWriter {
  readonly #numbers = new Map<string, number>()

  /** A provisional number, to be translated by `write().numbers`. */
  add(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size)
    return this.#numbers.size - 1
  }

  write(): { ends: Uint8Array; bytes: Uint8Array; count: number; numbers: Uint32Array } {
    const sorted = [...this.#numbers].map(([text, number]) => ({ bytes: encodeText(text), number }))
    sorted.sort((a, b) => compareBytes(a.bytes, b.bytes))
    const numbers = new Uint32Array(sorted.length)
    const ends: number[] = []
    const writer = new ByteWriter()
    for (const [place, { bytes, number }] of sorted.entries()) {
      writer.bytes(bytes)
      ends.push(writer.length)
      numbers[number] = place
    }
    return { ends: writeColumn(ends), bytes: writer.take(), count: sorted.length, numbers }
  }
}
