import { describe, expect, it } from 'vitest'
import { quantize, vectorBytes, vectorFromBytes } from './vector.ts'

describe('quantize', () => {
  it('scales the largest component to 127, whatever the length of the vector', () => {
    expect(quantize([0.5, -1, 0.25])).toEqual(Int8Array.of(64, -127, 32))
    expect(quantize([5e-300, -1e-299, 2.5e-300])).toEqual(Int8Array.of(64, -127, 32))
    expect(quantize([5e300, -1e301, 2.5e300])).toEqual(Int8Array.of(64, -127, 32))
  })

  it('rounds a vector and its opposite alike', () => {
    const values = [127, 0.5, -0.5, 2.5]
    const opposite = quantize(values.map((value) => -value))
    expect([...opposite]).toEqual([...quantize(values)].map((value) => 0 - value))
  })

  it('refuses what has no direction', () => {
    expect(() => quantize([0, 0, -0])).toThrow(RangeError)
    expect(() => quantize([])).toThrow(RangeError)
    expect(() => quantize([1, Number.NaN])).toThrow(RangeError)
    expect(() => quantize([1, Number.POSITIVE_INFINITY])).toThrow(RangeError)
  })
})

it('a vector is what its bytes are', () => {
  const vector = Int8Array.of(-127, 0, 127)
  expect(vectorFromBytes(vectorBytes(vector))).toEqual(vector)
})
