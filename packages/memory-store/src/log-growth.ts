import { leafHash, nodeHash, type Sha256 } from '@cairn/contract/receipts'
import { rootFrom, TILE_SLOTS, type TilePlace, type WholeSubtree } from './receipt-tree.ts'

/** Hashes of neighbouring subtrees; on level 0 leaves, of which the first has `firstVersion`. */
export interface Tile extends TilePlace {
  readonly hashes: readonly Sha256[]
  readonly firstVersion: number | null
}

/** A receipt as the log takes it in: the canonical bytes of its statement are the leaf. */
export interface NewLeaf {
  readonly version: number
  readonly bytes: Uint8Array
}

/** A log that grew: the tiles to write, and its root. */
export interface GrownLog {
  readonly tiles: readonly Tile[]
  readonly size: number
  readonly root: Sha256
}

/** Adds leaves to the log of which `last` are the rightmost tiles, one a level. No other tile is needed, and none is hashed again. */
export async function growLog(
  { size, last }: { readonly size: number; readonly last: readonly Tile[] },
  leaves: readonly NewLeaf[],
): Promise<GrownLog> {
  const edge = new RightEdge(last)
  for (const { version, bytes } of leaves) await edge.add(0, await leafHash(bytes), version)
  const grown = size + leaves.length
  return { tiles: [...edge.changed], size: grown, root: await rootFrom(edge.whole, grown) }
}

/** How many bytes a hash takes in a row: its hexadecimal digits alone. */
const DIGITS = 64

/** The hashes of a tile as its row keeps them. */
export function packHashes(hashes: readonly Sha256[]): string {
  return hashes.map((hash) => hash.slice(-DIGITS)).join('')
}

/** The hashes that a row keeps. */
export function unpackHashes(packed: string): Sha256[] {
  return Array.from({ length: packed.length / DIGITS }, (_, n): Sha256 => {
    return `sha256:${packed.slice(n * DIGITS, (n + 1) * DIGITS)}`
  })
}

/** Whole subtrees read from tiles; one that is in none of them is a fault of this service. */
export function wholeFrom(tiles: readonly Tile[]): WholeSubtree {
  const known = new Map(tiles.map(({ level, place, hashes }) => [`${level}/${place}`, hashes]))
  return (level, place) => {
    const hash = known.get(`${level}/${Math.floor(place / TILE_SLOTS)}`)?.[place % TILE_SLOTS]
    if (hash === undefined) throw new Error('a tile of the log is missing')
    return hash
  }
}

type GrowingTile = Tile & { readonly hashes: Sha256[] }

class RightEdge {
  readonly changed = new Set<GrowingTile>()
  readonly #last = new Map<number, GrowingTile>()

  constructor(last: readonly Tile[]) {
    for (const tile of last) this.#last.set(tile.level, { ...tile, hashes: [...tile.hashes] })
  }

  readonly whole: WholeSubtree = (level, place) => wholeFrom([...this.#last.values()])(level, place)

  async add(level: number, hash: Sha256, version: number | null): Promise<void> {
    const tile = this.#openTile(level, version)
    tile.hashes.push(hash)
    this.changed.add(tile)
    if (tile.hashes.length < TILE_SLOTS) return
    await this.add(level + 1, await rootOfFull(tile.hashes), null)
  }

  #openTile(level: number, firstVersion: number | null): GrowingTile {
    const last = this.#last.get(level)
    if (last !== undefined && last.hashes.length < TILE_SLOTS) return last
    const tile = { level, place: (last?.place ?? -1) + 1, hashes: [], firstVersion }
    this.#last.set(level, tile)
    return tile
  }
}

/** The root over the hashes of a full tile. */
async function rootOfFull(hashes: readonly Sha256[]): Promise<Sha256> {
  if (hashes.length === 1) return hashes[0]!
  const pairs = Array.from({ length: hashes.length / 2 }, (_, n) =>
    nodeHash(hashes[2 * n]!, hashes[2 * n + 1]!),
  )
  return rootOfFull(await Promise.all(pairs))
}
