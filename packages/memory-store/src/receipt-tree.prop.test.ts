import type { Sha256 } from '@cairn/contract/receipts'
import { nodeHash } from '@cairn/contract/receipts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, leavesOf, pathOf, rootOf } from '../../contract/test/receipt-log.ts'
import {
  consistencyFrom,
  inclusionFrom,
  rootFrom,
  TILE_SLOTS,
  tilesFor,
  type WholeSubtree,
} from './receipt-tree.ts'

const SIZE_MAX = 700
const leaves = await leavesOf(Array.from({ length: SIZE_MAX }, (_, n) => `receipt ${n}`))
const levels = [leaves, await above(leaves)]

async function above(hashes: readonly Sha256[]): Promise<Sha256[]> {
  const places = Array.from({ length: Math.floor(hashes.length / TILE_SLOTS) }, (_, place) => place)
  return Promise.all(
    places.map((place) => rootOf(hashes.slice(place * TILE_SLOTS, (place + 1) * TILE_SLOTS))),
  )
}

/** Answers only from the tiles named: what a proof reads beyond them is an error. */
function from(index: number, size: number): WholeSubtree {
  const known = new Set(tilesFor({ index, size }).map(({ level, place }) => `${level}/${place}`))
  return (level, place) => {
    if (!known.has(`${level}/${Math.floor(place / TILE_SLOTS)}`)) throw new Error(`tile of ${level}/${place}`)
    return levels[level]![place]!
  }
}

const sizes = fc.oneof(
  fc.integer({ min: 1, max: SIZE_MAX }),
  fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 640, SIZE_MAX),
)

test('root and path are those of the definition, read from the tiles of a leaf and of the right edge alone', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (size, seed) => {
      const index = seed % size
      const tree = leaves.slice(0, size)
      expect(await rootFrom(from(index, size), size)).toBe(await rootOf(tree))
      expect(await inclusionFrom(from(index, size), { index, size })).toEqual(await pathOf(index, tree))
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('the proof that a log grew is that of the definition, read from few tiles', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (second, seed) => {
      const first = 1 + (seed % second)
      const proof = await consistencyFrom(from(first - 1, second), { first, second })
      expect(proof).toEqual(await growthOf(first, leaves.slice(0, second)))
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('a proof in a log of a billion receipts reads at most two tiles a level', () => {
  expect(tilesFor({ index: 123_456_789, size: 1_000_000_000 }).length).toBeLessThanOrEqual(8)
})

test('the tree of nothing has the root of nothing, and begins every log', async () => {
  const none: WholeSubtree = () => {
    throw new Error('there is no leaf')
  }
  expect(await rootFrom(none, 0)).toBe(await rootOf([]))
  expect(await consistencyFrom(none, { first: 0, second: 7 })).toEqual([])
  expect(await rootFrom(from(0, 2), 2)).toBe(await nodeHash(leaves[0]!, leaves[1]!))
})
