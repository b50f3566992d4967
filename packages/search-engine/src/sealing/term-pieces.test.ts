import { expect, it } from 'vitest'
import { ByteReader } from '../byte-reader.ts'
import { CHUNK_BYTES_MAX } from '../chunks-held.ts'
import { readPostings } from '../postings.ts'
import { termKey } from '../term-key.ts'
import { joined, readTermPiece } from '../term-pieces.ts'
import { ChunkPacker } from './chunk-packer.ts'
import { TermPieces } from './term-pieces.ts'

const ROWS = 650_000

it('a posting list too long for a chunk goes on in pieces of one separator, alone', () => {
  const packer = new ChunkPacker(100_000, null)
  const lengths = new Uint32Array(2 * ROWS).fill(9)
  const pieces = new TermPieces(packer, {
    aim: 100_000,
    lengths: { stem: lengths, exact: lengths, gram: lengths },
    after: null,
  })
  const rows = Uint32Array.from({ length: ROWS }, (_, i) => 2 * i + (i % 7 === 0 ? 1 : 0))
  const weights = Uint32Array.from({ length: ROWS }, (_, i) => 1 + (i % 50))
  const few = { rows: [1], weights: [2], adjustment: 0, positions: null }
  pieces.add({ ...few, key: termKey('stem', 'a') })
  pieces.add({ rows, weights, adjustment: -3, positions: null, key: termKey('stem', 'often') })
  pieces.add({ ...few, key: termKey('stem', 'z') })
  pieces.close()
  packer.flush()

  const full = new Map(packer.take().map(({ n, bytes }) => [n, bytes]))
  for (const bytes of full.values()) expect(bytes.length).toBeLessThanOrEqual(CHUNK_BYTES_MAX)
  const { terms } = packer.packed().pieces
  const separators = terms.map(({ begins }) => String(begins))
  expect(new Set(separators).size).toBe(3)
  expect(terms).toHaveLength(5)
  const bytesOf = ({ chunk, at, bytes }: (typeof terms)[number]) => full.get(chunk)!.subarray(at, at + bytes)
  const [first, ...rest] = terms.filter((_, i) => separators[i] === separators[1]).map(bytesOf)
  const piece = readTermPiece(first!, 2 * ROWS)
  const [entry, ...others] = [...piece.dictionary.entries()]
  expect(others).toEqual([])
  expect(entry).toMatchObject({ term: termKey('stem', 'often'), count: ROWS, adjustment: -3, postingsAt: 0 })
  const read = readPostings(new ByteReader(joined([piece.postings, ...rest])), ROWS, 2 * ROWS, 2)
  expect(read.rows).toEqual(rows)
  expect(read.weights).toEqual(weights)
})
