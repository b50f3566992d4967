import type { Repeated } from './commit-outcome.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'

/** A commit of the last 24 h as it was answered. */
export interface LoggedCommit extends Repeated {
  readonly requestHash: string
}

/** The commit an id stands for, or null: never sent, never committed, or older than 24 h and collected. */
export async function findCommit(
  db: SqlDatabase,
  { ns, commitId }: { readonly ns: number; readonly commitId: string },
): Promise<LoggedCommit | null> {
  const sql = `SELECT c.version, c.at, c.answer, c.request_hash, r.id AS receipt FROM commit_log c
    LEFT JOIN receipt r ON r.ns = c.ns AND r.version = c.version WHERE c.ns = ?1 AND c.commit_id = ?2`
  const row = (await readRows(db, [{ sql, values: [ns, commitId] }]))[0]?.[0]
  if (row === undefined) return null
  return {
    kind: 'repeated',
    version: row.version as number,
    at: row.at as number,
    answer: row.answer as string,
    receipt: row.receipt as string | null,
    requestHash: row.request_hash as string,
  }
}
