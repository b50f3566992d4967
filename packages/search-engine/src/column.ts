import { bitsFor, FAST_BITS_MAX, pack, packedAt, packedBytes, unpack } from './bit-packing.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** Unsigned 32-bit integers, one a row, bit packed above their least value; a constant column takes no bits. */
export class Column {
  readonly count: number
  readonly #base: number
  readonly #width: number
  readonly #mask: number
  readonly #packed: Uint8Array

  /** Throws SegmentCorrupt when the section does not hold exactly `count` rows. */
  constructor(section: Uint8Array, count: number) {
    const reader = new ByteReader(section)
    this.count = count
    this.#width = reader.byte()
    this.#base = reader.varint()
    this.#mask = this.#width > FAST_BITS_MAX ? 0 : 2 ** this.#width - 1
    if (this.#width > 32 || this.#base >= 2 ** 32) throw new SegmentCorrupt('column width')
    this.#packed = section.subarray(reader.at)
    if (this.#packed.length !== packedBytes(count, this.#width)) throw new SegmentCorrupt('column length')
  }

  /** No value is above this. */
  get bound(): number {
    return this.#base + 2 ** this.#width - 1
  }

  at(row: number): number {
    const width = this.#width
    if (width > FAST_BITS_MAX) return this.#base + packedAt(this.#packed, width, row)
    const bytes = this.#packed
    const bit = row * width
    const at = bit >>> 3
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    return this.#base + ((word >>> (bit & 7)) & this.#mask)
  }

  /** All rows at once, for scans. */
  values(): Uint32Array {
    const out = new Uint32Array(this.count)
    unpack(this.#packed, this.#width, out)
    if (this.#base > 0) for (let i = 0; i < out.length; i++) out[i] = out[i]! + this.#base
    return out
  }
}

export function writeColumn(values: ArrayLike<number>): Uint8Array {
  const { least, largest } = rangeOf(values)
  const width = bitsFor(largest - least)
  const writer = new ByteWriter()
  writer.byte(width)
  writer.varint(least)
  writer.bytes(
    pack(
      Array.from(values, (value) => value - least),
      width,
    ),
  )
  return writer.take()
}

function rangeOf(values: ArrayLike<number>): { least: number; largest: number } {
  if (values.length === 0) return { least: 0, largest: 0 }
  let least = values[0]!
  let largest = least
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32)
      throw new RangeError(`not a 32-bit integer: ${value}`)
    if (value < least) least = value
    if (value > largest) largest = value
  }
  return { least, largest }
}
