import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'

/** Every table whose rows hold what a namespace stored, with the first column of its key behind `ns` and what lies below all of it. */
const TABLES = {
  passage: 'batch > -1',
  document: "source > ''",
  fact: 'batch > -1',
  session: "id > ''",
  session_version: "id > ''",
  research: "kind > ''",
  research_link: "kind > ''",
  context_bundle: "id > ''",
  source: "id > ''",
  tombstone: 'version > -1',
  segment_chunk: 'seq > -1',
  segment: 'seq > -1',
} as const

/**
 * Empties a namespace in one commit: rows, index and stored answers. It keeps its name, its number and its version, so that no pointer
 * is ever used twice; its receipts say nothing of what was stored.
 */
export async function eraseNamespace(db: SqlDatabase, request: CommitRequest): Promise<CommitOutcome> {
  const { ns } = request
  const outcome = await sendCommit(db, {
    request,
    operation: 'erase',
    statements: [
      { sql: RELEASE_KEYS, values: [ns] },
      { sql: RELEASE_UPLOADS, values: [ns] },
      ...Object.entries(TABLES).map(([table, all]) => ({
        sql: `DELETE FROM ${table} WHERE ns = ?1 AND ${all}`,
        values: [ns],
      })),
      { sql: FORGET_ANSWERS, values: [ns] },
      { sql: EMPTY, values: [ns] },
    ],
    changes: NO_CHANGES,
  })
  if (outcome.kind === 'refused') throw new Error(`no guard stands here: ${outcome.rule}`)
  return outcome
}

const RELEASE_KEYS = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys)
  SELECT ns, prefix, 0, 'garbage', built_at, '[]', keys FROM segment WHERE ns = ?1 AND seq > -1 AND prefix IS NOT NULL`

const RELEASE_UPLOADS = `UPDATE upload SET kind = 'garbage', at = 0, progress = NULL WHERE ns = ?1 AND prefix > ''`

const FORGET_ANSWERS = `DELETE FROM commit_log WHERE ns = ?1 AND version < (SELECT head FROM namespace WHERE ns = ?1)`

const EMPTY = `UPDATE namespace SET documents = 0, passages = 0, facts = 0, bytes = 0, embedder = NULL, collected_through = head WHERE ns = ?1`
