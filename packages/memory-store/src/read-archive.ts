import { ARCHIVE_TABLES, type ArchiveTable, type ArchiveTableName } from './archive-tables.ts'
import { BUNDLE } from './context-bundle.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'

/** A page of an archive as of a version. `isStale`: the namespace was written to since, so that the pages no longer fit together. */
export interface ArchivePage {
  readonly rows: readonly Row[]
  readonly isStale: boolean
}

/** One page of the rows of a table, by its key, of about 2 MB; `after` is the last row of the page before. Empty: there are no more. */
export async function readArchivePage(
  db: SqlDatabase,
  { ns, table, after, version }: ArchivePlace,
): Promise<ArchivePage> {
  const { key, columns, weight }: ArchiveTable = ARCHIVE_TABLES[table]
  const names = Object.keys(columns).join(', ')
  const behind = key.map((_, place) => `?${place + 2}`).join(', ')
  const where = `ns = ?1 AND (${key.join(', ')}) > (${behind})`
  const order = key.join(', ')
  const weighed = `SELECT ${names}, coalesce(${weight}, 0) AS weight FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${ROWS_MAX}`
  const sql = `SELECT ${names} FROM (SELECT *, sum(weight) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - weight AS before
    FROM (${weighed})) WHERE before < ${PAGE_BYTES} ORDER BY ${order}`
  const values = [ns, ...key.map((name) => after?.[name] ?? (columns[name] === 'integer' ? -1 : ''))]
  const [rows, written] = await readRows(db, [
    { sql, values },
    { sql: WRITTEN_SINCE, values: [ns, version] },
  ])
  return { rows: rows!, isStale: written!.length > 0 }
}

/** Where in an archive a page begins. */
export interface ArchivePlace {
  readonly ns: number
  readonly table: ArchiveTableName
  readonly after: Row | null
  /** the version the archive is of */
  readonly version: number
}

const ROWS_MAX = 500
const PAGE_BYTES = 2_000_000

/** Merging changes no row that an archive holds, and an answer or a bundle is none. */
const WRITTEN_SINCE = `SELECT 1 FROM commit_log WHERE ns = ?1 AND version > ?2 AND kind NOT IN ('merge', 'revert', 'answer', '${BUNDLE}') LIMIT 1`
