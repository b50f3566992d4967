import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Column, writeColumn } from './column.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

describe('a column', () => {
  it('gives back 32-bit integers one at a time and all at once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), fc.nat(40), (values, shift) => {
        const rows = values.map((value) => Math.floor(value / 2 ** shift))
        const column = new Column(writeColumn(rows), rows.length)
        expect([...column.values()]).toEqual(rows)
        expect(rows.map((_, row) => column.at(row))).toEqual(rows)
      }),
    )
  })

  it('takes no room for rows that are all the same', () => {
    expect(writeColumn(new Array(10_000).fill(7)).length).toBe(2)
  })

  it('is refused with any other number of rows', () => {
    expect(() => new Column(writeColumn([1, 500, 3]), 4)).toThrow(SegmentCorrupt)
  })
})
