import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The part of a D1 database that applying migrations needs. */
export interface MigratableDatabase {
  prepare(sql: string): { all(): Promise<{ results: unknown[] }>; run(): Promise<unknown> }
}

/**
 * Applies the `.sql` files of a folder that the database has not seen, in name order, and answers with their names.
 * They are noted in `d1_migrations`, the table wrangler uses; each file and its note are one call, so a killed
 * process leaves no half migration.
 */
export async function migrate(database: MigratableDatabase, folder: string): Promise<string[]> {
  await database.prepare(NOTES).run()
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all()
  const applied = new Set((results as { name: string }[]).map((row) => row.name))
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  for (const name of missing) {
    const sql = readFileSync(path.join(folder, name), 'utf8')
    await database.prepare(`${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`).run()
  }
  return missing
}

const NOTES = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);`
