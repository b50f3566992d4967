import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratableDatabase, migrate } from './migrate.ts'

let miniflare: Miniflare
let database: MigratableDatabase

beforeAll(async () => {
  const script = 'export default { fetch: () => new Response() }'
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        { name: 'w', modules: true, script, compatibilityDate: '2026-08-01', d1Databases: { DB: 'db' } },
      ],
    }),
  )
  database = (await miniflare.getD1Database('DB', 'w')) as unknown as MigratableDatabase
})
afterAll(() => miniflare.dispose())

const TRIGGER = `CREATE TABLE a (x TEXT); -- a comment; with a semicolon
CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a WHERE x = ';'; END;`

it('applies what is new, in name order, triggers whole, and never twice', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-migrate-'))
  writeFileSync(path.join(folder, '0002_more.sql'), "INSERT INTO a VALUES ('kept');")
  writeFileSync(path.join(folder, '0001_first.sql'), TRIGGER)
  writeFileSync(path.join(folder, 'notes.txt'), 'not SQL')
  expect(await migrate(database, folder)).toEqual(['0001_first.sql', '0002_more.sql'])
  expect(await migrate(database, folder)).toEqual([])
  expect((await database.prepare('SELECT x FROM a').all()).results).toEqual([{ x: 'kept' }])
})

it('leaves nothing of a migration that fails in its middle, and notes nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-migrate-'))
  writeFileSync(
    path.join(folder, '0003_broken.sql'),
    'CREATE TABLE half (x TEXT);\nCREATE TABLE half (x TEXT);',
  )
  await expect(migrate(database, folder)).rejects.toThrow(/half/)
  const left = await database.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").all()
  expect(left.results).toEqual([])
  writeFileSync(path.join(folder, '0003_broken.sql'), 'CREATE TABLE half (x TEXT);')
  expect(await migrate(database, folder)).toEqual(['0003_broken.sql'])
})
