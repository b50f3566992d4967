import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { forgetRuns, listRuns, putRun } from '../src/conformance-run.ts'
import { T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

async function kept(): Promise<string[]> {
  return (await listRuns(db, { before: null, limit: 100 })).map(({ id }) => id)
}

test('of conformance runs the newest are kept, by time and then by id, and of few runs all', async () => {
  for (const [id, at] of [
    ['a', 0],
    ['c', 1],
    ['b', 1],
    ['d', 2],
  ] as const)
    await putRun(db, { id, at: T0 + at, state: '{}', report: null })
  await forgetRuns(db, { kept: 10 })
  expect(await kept()).toEqual(['d', 'c', 'b', 'a'])
  await forgetRuns(db, { kept: 2 })
  expect(await kept()).toEqual(['d', 'c'])
  await forgetRuns(db, { kept: 1 })
  expect(await kept()).toEqual(['d'])
})
