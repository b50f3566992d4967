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

export const FORMAT = 1

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
const HEADER_BYTES = TABLE_AT + 4 * SECTION_NAMES.length

export type Sections = Readonly<Record<SectionName, Uint8Array>>

/** Puts sections into one file: magic, format, analyser, length, table, then the sections end to end. */
export function writeSections(analyser: number, sections: Sections): Uint8Array {
  const total = SECTION_NAMES.reduce((sum, name) => sum + sections[name].length, HEADER_BYTES)
  const file = new Uint8Array(total)
  const view = new DataView(file.buffer)
  file.set(MAGIC)
  view.setUint16(8, FORMAT, true)
  view.setUint16(10, analyser, true)
  view.setUint32(12, total, true)
  let at = HEADER_BYTES
  for (const [i, name] of SECTION_NAMES.entries()) {
    view.setUint32(TABLE_AT + 4 * i, sections[name].length, true)
    file.set(sections[name], at)
    at += sections[name].length
  }
  return file
}

/** Views of the sections of a file; throws SegmentCorrupt where magic, format or lengths are wrong. */
export function readSections(file: Uint8Array): { analyser: number; sections: Sections } {
  if (file.length < HEADER_BYTES) throw new SegmentCorrupt('shorter than its header')
  if (MAGIC.some((byte, i) => file[i] !== byte)) throw new SegmentCorrupt('magic')
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  if (view.getUint16(8, true) !== FORMAT) throw new SegmentCorrupt('format')
  if (view.getUint32(12, true) !== file.length) throw new SegmentCorrupt('length')
  return { analyser: view.getUint16(10, true), sections: sliceSections(file, view) }
}

function sliceSections(file: Uint8Array, view: DataView): Sections {
  const sections: Partial<Record<SectionName, Uint8Array>> = {}
  let at = HEADER_BYTES
  for (const [i, name] of SECTION_NAMES.entries()) {
    const end = at + view.getUint32(TABLE_AT + 4 * i, true)
    if (end > file.length) throw new SegmentCorrupt(`section ${name}`)
    sections[name] = file.subarray(at, end)
    at = end
  }
  if (at !== file.length) throw new SegmentCorrupt('section table')
  return sections as Sections
}
