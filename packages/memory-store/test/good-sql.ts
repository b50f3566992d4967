import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { fullScans, type RecordingDatabase } from './recording-database.ts'

/**
 * What holds of every statement a test file sent: at most 100 placeholders, no value over 1 MiB, no list of placeholders, and no
 * table walked whole.
 */
export async function assertGoodSql(db: RecordingDatabase): Promise<void> {
  const recorded = db.trips.flat()
  expect(recorded.length).toBeGreaterThan(0)
  for (const { sql, values } of recorded) {
    const numbers = [...sql.matchAll(/\?(\d*)/g)].map(([, digits]) => Number(digits))
    expect(Math.max(0, ...numbers), sql).toBeLessThanOrEqual(100)
    expect(numbers.includes(0), sql).toBe(false)
    expect(values.length).toBeLessThanOrEqual(100)
    for (const value of values) expect(String(value).length).toBeLessThanOrEqual(1_048_576)
  }
  const distinct = new Map(recorded.map((one) => [one.sql, one]))
  const walks: [string, string[]][] = []
  for (const one of distinct.values()) walks.push([one.sql, await fullScans(env.MEMORY_0, one)])
  expect(walks.filter(([, scans]) => scans.length > 0)).toEqual([])
}
