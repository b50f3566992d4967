import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows } from './statement.ts'

/** A run of the conformance Worker. `state` and `report` are JSON texts; `report` null: still running. */
export interface StoredRun {
  readonly id: string
  /** when it was started, ms */
  readonly at: number
  readonly state: string
  readonly report: string | null
}

/** Starts a run or moves it on; `at` counts only at its start. */
export async function putRun(db: SqlDatabase, { id, at, state, report }: StoredRun): Promise<void> {
  const sql = `INSERT INTO conformance_run (id, at, state, report) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, report = excluded.report`
  await readRows(db, [{ sql, values: [id, at, state, report] }])
}

/** One run, or null. */
export async function getRun(db: SqlDatabase, { id }: { readonly id: string }): Promise<StoredRun | null> {
  const [rows] = await readRows(db, [{ sql: 'SELECT * FROM conformance_run WHERE id = ?1', values: [id] }])
  return rows![0] ? runOf(rows![0]) : null
}

/** One page of runs, newest first; `before` is the last of the page before. */
export async function listRuns(
  db: SqlDatabase,
  { before, limit }: { readonly before: Pick<StoredRun, 'id' | 'at'> | null; readonly limit: number },
): Promise<StoredRun[]> {
  const sql = 'SELECT * FROM conformance_run WHERE (at, id) < (?1, ?2) ORDER BY at DESC, id DESC LIMIT ?3'
  const values = [before?.at ?? Number.MAX_SAFE_INTEGER, before?.id ?? '', limit]
  const [rows] = await readRows(db, [{ sql, values }])
  return rows!.map(runOf)
}

/** Deletes all but the newest `kept` runs (at least 1). */
export async function forgetRuns(db: SqlDatabase, { kept }: { readonly kept: number }): Promise<void> {
  const sql = `DELETE FROM conformance_run
    WHERE (at, id) < (SELECT at, id FROM conformance_run WHERE at < ?1 ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?2)`
  await readRows(db, [{ sql, values: [Number.MAX_SAFE_INTEGER, kept - 1] }])
}

function runOf(row: Row): StoredRun {
  return {
    id: row.id as string,
    at: row.at as number,
    state: row.state as string,
    report: row.report as string | null,
  }
}
