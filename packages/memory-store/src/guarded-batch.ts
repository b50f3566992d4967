import { causeOf } from './d1-error.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'
import { StoreFailed } from './store-failed.ts'

/** Runs statements as one transaction that is no commit: the rule of the guard that was false, and nothing was written; or null. */
export async function guardedBatch(
  db: SqlDatabase,
  statements: readonly Statement[],
): Promise<string | null> {
  try {
    await readRows(db, statements)
    return null
  } catch (failure) {
    const cause = failure instanceof StoreFailed ? causeOf(failure.cause) : null
    if (cause?.kind !== 'guard') throw failure
    return cause.rule
  }
}
