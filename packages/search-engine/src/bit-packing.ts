/** Bits the largest of some unsigned 32-bit integers needs; 0 for none or all zero. */
export function bitsFor(largest: number): number {
  return largest === 0 ? 0 : 32 - Math.clz32(largest)
}

/** Bytes that `count` integers of `width` bits take. */
export function packedBytes(count: number, width: number): number {
  return Math.ceil((count * width) / 8)
}

/** Packs integers of `width` (0 to 32) bits, lowest bits first. */
export function pack(values: ArrayLike<number>, width: number): Uint8Array {
  const bytes = new Uint8Array(packedBytes(values.length, width))
  for (let i = 0; i < values.length; i++) {
    let bit = i * width
    let rest = values[i]!
    for (let left = width; left > 0; ) {
      const shift = bit % 8
      const taken = Math.min(8 - shift, left)
      const at = Math.floor(bit / 8)
      bytes[at] = bytes[at]! | ((rest % 2 ** taken) << shift)
      rest = Math.floor(rest / 2 ** taken)
      bit += taken
      left -= taken
    }
  }
  return bytes
}

/** The integer at `index` of what pack made; reads as zero past the end. */
export function packedAt(bytes: Uint8Array, width: number, index: number): number {
  const bit = index * width
  const at = Math.floor(bit / 8)
  const high = (bytes[at + 4] ?? 0) * 2 ** 32
  const low =
    (bytes[at] ?? 0) +
    (bytes[at + 1] ?? 0) * 2 ** 8 +
    (bytes[at + 2] ?? 0) * 2 ** 16 +
    (bytes[at + 3] ?? 0) * 2 ** 24
  return Math.floor((high + low) / 2 ** (bit % 8)) % 2 ** width
}

/** Widths that one 32-bit word reads whatever bit they begin at. */
export const FAST_BITS_MAX = 25

/** Unpacks the first `out.length` integers. */
export function unpack(bytes: Uint8Array, width: number, out: Uint32Array): void {
  unpackInto(viewOf(bytes), { at: 0, width }, { out, start: 0, end: out.length })
}

/** Where integers of `width` bits lie. */
export interface Packed {
  readonly at: number
  readonly width: number
}

/** Where integers go. */
export interface Unpacked {
  readonly out: Uint32Array
  readonly start: number
  readonly end: number
}

/** Unpacks integers that begin at a byte of a view; reads as zero past its end. */
export function unpackInto(view: DataView, { at, width }: Packed, { out, start, end }: Unpacked): void {
  const whole = width > FAST_BITS_MAX ? start : wholeWordsBefore(view, { at, width }, start, end)
  const mask = 2 ** width - 1
  let bit = 0
  for (let i = start; i < whole; i++) {
    out[i] = (view.getUint32(at + (bit >>> 3), true) >>> (bit & 7)) & mask
    bit += width
  }
  if (whole === end) return
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, view.byteLength - at)
  for (let i = whole; i < end; i++) out[i] = packedAt(bytes, width, i - start)
}

/** The end of those integers of a list that a word may be read at within the view. */
function wholeWordsBefore(view: DataView, { at, width }: Packed, start: number, end: number): number {
  if (width === 0) return view.byteLength >= at + 4 ? end : start
  const bits = (view.byteLength - 4 - at) * 8 + 7
  return bits < 0 ? start : Math.min(end, start + Math.floor(bits / width) + 1)
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
