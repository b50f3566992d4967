import { CHANNELS, type IndexChannel, RANKED_CHANNELS, type RankedChannel } from './channels.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { encodeText } from './utf8.ts'

/** Columns of string numbers, one a field. */
export const STRING_FIELDS = [
  'source',
  'documentId',
  'title',
  'heading',
  'speaker',
  'author',
  'uri',
  'kind',
] as const
export type StringField = (typeof STRING_FIELDS)[number]

export type SectionName =
  | 'counts'
  | 'batches'
  | 'ordinals'
  | `lengths.${RankedChannel}`
  | `terms.${IndexChannel}`
  | `blocks.${IndexChannel}`
  | `postings.${IndexChannel}`
  | 'positions'
  | 'strings.ends'
  | 'strings'
  | StringField
  | 'tags.ends'
  | 'tags'
  | 'createdAt'
  | 'eventAt'
  | 'index'
  | 'tokens'
  | 'summaryTokens'
  | 'hashes'
  | 'text.ends'
  | 'text'
  | 'vectors'

/** The stored fields, in file order. */
export const COLUMN_SECTIONS = [
  'strings.ends',
  'strings',
  ...STRING_FIELDS,
  'tags.ends',
  'tags',
  'createdAt',
  'eventAt',
  'index',
  'tokens',
  'summaryTokens',
  'hashes',
  'text.ends',
  'text',
] as const
export type ColumnSections = Readonly<Record<(typeof COLUMN_SECTIONS)[number], Uint8Array>>

/** What is held whole, without vectors and with them. */
export const FORMAT = 1
export const VECTORS_FORMAT = 3

/** The sections of format 1 in file order; the table holds only their lengths. */
const SECTION_NAMES: readonly SectionName[] = [
  'counts',
  'batches',
  'ordinals',
  ...RANKED_CHANNELS.map((channel) => `lengths.${channel}` as const),
  ...CHANNELS.map((channel) => `terms.${channel}` as const),
  ...CHANNELS.map((channel) => `blocks.${channel}` as const),
  ...CHANNELS.map((channel) => `postings.${channel}` as const),
  'positions',
  ...COLUMN_SECTIONS,
]

const MAGIC = encodeText('CAIRNSEG')
const TABLE_AT = 16
const NO_BYTES = new Uint8Array()

export type Sections = Readonly<Record<SectionName, Uint8Array>>

/** The format that the bytes of a segment, or its chunk 0, say they are in. */
export function formatOf(bytes: Uint8Array): number {
  if (bytes.length < TABLE_AT || MAGIC.some((byte, i) => bytes[i] !== byte)) throw new SegmentCorrupt('magic')
  return bytes[8]! | (bytes[9]! << 8)
}

function namesIn(format: number): readonly SectionName[] {
  if (format === FORMAT) return SECTION_NAMES
  if (format === VECTORS_FORMAT) return [...SECTION_NAMES, 'vectors']
  throw new SegmentCorrupt('format')
}

/** Puts sections into one file: magic, format, analyser, length, table, then the sections end to end. */
export function writeSections(analyser: number, sections: Sections): Uint8Array {
  const format = sections.vectors.length === 0 ? FORMAT : VECTORS_FORMAT
  const names = namesIn(format)
  const headerBytes = TABLE_AT + 4 * names.length
  const total = names.reduce((sum, name) => sum + sections[name].length, headerBytes)
  const file = new Uint8Array(total)
  const view = new DataView(file.buffer)
  file.set(MAGIC)
  view.setUint16(8, format, true)
  view.setUint16(10, analyser, true)
  view.setUint32(12, total, true)
  let at = headerBytes
  for (const [i, name] of names.entries()) {
    view.setUint32(TABLE_AT + 4 * i, sections[name].length, true)
    file.set(sections[name], at)
    at += sections[name].length
  }
  return file
}

/** Views of the sections of a file, `vectors` empty where it has none; throws SegmentCorrupt where magic, format or lengths are wrong. */
export function readSections(file: Uint8Array): { analyser: number; sections: Sections } {
  const names = namesIn(formatOf(file))
  if (file.length < TABLE_AT + 4 * names.length) throw new SegmentCorrupt('shorter than its header')
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  if (view.getUint32(12, true) !== file.length) throw new SegmentCorrupt('length')
  return { analyser: view.getUint16(10, true), sections: sliceSections(file, view, names) }
}

function sliceSections(file: Uint8Array, view: DataView, names: readonly SectionName[]): Sections {
  const sections: Partial<Record<SectionName, Uint8Array>> = { vectors: NO_BYTES }
  let at = TABLE_AT + 4 * names.length
  for (const [i, name] of names.entries()) {
    const end = at + view.getUint32(TABLE_AT + 4 * i, true)
    if (end > file.length) throw new SegmentCorrupt(`section ${name}`)
    sections[name] = file.subarray(at, end)
    at = end
  }
  if (at !== file.length) throw new SegmentCorrupt('section table')
  return sections as Sections
}
