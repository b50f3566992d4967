import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { readPostings, writePostings } from './postings.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

const postings = fc
  .uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 500, size: 'max' })
  .map((rows) => rows.sort((a, b) => a - b))
  .chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      weights: fc.array(fc.integer({ min: 1, max: 70_000 }), {
        minLength: rows.length,
        maxLength: rows.length,
      }),
    }),
  )

describe('postings', () => {
  it('come back as they were written, whole blocks and tail, and end where they end', () => {
    fc.assert(
      fc.property(postings, ({ rows, weights }) => {
        const writer = new ByteWriter()
        writePostings(writer, { rows, weights }, new Uint32Array(4001), 2)
        const reader = new ByteReader(writer.take())
        const read = readPostings(reader, rows.length, 4001, 2)
        expect({ rows: [...read.rows], weights: [...read.weights] }).toEqual({ rows, weights })
        expect(reader.at).toBe(writer.length)
      }),
    )
  })

  it('among some rows are all that these rows have, and each as it was written', () => {
    const wanted = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { maxLength: 8 })
    fc.assert(
      fc.property(postings, wanted, ({ rows, weights }, unsorted) => {
        const among = Uint32Array.from(unsorted).sort()
        const writer = new ByteWriter()
        writePostings(writer, { rows, weights }, null, 2)
        const reader = new ByteReader(writer.take())
        const read = readPostings(reader, rows.length, 4001, 2, among)
        const weightOf = new Map(rows.map((row, i) => [row, weights[i]]))
        for (const [i, row] of read.rows.entries()) expect(read.weights[i]).toBe(weightOf.get(row))
        expect([...read.rows].filter((row) => among.includes(row))).toEqual(
          rows.filter((row) => among.includes(row)),
        )
        expect(reader.at).toBe(writer.length)
      }),
    )
  })

  it.each([
    ['its first row', [256], 1],
    ['its last row', [510], 1],
    ['the first row of all', [0], 0],
    ['the last row of the first block', [254], 0],
    ['a row between two that it has', [301], 1],
  ])('of one block are unpacked for %s, and no others', (_, among, block) => {
    const rows = Array.from({ length: 128 * 5 }, (_, i) => 2 * i)
    const writer = new ByteWriter()
    writePostings(writer, { rows, weights: rows.map(() => 2) }, null, 2)
    const read = readPostings(new ByteReader(writer.take()), rows.length, 2000, 2, Uint32Array.from(among))
    expect([...read.rows]).toEqual(rows.slice(128 * block, 128 * (block + 1)))
  })

  it('past the last row of the segment are refused', () => {
    const writer = new ByteWriter()
    writePostings(writer, { rows: [0, 9], weights: [2, 2] }, null, 2)
    expect(() => readPostings(new ByteReader(writer.take()), 2, 9, 2)).toThrow(SegmentCorrupt)
  })

  it('name the largest weight and the shortest length of a block in its header', () => {
    const rows = Array.from({ length: 128 }, (_, i) => i)
    const writer = new ByteWriter()
    const lengths = rows.map((row) => 1000 - row)
    writePostings(writer, { rows, weights: rows.map((row) => (row === 5 ? 77 : 2)) }, lengths, 2)
    const reader = new ByteReader(writer.take())
    reader.bytes(2)
    expect({ gaps: reader.varint(), largest: reader.varint(), shortest: reader.varint() }).toEqual({
      gaps: 0,
      largest: 77,
      shortest: 873,
    })
  })
})
