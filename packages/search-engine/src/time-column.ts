import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** Instants lie within this many milliseconds of 1970. */
export const INSTANT_MAX = 2 ** 51

/** Instants in milliseconds, or null, one a row: whole bytes above the earliest one, 0 for null. */
export class TimeColumn {
  readonly count: number
  readonly #width: number
  readonly #earliest: number
  readonly #bytes: Uint8Array

  constructor(section: Uint8Array, count: number) {
    const reader = new ByteReader(section)
    this.count = count
    this.#width = reader.byte()
    this.#earliest = reader.signed()
    this.#bytes = section.subarray(reader.at)
    if (
      this.#width > 7 ||
      Math.abs(this.#earliest) > INSTANT_MAX ||
      this.#bytes.length !== count * this.#width
    )
      throw new SegmentCorrupt('time column')
  }

  at(row: number): number | null {
    let value = 0
    for (let i = this.#width - 1; i >= 0; i--) value = value * 256 + this.#bytes[row * this.#width + i]!
    if (value === 0) return null
    if (this.#earliest + value - 1 > INSTANT_MAX) throw new SegmentCorrupt('instant')
    return this.#earliest + value - 1
  }
}

export function writeTimeColumn(instants: readonly (number | null)[]): Uint8Array {
  const known = instants.filter((instant) => instant !== null)
  if (!known.every(isInstant)) throw new RangeError('instants must be whole milliseconds near 1970')
  const earliest = known.reduce((a, b) => Math.min(a, b), known[0] ?? 0)
  const latest = known.reduce((a, b) => Math.max(a, b), earliest)
  const width = known.length === 0 ? 0 : bytesFor(latest - earliest + 1)
  const writer = new ByteWriter()
  writer.byte(width)
  writer.signed(earliest)
  for (const instant of instants) writeBytes(writer, instant === null ? 0 : instant - earliest + 1, width)
  return writer.take()
}

function isInstant(instant: number): boolean {
  return Number.isInteger(instant) && Math.abs(instant) <= INSTANT_MAX
}

function bytesFor(largest: number): number {
  let width = 1
  while (2 ** (8 * width) <= largest) width++
  return width
}

function writeBytes(writer: ByteWriter, value: number, width: number): void {
  let rest = value
  for (let i = 0; i < width; i++) {
    writer.byte(rest % 256)
    rest = Math.floor(rest / 256)
  }
}
