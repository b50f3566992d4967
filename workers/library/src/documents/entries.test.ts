import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import { expect, test } from 'vitest'
import { entriesOf } from './entries.ts'

async function* broken(lines: readonly string[]): AsyncGenerator<NdjsonLine> {
  for (const [place, text] of lines.entries()) yield { line: place + 1, text, problem: null }
  throw new Problem('payload_too_large', 'too much')
}

test('a body refused after some lines keeps those and ends with one that says why', async () => {
  const entries = await Array.fromAsync(entriesOf(broken(['{"id":"a","text":"b"}'])))
  expect(entries.map(({ line, id, problem }) => [line, id, problem?.code ?? null])).toEqual([
    [1, 'a', null],
    [2, null, 'payload_too_large'],
  ])
})

test('a body refused before its first line is refused as a whole', async () => {
  await expect(Array.fromAsync(entriesOf(broken([])))).rejects.toMatchObject({ code: 'payload_too_large' })
})

test('a failure of ours is no refusal of a line', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give
  async function* failing(): AsyncGenerator<NdjsonLine> {
    throw new TypeError('broken')
  }
  await expect(Array.fromAsync(entriesOf(failing()))).rejects.toThrow(TypeError)
})
