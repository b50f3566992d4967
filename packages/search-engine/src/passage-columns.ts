import { Column } from './column.ts'
import { TAGS_MAX } from './filter-pieces.ts'
import type { StoredPassage } from './passage.ts'
import { type LinkedPassage, linkOf, speakerBits } from './passage-links.ts'
import { fingerprintAt, fingerprintStarts } from './row-piece.ts'
import { type ColumnSections, STRING_FIELDS, type StringField } from './sections.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { StringTable } from './string-table.ts'
import { TimeColumn } from './time-column.ts'
import { decodeText } from './utf8.ts'

export const HASH_BYTES = 32

/** The stored fields of a segment, read a row at a time or, for filters, a column at a time. */
export class PassageColumns {
  readonly count: number
  readonly strings: StringTable
  readonly fields: Readonly<Record<StringField, Column>>
  readonly createdAt: TimeColumn
  readonly eventAt: TimeColumn
  readonly #index: Column
  readonly #tokens: Column
  readonly #summaryTokens: Column
  readonly tagEnds: Column
  readonly tags: Column
  readonly #textEnds: Column
  readonly #text: Uint8Array
  readonly #hashes: Uint8Array

  constructor(sections: ColumnSections, count: number, strings: number) {
    if (sections.hashes.length !== count * HASH_BYTES) throw new SegmentCorrupt('hashes')
    this.count = count
    this.strings = new StringTable(sections['strings.ends'], sections.strings, strings)
    this.fields = stringColumns(sections, count)
    this.createdAt = new TimeColumn(sections.createdAt, count)
    this.eventAt = new TimeColumn(sections.eventAt, count)
    this.#index = new Column(sections.index, count)
    this.#tokens = new Column(sections.tokens, count)
    this.#summaryTokens = new Column(sections.summaryTokens, count)
    this.tagEnds = new Column(sections['tags.ends'], count)
    const tags = count === 0 ? 0 : this.tagEnds.at(count - 1)
    if (tags > count * TAGS_MAX) throw new SegmentCorrupt('tag count')
    this.tags = new Column(sections.tags, tags)
    this.#textEnds = new Column(sections['text.ends'], count)
    this.#text = sections.text
    this.#hashes = sections.hashes
  }

  string(field: StringField, row: number): string {
    return this.strings.at(this.fields[field].at(row))
  }

  document(row: number): string {
    return `${this.string('source', row)}/${this.string('documentId', row)}`
  }

  tagNumbers(row: number): number[] {
    const [start, end] = boundsOf(this.tagEnds, row)
    if (end > this.tags.count || end - start > TAGS_MAX) throw new SegmentCorrupt('tags')
    return Array.from({ length: end - start }, (_, i) => this.tags.at(start + i))
  }

  text(row: number): string {
    return decodeText(this.textBytes(row))
  }

  textBytes(row: number): Uint8Array {
    const [start, end] = boundsOf(this.#textEnds, row)
    if (end > this.#text.length) throw new SegmentCorrupt('text bounds')
    return this.#text.subarray(start, end)
  }

  hash(row: number): string {
    return Array.from(this.#hashes.subarray(row * HASH_BYTES, (row + 1) * HASH_BYTES), hex).join('')
  }

  fingerprint(row: number): number {
    return fingerprintAt(this.#hashes, row * HASH_BYTES)
  }

  fingerprintStarts(): Uint16Array {
    return fingerprintStarts(this.#hashes, HASH_BYTES)
  }

  /** How every row stands to the one before. */
  links(): Uint8Array {
    const links = new Uint8Array(this.count)
    const bitsOf = memoized((speaker) => speakerBits(this.strings.at(speaker)))
    let before: LinkedPassage | null = null
    for (let row = 0; row < links.length; row++) {
      const speaker = this.fields.speaker.at(row)
      const passage = {
        source: this.fields.source.at(row),
        documentId: this.fields.documentId.at(row),
        speaker,
        bits: bitsOf(speaker),
        index: this.#index.at(row),
      }
      links[row] = linkOf(before, passage)
      before = passage
    }
    return links
  }

  /** Every field of a row, as it was given. */
  stored(row: number): StoredPassage {
    return {
      document: this.document(row),
      source: this.string('source', row),
      documentId: this.string('documentId', row),
      title: this.string('title', row),
      heading: this.string('heading', row),
      speaker: this.string('speaker', row),
      author: this.string('author', row),
      text: this.text(row),
      summaryTokens: this.#summaryTokens.at(row),
      tokens: this.#tokens.at(row),
      hash: this.hash(row),
      uri: this.string('uri', row),
      kind: this.string('kind', row),
      tags: this.tagNumbers(row).map((number) => this.strings.at(number)),
      createdAt: this.createdAt.at(row),
      eventAt: this.eventAt.at(row),
      index: this.#index.at(row),
    }
  }
}

function stringColumns(sections: ColumnSections, count: number): Record<StringField, Column> {
  const columns: Partial<Record<StringField, Column>> = {}
  for (const field of STRING_FIELDS) columns[field] = new Column(sections[field], count)
  return columns as Record<StringField, Column>
}

function boundsOf(ends: Column, row: number): readonly [number, number] {
  const start = row === 0 ? 0 : ends.at(row - 1)
  const end = ends.at(row)
  if (start > end) throw new SegmentCorrupt('list bounds')
  return [start, end]
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function memoized(of: (number: number) => number): (number: number) => number {
  const known = new Map<number, number>()
  return (number) => {
    const value = known.get(number) ?? of(number)
    known.set(number, value)
    return value
  }
}
