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

/** Unpacks the first `out.length` integers. */
export function unpack(bytes: Uint8Array, width: number, out: Uint32Array): void {
  if (width > 24) {
    for (let i = 0; i < out.length; i++) out[i] = packedAt(bytes, width, i)
    return
  }
  const mask = 2 ** width - 1
  let held = 0
  let heldBits = 0
  let at = 0
  for (let i = 0; i < out.length; i++) {
    for (; heldBits < width; heldBits += 8) held |= (bytes[at++] ?? 0) << heldBits
    out[i] = held & mask
    held >>>= width
    heldBits -= width
  }
}
