import { causeOf } from './d1-error.ts'
import type { SqlDatabase } from './sql-database.ts'
import { StoreFailed } from './store-failed.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** One SQL statement with its bound values, at most 100 of them. */
export interface Statement {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

/** Statements ready for one `db.batch`: one trip, one snapshot, all or nothing. A text that is not well-formed throws here. */
export function bindAll(db: SqlDatabase, statements: readonly Statement[]): D1PreparedStatement[] {
  return statements.map(({ sql, values }) => db.prepare(sql).bind(...values.map(wellFormed)))
}

/** Reads (or makes a plain write) in one trip: the rows of each statement. Throws `StoreUnavailable` or `StoreFailed`. */
export async function readRows(db: SqlDatabase, statements: readonly Statement[]): Promise<Row[][]> {
  if (statements.length === 0) return []
  const results = await db.batch(bindAll(db, statements)).catch(fail)
  return results.map((result) => result.results as Row[])
}

/** A row as D1 gives it; each table's file says what is in it. */
export type Row = Readonly<Record<string, string | number | null>>

/** Turns an error of D1 into the store's own. */
export function fail(error: unknown): never {
  const { kind } = causeOf(error)
  throw kind === 'lost' || kind === 'overloaded' ? new StoreUnavailable(error) : new StoreFailed(error)
}

/** Binds no lone surrogate: D1 keeps one as three stray bytes and reads it back as three U+FFFD. */
function wellFormed<T>(value: T): T {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('a stored text is not well-formed')
  return value
}
