import { packedBytes, type Unpacked, unpackInto, viewOf } from './bit-packing.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** Reads what ByteWriter wrote; a read past the end throws SegmentCorrupt. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at: number
  #view: DataView | null = null

  constructor(bytes: Uint8Array, at = 0) {
    if (at < 0 || at > bytes.length) throw new SegmentCorrupt('offset past the end')
    this.#bytes = bytes
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  byte(): number {
    const value = this.#bytes[this.#at]
    if (value === undefined) throw new SegmentCorrupt('ends too soon')
    this.#at += 1
    return value
  }

  varint(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) break
        return value
      }
    }
    throw new SegmentCorrupt('integer too long')
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  /** The next `count` bytes, as a view. */
  bytes(count: number): Uint8Array {
    const start = this.#at
    this.skip(count)
    return this.#bytes.subarray(start, this.#at)
  }

  skip(count: number): void {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new SegmentCorrupt('ends too soon')
    this.#at = end
  }

  /** Unpacks integers of `width` bits that begin here. */
  packed(width: number, to: Unpacked): void {
    const at = this.#at
    this.skip(packedBytes(to.end - to.start, width))
    this.#view ??= viewOf(this.#bytes)
    unpackInto(this.#view, { at, width }, to)
  }
}
