import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { Column, writeColumn } from './column.ts'
import { readParts, writeParts } from './parts.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { StringTable, StringTableWriter } from './string-table.ts'
import type { TimeColumn } from './time-column.ts'

/** Tags one passage may have. */
export const TAGS_MAX = 1024

/** Some consecutive rows of a filter's column, numbered from 0 in their piece. */
export interface StringPiece {
  readonly count: number
  readonly strings: StringTable
  readonly values: Column
}
export interface TagPiece {
  readonly count: number
  readonly strings: StringTable
  readonly ends: Column
  readonly values: Column
}
export interface TimePiece {
  readonly count: number
  readonly values: TimeColumn
}

/** Reads a piece of `source`, `kind` or `speaker`. */
export function readStringPiece(piece: Uint8Array, count: number): StringPiece {
  const [ends, strings, values] = readParts(piece, 3) as [Uint8Array, Uint8Array, Uint8Array]
  return { count, strings: readTable(ends, strings), values: new Column(values, count) }
}

export function writeStringPiece(texts: readonly string[]): Uint8Array {
  const table = new StringTableWriter()
  const added = texts.map((text) => table.add(text))
  const { numbers, ...parts } = table.write()
  return writeParts([
    countedEnds(parts.count, parts.ends),
    parts.bytes,
    writeColumn(added.map((number) => numbers[number]!)),
  ])
}

/** Reads a piece of `tags`. */
export function readTagPiece(piece: Uint8Array, count: number): TagPiece {
  const parts = readParts(piece, 4) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const ends = new Column(parts[2], count)
  const tags = count === 0 ? 0 : ends.at(count - 1)
  if (tags > count * TAGS_MAX) throw new SegmentCorrupt('tag count')
  return { count, strings: readTable(parts[0], parts[1]), ends, values: new Column(parts[3], tags) }
}

export function writeTagPiece(lists: readonly (readonly string[])[]): Uint8Array {
  const table = new StringTableWriter()
  const added = lists.map((tags) => tags.map((tag) => table.add(tag)))
  const { numbers, ...parts } = table.write()
  let end = 0
  const ends = added.map((tags) => (end += tags.length))
  return writeParts([
    countedEnds(parts.count, parts.ends),
    parts.bytes,
    writeColumn(ends),
    writeColumn(added.flat().map((number) => numbers[number]!)),
  ])
}

/** A string table whose number of strings stands before its ends. */
export function readTable(ends: Uint8Array, strings: Uint8Array): StringTable {
  const reader = new ByteReader(ends)
  const count = reader.varint()
  return new StringTable(ends.subarray(reader.at), strings, count)
}

/** The ends of a string table behind their number. */
export function countedEnds(count: number, ends: Uint8Array): Uint8Array {
  const writer = new ByteWriter()
  writer.varint(count)
  writer.bytes(ends)
  return writer.take()
}
