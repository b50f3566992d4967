import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf, pathOf, rootOf } from '../../contract/test/receipt-log.ts'
import { growLog, packHashes, type Tile, unpackHashes, wholeFrom } from './log-growth.ts'
import { inclusionFrom } from './receipt-tree.ts'

const SIZE_MAX = 600
const texts = Array.from({ length: SIZE_MAX }, (_, n) => `receipt ${n}`)
const leaves = await leavesOf(texts)
const newLeaf = (n: number) => ({ version: 10 + 3 * n, bytes: new TextEncoder().encode(texts[n]) })

/** Rows as a database keeps them: the last write of a place counts. */
class Rows {
  readonly tiles = new Map<string, Tile>()

  write(tiles: readonly Tile[]): void {
    for (const tile of tiles)
      this.tiles.set(`${tile.level}/${tile.place}`, {
        ...tile,
        hashes: unpackHashes(packHashes(tile.hashes)),
      })
  }

  last(): Tile[] {
    const levels = Map.groupBy(this.tiles.values(), ({ level }) => level)
    return [...levels.values()].map((tiles) => tiles.reduce((a, b) => (a.place > b.place ? a : b)))
  }
}

test('a log grown in pieces of any size has at each piece the root of the definition, and every leaf its path', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
      async (pieces) => {
        const rows = new Rows()
        let size = 0
        for (const piece of pieces) {
          const count = Math.min(piece, SIZE_MAX - size)
          if (count === 0) break
          const grown = await growLog(
            { size, last: rows.last() },
            Array.from({ length: count }, (_, n) => newLeaf(size + n)),
          )
          rows.write(grown.tiles)
          size = grown.size
          expect(grown.root).toBe(await rootOf(leaves.slice(0, size)))
        }
        const whole = wholeFrom([...rows.tiles.values()])
        for (const index of [0, Math.floor(size / 2), size - 1])
          expect(await inclusionFrom(whole, { index, size })).toEqual(
            await pathOf(index, leaves.slice(0, size)),
          )
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)

test('a piece writes no tile but those it changed, each with the version of its first leaf', async () => {
  const rows = new Rows()
  rows.write(
    (
      await growLog(
        { size: 0, last: [] },
        Array.from({ length: 300 }, (_, n) => newLeaf(n)),
      )
    ).tiles,
  )
  const { tiles } = await growLog({ size: 300, last: rows.last() }, [newLeaf(300)])
  expect(
    tiles.map(({ level, place, firstVersion, hashes }) => [level, place, firstVersion, hashes.length]),
  ).toEqual([[0, 1, 10 + 3 * 256, 45]])
})
