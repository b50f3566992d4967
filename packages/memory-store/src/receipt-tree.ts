import { nodeHash, rootOfNothing, type Sha256 } from '@cairn/contract/receipts'

/** The hash of a whole subtree: the `place`-th of `256 ** level` leaves. */
export type WholeSubtree = (level: number, place: number) => Sha256

/** How many hashes a tile holds. */
export const TILE_SLOTS = 256

/** Where a tile lies: `place` counts the tiles of a level. */
export interface TilePlace {
  readonly level: number
  readonly place: number
}

/** The root of the tree of the first `size` leaves (RFC 6962, section 2.1). */
export function rootFrom(whole: WholeSubtree, size: number): Promise<Sha256> {
  return size === 0 ? rootOfNothing() : rangeHash(whole, 0, size)
}

/** The audit path of a leaf in the tree of the first `size` leaves, lowest first (section 2.1.1). */
export async function inclusionFrom(
  whole: WholeSubtree,
  { index, size }: { readonly index: number; readonly size: number },
): Promise<Sha256[]> {
  return pathIn(whole, index, { start: 0, size })
}

/** The proof that the tree of the first `first` leaves begins that of the first `second` (section 2.1.2). */
export async function consistencyFrom(
  whole: WholeSubtree,
  { first, second }: { readonly first: number; readonly second: number },
): Promise<Sha256[]> {
  return first === 0 ? [] : growthIn(whole, first, { start: 0, size: second, isBeginning: true })
}

/** The tiles that the path of a leaf, and the right edge of a tree, are made of. */
export function tilesFor({ index, size }: { readonly index: number; readonly size: number }): TilePlace[] {
  const found: TilePlace[] = []
  for (let level = 0, whole = size; whole > 0; level += 1, whole = Math.floor(whole / TILE_SLOTS)) {
    const ofLeaf = Math.floor(index / TILE_SLOTS ** (level + 1))
    const last = Math.floor((whole - 1) / TILE_SLOTS)
    for (const place of new Set([Math.min(ofLeaf, last), last])) found.push({ level, place })
  }
  return found
}

/** The leaves from `start` on, where a whole subtree may begin. */
interface Range {
  readonly start: number
  readonly size: number
}

async function rangeHash(whole: WholeSubtree, start: number, size: number): Promise<Sha256> {
  const level = levelOf(size)
  if (level !== null) return whole(level, start / size)
  const left = leftOf(size)
  return nodeHash(await rangeHash(whole, start, left), await rangeHash(whole, start + left, size - left))
}

async function pathIn(whole: WholeSubtree, index: number, { start, size }: Range): Promise<Sha256[]> {
  if (size === 1) return []
  const left = leftOf(size)
  const [before, after] = [
    { start, size: left },
    { start: start + left, size: size - left },
  ]
  const isBefore = index < left
  const [inside, beside] = isBefore ? [before, after] : [after, before]
  const lower = await pathIn(whole, isBefore ? index : index - left, inside)
  return [...lower, await rangeHash(whole, beside.start, beside.size)]
}

async function growthIn(
  whole: WholeSubtree,
  first: number,
  { start, size, isBeginning }: Range & { readonly isBeginning: boolean },
): Promise<Sha256[]> {
  if (first === size) return isBeginning ? [] : [await rangeHash(whole, start, size)]
  const left = leftOf(size)
  if (first <= left)
    return [
      ...(await growthIn(whole, first, { start, size: left, isBeginning })),
      await rangeHash(whole, start + left, size - left),
    ]
  const after = { start: start + left, size: size - left, isBeginning: false }
  return [...(await growthIn(whole, first - left, after)), await rangeHash(whole, start, left)]
}

/** The level whose slots are of that size, or null. */
function levelOf(size: number): number | null {
  for (let level = 0, slot = 1; slot <= size; level += 1, slot *= TILE_SLOTS) if (slot === size) return level
  return null
}

/** The largest power of two below a size. */
function leftOf(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}
