import type { SqlDatabase } from '../src/sql-database.ts'

/** One statement as it reached D1. */
export interface Recorded {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** A database that notes every trip and every statement. */
export interface RecordingDatabase extends SqlDatabase {
  readonly trips: Recorded[][]
}

/** Wraps a database; what the store sends through it is in `trips`, one entry a round trip. */
export function recording(db: D1Database): RecordingDatabase {
  const trips: Recorded[][] = []
  const sent = new WeakMap<object, Recorded>()
  return {
    trips,
    prepare(sql) {
      const statement = db.prepare(sql)
      const bind = statement.bind.bind(statement)
      statement.bind = (...values) => {
        const bound = bind(...values)
        sent.set(bound, { sql, values })
        return bound
      }
      return statement
    },
    batch(statements) {
      trips.push(statements.map((statement) => sent.get(statement)!))
      return db.batch(statements)
    },
  } as RecordingDatabase
}

/** The lines of a statement's plan that walk a whole table, or all of a namespace's rows in it. */
export async function fullScans(db: D1Database, { sql, values }: Recorded): Promise<string[]> {
  const plan = await db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>()
  const details = plan.results.map(({ detail }) => detail)
  return details.filter(
    (detail) =>
      (WALKS.test(detail) && !HARMLESS.test(detail)) ||
      OF_NAMESPACE.test(detail) ||
      BY_TIME_ALONE.test(detail),
  )
}

const WALKS = /^SCAN /

/** Lists sent as JSON, rows without a table, and results of inner queries, by the names they have here. */
const HARMLESS =
  /VIRTUAL TABLE|^SCAN (CONSTANT ROW|\(subquery-\d+\)|slug|wanted|gone|last|chosen|here|built)$/

/** Live segments, uploads that are worked on and facts that wait for the index are few and wanted all; a collection looks at all stored segments, and at the log up to what it takes away. */
const OF_NAMESPACE = /^SEARCH (?!kept |oldest )(?!.*(segment_live|upload_working|fact_unindexed)).*\(ns=\?\)/

/** Facts of one instant are told apart by the rest of their order: without it, ties are walked. */
const BY_TIME_ALONE = /effective_at>\?\)/
