import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { readPositions, writePositions } from './positions.ts'

const list = fc
  .uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 20 })
  .map((positions) => positions.sort((a, b) => a - b))

describe('positions', () => {
  it('come back for the postings that are wanted, and empty for the others', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(list, fc.boolean())), (rows) => {
        const writer = new ByteWriter()
        writePositions(
          writer,
          rows.map(([positions]) => positions),
        )
        const read = readPositions(new ByteReader(writer.take()), rows.length, (i) => rows[i]![1])
        expect(read).toEqual(rows.map(([positions, isWanted]) => (isWanted ? positions : [])))
      }),
    )
  })
})
