import { LIMITS } from '@cairn/contract/limits'
import { type CopiedTableName, isCopied } from '@cairn/memory-store/archive-tables'
import type { InsertedFact } from '@cairn/memory-store/insert-facts'
import type { Row } from '@cairn/memory-store/statement'
import type { ArchiveLine } from './archive-line.ts'

/** A row of an archive, with the length of its line and, of a fact, what it states. */
export type RowEntry = Extract<ArchiveLine, { type: 'row' }> & {
  readonly length: number
  readonly fact: InsertedFact | null
}

/** What is imported together: rows of one sort, whole documents of passages, about 1 MB and at most 250 passages unless one document has more. */
export class GrowingImport {
  readonly rows: RowEntry[] = []
  #length = 0

  /** Those that are stored as they are. */
  get copied(): { readonly table: CopiedTableName; readonly row: Row }[] {
    return this.rows.flatMap(({ table, row }) => (isCopied(table) ? [{ table, row }] : []))
  }

  get facts(): InsertedFact[] {
    return this.rows.flatMap(({ fact }) => fact ?? [])
  }

  hasRoomFor(entry: RowEntry): boolean {
    const last = this.rows.at(-1)
    if (last === undefined) return true
    if (last.table !== entry.table) return false
    if (entry.table === 'passage' && isSameDocument(last, entry)) return true
    return this.rows.length < LIMITS.commitPassagesMax && this.#length + entry.length <= COMMIT_LENGTH_MAX
  }

  add(entry: RowEntry): void {
    this.rows.push(entry)
    this.#length += entry.length
  }
}

const COMMIT_LENGTH_MAX = 1_000_000

function isSameDocument({ row: a }: RowEntry, { row: b }: RowEntry): boolean {
  return a.batch === b.batch && a.source === b.source && a.document === b.document
}
