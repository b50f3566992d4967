import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SEGMENTS = `SELECT
  sum(dead_at IS NULL AND prefix IS NOT NULL) AS sealed, sum(dead_at IS NULL AND prefix IS NULL) AS inRows,
  sum(CASE WHEN dead_at IS NULL AND prefix IS NOT NULL THEN length ELSE 0 END) AS sealedBytes,
  sum(CASE WHEN dead_at IS NULL AND prefix IS NULL THEN length ELSE 0 END) AS rowBytes FROM segment`
const REPLACED = `SELECT sum(CASE WHEN heir.dead_at IS NULL AND heir.prefix IS NOT NULL THEN length(c.bytes) ELSE 0 END) AS aDay,
  sum(CASE WHEN heir.dead_at IS NULL AND heir.prefix IS NOT NULL THEN 0 ELSE length(c.bytes) END) AS anHour
  FROM segment s JOIN segment_chunk c ON c.ns = s.ns AND c.seq = s.seq
    LEFT JOIN segment heir ON heir.ns = s.ns AND heir.seq = s.dead_at WHERE s.dead_at IS NOT NULL`

/** What a state that a process left behind holds, by passage: segments, what they replaced, and the files. */
export function weigh(folder: string, passages: number): [string, string][] {
  const state = path.join(folder, 'state')
  const files = readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const database = files.filter((file) => file.endsWith('.sqlite')).find(holdsSegments)!
  const read = (sql: string) => readRow(database, sql)
  const a = (bytes: number) => Math.round(bytes / passages).toLocaleString('en')
  const segments = read(SEGMENTS)
  const replaced = read(REPLACED)
  const kv = files.filter((file) => path.relative(state, file).split(path.sep).includes('kv'))
  return [
    ['segments: sealed, in rows', `${segments.sealed}, ${segments.inRows}`],
    [
      'live segment bytes a passage: sealed, in rows',
      `${a(segments.sealedBytes!)}, ${a(segments.rowBytes!)}`,
    ],
    [
      'replaced segment bytes a passage: kept an hour, kept a day',
      `${a(replaced.anHour!)}, ${a(replaced.aDay!)}`,
    ],
    ['D1 bytes a passage', a(statSync(database).size)],
    [
      'KV bytes a passage, files of segments replaced included',
      a(kv.reduce((sum, file) => sum + statSync(file).size, 0)),
    ],
  ]
}

function holdsSegments(file: string): boolean {
  const found = readRow(file, "SELECT count(*) AS n FROM sqlite_master WHERE name = 'segment_chunk'")
  return found.n === 1
}

function readRow(file: string, sql: string): Record<string, number> {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(sql).get() as Record<string, number>
  } finally {
    database.close()
  }
}
