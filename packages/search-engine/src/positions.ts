import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** A passage has fewer word positions than this. */
export const POSITIONS_MAX = 2 ** 24

/** Word positions of a term, one ascending list a posting, never empty: gaps, the last of a list marked. */
export function writePositions(writer: ByteWriter, lists: readonly ArrayLike<number>[]): void {
  for (const list of lists) {
    for (let i = 0, next = 0; i < list.length; i++) {
      writer.varint((list[i]! - next) * 2 + (i === list.length - 1 ? 1 : 0))
      next = list[i]! + 1
    }
  }
}

/** Reads the lists of the first `count` postings; those for which `wanted` says no come back empty. */
export function readPositions(reader: ByteReader, count: number, wanted: (i: number) => boolean): number[][] {
  const lists: number[][] = []
  for (let i = 0; i < count; i++) {
    if (wanted(i)) lists.push(readList(reader))
    else {
      skipList(reader)
      lists.push(UNWANTED)
    }
  }
  return lists
}

const UNWANTED: number[] = []

function readList(reader: ByteReader): number[] {
  const list: number[] = []
  for (let next = 0; ; ) {
    const coded = reader.varint()
    const position = next + Math.floor(coded / 2)
    if (position >= POSITIONS_MAX) throw new SegmentCorrupt('position')
    list.push(position)
    if (coded % 2 === 1) return list
    next = position + 1
  }
}

/** The mark of the last position is the lowest bit of its first byte. */
function skipList(reader: ByteReader): void {
  for (;;) {
    const first = reader.byte()
    for (let byte = first; byte >= 128; ) byte = reader.byte()
    if (first % 2 === 1) return
  }
}
