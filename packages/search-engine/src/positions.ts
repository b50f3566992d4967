import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** A passage has fewer word positions than this. */
export const POSITIONS_MAX = 2 ** 24

/** Word positions of a term, one ascending list a posting: a count and the gaps. */
export function writePositions(writer: ByteWriter, lists: readonly ArrayLike<number>[]): void {
  for (const list of lists) {
    writer.varint(list.length)
    let next = 0
    for (let i = 0; i < list.length; i++) {
      writer.varint(list[i]! - next)
      next = list[i]! + 1
    }
  }
}

/** Reads the lists of the first `count` postings; those for which `wanted` says no come back empty. */
export function readPositions(reader: ByteReader, count: number, wanted: (i: number) => boolean): number[][] {
  const lists: number[][] = []
  for (let i = 0; i < count; i++) {
    const list: number[] = []
    const keep = wanted(i)
    let next = 0
    for (let left = reader.varint(); left > 0; left--) {
      const position = next + reader.varint()
      if (position >= POSITIONS_MAX) throw new SegmentCorrupt('position')
      if (keep) list.push(position)
      next = position + 1
    }
    lists.push(list)
  }
  return lists
}
