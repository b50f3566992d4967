/** The largest component of a vector as it is stored. */
const LARGEST = 127

/**
 * An embedding in one byte a component: its direction, scaled so that the largest component is 127 or -127. Halves are rounded
 * away from zero. Throws RangeError for the zero vector and for a component that is not a finite number.
 */
export function quantize(values: readonly number[]): Int8Array {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (!Number.isFinite(largest)) throw new RangeError('a vector has finite components')
  if (largest === 0) throw new RangeError('the zero vector has no direction')
  return Int8Array.from(
    values,
    (value) => Math.sign(value) * Math.round((Math.abs(value) / largest) * LARGEST),
  )
}

/** The bytes of a vector, one a component, in two's complement; a view of it. */
export function vectorBytes(vector: Int8Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.length)
}

/** The vector that some bytes are; a view of them. */
export function vectorFromBytes(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
