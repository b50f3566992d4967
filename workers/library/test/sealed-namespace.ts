import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { expectedIndex, storedIndex } from './index-contents.ts'
import type { TendedNamespace } from './tended-namespace.ts'

export interface SegmentRow {
  readonly seq: number
  readonly prefix: string | null
  readonly chunks: number
}

/** The live segments, by seq. */
export async function liveRows({ ns }: TendedNamespace): Promise<SegmentRow[]> {
  const sql = 'SELECT seq, prefix, chunks FROM segment WHERE ns = ?1 AND dead_at IS NULL ORDER BY seq'
  return (await env.MEMORY_0.prepare(sql).bind(ns).all<SegmentRow>()).results
}

/** How many rows there are; `sql` is a table and a condition on `?1`, the namespace. */
export async function count(sql: string, { ns }: TendedNamespace): Promise<number> {
  const row = await env.MEMORY_0.prepare(`SELECT count(*) AS n FROM ${sql}`).bind(ns).first<{ n: number }>()
  return row!.n
}

/** All keys in KV of a namespace. */
export async function keysOf({ ns }: TendedNamespace): Promise<string[]> {
  const { keys } = await env.SEGMENTS.list({ prefix: `s2/${ns}/` })
  return keys.map(({ name }) => name)
}

/** What is in KV is what the live segments name, and nothing is left of any upload. */
export async function expectNothingLeft(space: TendedNamespace): Promise<void> {
  const named = (await liveRows(space)).flatMap(({ prefix, chunks }) =>
    prefix === null ? [] : Array.from({ length: chunks }, (_, n) => `${prefix}/${n}`),
  )
  expect(await keysOf(space)).toEqual(named.toSorted())
  expect(await count('upload WHERE ns = ?1', space)).toBe(0)
  expect(await count('segment WHERE ns = ?1 AND dead_at IS NOT NULL', space)).toBe(0)
}

/** What searches read is the index of the live passages. */
export async function expectWhole(space: TendedNamespace): Promise<void> {
  expect(await storedIndex(space)).toEqual(await expectedIndex(space))
}

/** Twelve commits, some of them replacing or deleting. */
export async function written(space: TendedNamespace): Promise<TendedNamespace> {
  for (let n = 0; n < 12; n++)
    await space.write(
      { [`d${n % 9}`]: [`lizard number ${n}`, `and ${n} more of the same`] },
      n % 5 === 4 ? [`d${n - 2}`] : [],
    )
  return space
}
