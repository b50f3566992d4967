import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vectorOf } from '../test/vectors.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { VectorPiece, VectorPieceWriter } from './vector-piece.ts'

const vectors = fc.integer({ min: 1, max: 5 }).chain((dimensions) => fc.array(vectorOf(dimensions)))

function written(list: readonly (Int8Array | null)[]): Uint8Array {
  const writer = new VectorPieceWriter()
  for (const vector of list) writer.add(vector)
  const bytes = writer.write()
  expect(bytes.length).toBeLessThanOrEqual(writer.bytesMax)
  return bytes
}

describe('a piece of vectors', () => {
  it('has for each row the vector that was added, and the sum of its squares', () => {
    fc.assert(
      fc.property(vectors, (list) => {
        const piece = new VectorPiece(written(list), list.length)
        expect(list.map((_, row) => piece.at(row))).toEqual(list)
        expect(piece.at(list.length)).toBeNull()
        for (const [n, start] of piece.starts.entries())
          expect(piece.squares(n)).toBe(piece.at(start)!.reduce((sum, value) => sum + value ** 2, 0))
      }),
    )
  })

  it('has a vector once that consecutive rows share', () => {
    const list = [null, [1, 2], [1, 2], [2, 1], null, null, [2, 1]].map(
      (values) => values && Int8Array.from(values),
    )
    const piece = new VectorPiece(written(list), 7)
    expect([...piece.vectors]).toEqual([1, 2, 2, 1, 2, 1])
    expect([...piece.starts]).toEqual([1, 3, 6])
    expect([...piece.ends]).toEqual([3, 4, 7])
  })

  it('is these bytes', () => {
    const list = [[127, -127], [127, -127], null, [0, 1]].map((values) => values && Int8Array.from(values))
    const parts = [5, 6, 4]
    const runs = [2, 3, 2, 0, 0b00_01_10]
    const squares = [15, 1, 1, 126, 0, 0]
    expect([...written(list)]).toEqual([...parts, ...runs, ...squares, 127, 129, 0, 1])
  })

  it('takes vectors of one length', () => {
    const writer = new VectorPieceWriter()
    writer.add(Int8Array.of(1, 2))
    expect(() => writer.add(Int8Array.of(1))).toThrow(RangeError)
    expect(() => writer.add(new Int8Array())).toThrow(RangeError)
    expect(() => writer.add(new Int8Array(4097).fill(1))).toThrow(RangeError)
  })

  it('with damaged bytes is refused or read within bounds', () => {
    const change = fc.record({ at: fc.nat(), value: fc.nat(255) })
    fc.assert(
      fc.property(vectors, fc.array(change, { minLength: 1, maxLength: 3 }), (list, changes) => {
        const bytes = written(list)
        for (const { at, value } of changes) bytes[at % bytes.length] = value
        try {
          const piece = new VectorPiece(bytes, list.length)
          expect(piece.vectors.length).toBe(piece.starts.length * piece.dimensions)
          for (const [n, start] of piece.starts.entries()) {
            expect(start).toBeLessThan(piece.ends[n]!)
            expect(piece.ends[n]).toBeLessThanOrEqual(list.length)
            expect(piece.at(start)).toHaveLength(piece.dimensions)
            expect(piece.squares(n)).toBeGreaterThan(0)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SegmentCorrupt)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
