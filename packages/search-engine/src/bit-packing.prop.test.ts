import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, packedAt, packedBytes, unpack } from './bit-packing.ts'

const packed = fc
  .integer({ min: 0, max: 32 })
  .chain((width) =>
    fc.record({ width: fc.constant(width), values: fc.array(fc.integer({ min: 0, max: 2 ** width - 1 })) }),
  )

describe('bit packing', () => {
  it('gives every value back, one at a time and all at once, in the bytes it promises', () => {
    fc.assert(
      fc.property(packed, ({ width, values }) => {
        const bytes = pack(values, width)
        const all = new Uint32Array(values.length)
        unpack(bytes, width, all)
        expect(bytes.length).toBe(packedBytes(values.length, width))
        expect([...all]).toEqual(values)
        expect(values.map((_, i) => packedAt(bytes, width, i))).toEqual(values)
      }),
    )
  })
})
