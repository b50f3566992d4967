import { ByteReader } from './byte-reader.ts'
import { countedEnds } from './filter-pieces.ts'
import { readParts, writeParts } from './parts.ts'
import { PassageColumns } from './passage-columns.ts'
import type { PassageColumnsWriter } from './passage-columns-writer.ts'
import { COLUMN_SECTIONS, type ColumnSections } from './sections.ts'

/** Reads a piece of `stored`: the stored fields of `count` rows. */
export function readStoredPiece(piece: Uint8Array, count: number): PassageColumns {
  const parts = readParts(piece, COLUMN_SECTIONS.length)
  const reader = new ByteReader(parts[0]!)
  const strings = reader.varint()
  const ends = parts[0]!.subarray(reader.at)
  const sections = Object.fromEntries(COLUMN_SECTIONS.map((name, i) => [name, parts[i]!]))
  return new PassageColumns({ ...(sections as ColumnSections), 'strings.ends': ends }, count, strings)
}

/** The piece of the rows that were added. */
export function writeStoredPiece(columns: PassageColumnsWriter): Uint8Array {
  const { sections, strings } = columns.write()
  const ends = countedEnds(strings, sections['strings.ends'])
  return writeParts(COLUMN_SECTIONS.map((name) => (name === 'strings.ends' ? ends : sections[name])))
}
