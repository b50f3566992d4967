import { describe, expect, it } from 'vitest'
import { ChunkPacker } from './chunk-packer.ts'
import { VectorPieces } from './vector-pieces.ts'

const vector = Int8Array.of(127, 1)

/** The rows of each piece after steps that add some rows each. */
function rowsOfPieces(steps: readonly (readonly (Int8Array | null)[])[]): number[] {
  let packed: ReturnType<ChunkPacker['packed']> | null = null
  let before = 0
  for (const step of steps) {
    const packer: ChunkPacker = new ChunkPacker(1000, packed)
    const pieces = new VectorPieces(packer, before)
    for (const each of step) pieces.add(each)
    pieces.close()
    packer.flush()
    packed = packer.packed()
    before += step.length
  }
  return packed!.pieces.vectors.map(({ begins }) => begins as number)
}

describe('pieces of vectors, written in steps,', () => {
  it('are none while no row has a vector', () => {
    expect(rowsOfPieces([[null, null], [null]])).toEqual([])
  })

  it('cover the rows of earlier steps once a row has one, and all rows after', () => {
    expect(rowsOfPieces([[null, null], [null, vector], [], [null]])).toEqual([4, 1])
  })

  it('end where a chunk is full', () => {
    const rows = Array.from({ length: 300 }, (_, n) => new Int8Array(4000).fill(1 + (n % 127)))
    const pieces = rowsOfPieces([rows])
    expect(pieces).toEqual([130, 130, 40])
  })
})
