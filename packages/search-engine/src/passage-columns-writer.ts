import { ByteWriter } from './byte-writer.ts'
import { writeColumn } from './column.ts'
import { TAGS_MAX } from './filter-pieces.ts'
import type { StoredPassage } from './passage.ts'
import { HASH_BYTES } from './passage-columns.ts'
import { type ColumnSections, STRING_FIELDS, type StringField } from './sections.ts'
import { StringTableWriter } from './string-table.ts'
import { writeTimeColumn } from './time-column.ts'
import { encodeText } from './utf8.ts'

/** Collects passages in row order and writes the sections PassageColumns reads. */
export class PassageColumnsWriter {
  readonly #strings = new StringTableWriter()
  readonly #fields: Record<StringField, number[]> = emptyFields()
  readonly #tags: number[] = []
  readonly #tagEnds: number[] = []
  readonly #createdAt: (number | null)[] = []
  readonly #eventAt: (number | null)[] = []
  readonly #index: number[] = []
  readonly #tokens: number[] = []
  readonly #summaryTokens: number[] = []
  readonly #hashes = new ByteWriter()
  readonly #text = new ByteWriter()
  readonly #textEnds: number[] = []

  /** Throws RangeError where a field breaks the shape StoredPassage promises. */
  add(passage: StoredPassage): void {
    checkShape(passage)
    for (const field of STRING_FIELDS) this.#fields[field].push(this.#strings.add(passage[field]))
    for (const tag of passage.tags) this.#tags.push(this.#strings.add(tag))
    this.#tagEnds.push(this.#tags.length)
    this.#createdAt.push(passage.createdAt)
    this.#eventAt.push(passage.eventAt)
    this.#index.push(passage.index)
    this.#tokens.push(passage.tokens)
    this.#summaryTokens.push(passage.summaryTokens)
    for (let i = 0; i < HASH_BYTES; i++)
      this.#hashes.byte(Number.parseInt(passage.hash.slice(2 * i, 2 * i + 2), 16))
    this.#text.bytes(encodeText(passage.text))
    this.#textEnds.push(this.#text.length)
  }

  write(): { sections: ColumnSections; strings: number } {
    const table = this.#strings.write()
    const renumbered = (numbers: readonly number[]) =>
      writeColumn(numbers.map((number) => table.numbers[number]!))
    const fields: Partial<Record<StringField, Uint8Array>> = {}
    for (const field of STRING_FIELDS) fields[field] = renumbered(this.#fields[field])
    const sections = {
      ...(fields as Record<StringField, Uint8Array>),
      'strings.ends': table.ends,
      strings: table.bytes,
      'tags.ends': writeColumn(this.#tagEnds),
      tags: renumbered(this.#tags),
      createdAt: writeTimeColumn(this.#createdAt),
      eventAt: writeTimeColumn(this.#eventAt),
      index: writeColumn(this.#index),
      tokens: writeColumn(this.#tokens),
      summaryTokens: writeColumn(this.#summaryTokens),
      hashes: this.#hashes.take(),
      'text.ends': writeColumn(this.#textEnds),
      text: this.#text.take(),
    }
    return { sections, strings: table.count }
  }
}

function checkShape(passage: StoredPassage): void {
  if (passage.document !== `${passage.source}/${passage.documentId}`)
    throw new RangeError('document is not source/id')
  if (!/^[0-9a-f]{64}$/.test(passage.hash)) throw new RangeError('hash is not SHA-256 in hex')
  if (passage.tags.length > TAGS_MAX) throw new RangeError('too many tags')
}

function emptyFields(): Record<StringField, number[]> {
  return { source: [], documentId: [], title: [], heading: [], speaker: [], author: [], uri: [], kind: [] }
}
