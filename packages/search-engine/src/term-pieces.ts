import { ByteReader } from './byte-reader.ts'
import { compareBytes } from './compare-bytes.ts'
import { readParts } from './parts.ts'
import type { TermPlace } from './segment-head.ts'
import { TermDictionary } from './term-dictionary.ts'

/** A run of pieces that share a separator: one, or all that a list too long for a chunk takes. */
export interface PieceRun {
  readonly start: number
  readonly end: number
}

/** The pieces that a key, if it is there, is in; null where no piece can have it. */
export function runOf(places: readonly TermPlace[], key: Uint8Array): PieceRun | null {
  let low = 0
  let high = places.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (compareBytes(places[middle]!.separator, key) <= 0) low = middle + 1
    else high = middle - 1
  }
  if (high < 0) return null
  let start = high
  while (start > 0 && compareBytes(places[start - 1]!.separator, places[high]!.separator) === 0) start--
  return { start, end: high + 1 }
}

/** The dictionary and the posting lists of a piece of `terms`. */
export interface TermPiece {
  readonly dictionary: TermDictionary
  readonly postings: Uint8Array
}

export function readTermPiece(piece: Uint8Array, passages: number): TermPiece {
  const [terms, blocks, postings] = readParts(piece, 3) as [Uint8Array, Uint8Array, Uint8Array]
  const reader = new ByteReader(terms)
  const count = reader.varint()
  return { dictionary: new TermDictionary(terms.subarray(reader.at), blocks, count, passages), postings }
}

/** Some bytes end to end; a single run of them as it is. */
export function joined(runs: readonly Uint8Array[]): Uint8Array {
  if (runs.length === 1) return runs[0]!
  const bytes = new Uint8Array(runs.reduce((sum, run) => sum + run.length, 0))
  let at = 0
  for (const run of runs) {
    bytes.set(run, at)
    at += run.length
  }
  return bytes
}
