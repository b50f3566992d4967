import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'

/** Keeps an answer under its commit id when nothing else was to be written, so that a retry gets it again. */
export async function recordAnswer(db: SqlDatabase, request: CommitRequest): Promise<CommitOutcome> {
  const outcome = await sendCommit(db, { request, operation: 'answer', statements: [], changes: NO_CHANGES })
  if (outcome.kind === 'refused') throw new Error(`no guard stands here: ${outcome.rule}`)
  return outcome
}
