import type { ProblemCode } from '@cairn/contract/problems'
import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import { expect, test } from 'vitest'
import { entriesOf } from './entries.ts'

async function* broken(lines: readonly string[], code: ProblemCode): AsyncGenerator<NdjsonLine> {
  for (const [place, text] of lines.entries()) yield { line: place + 1, text, problem: null }
  throw new Problem(code, 'no more')
}

test('a body past its bound keeps the lines before it and ends with one that says why', async () => {
  const entries = await Array.fromAsync(
    entriesOf(broken(['{"id":"a","text":"b"}'], 'payload_too_large'), null),
  )
  expect(entries.map(({ line, id, problem }) => [line, id, problem?.code ?? null])).toEqual([
    [1, 'a', null],
    [2, null, 'payload_too_large'],
  ])
})

test('a body past its bound before its first line ends is refused as a whole', async () => {
  const entries = Array.fromAsync(entriesOf(broken([], 'payload_too_large'), null))
  await expect(entries).rejects.toMatchObject({ code: 'payload_too_large' })
})

test('a body that is cut off is refused, so that what it began is not committed', async () => {
  const entries = Array.fromAsync(entriesOf(broken(['{"id":"a","text":"b"}'], 'invalid_body'), null))
  await expect(entries).rejects.toMatchObject({ code: 'invalid_body' })
})

test('a failure of ours is no refusal of a line', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give
  async function* failing(): AsyncGenerator<NdjsonLine> {
    throw new TypeError('broken')
  }
  await expect(Array.fromAsync(entriesOf(failing(), null))).rejects.toThrow(TypeError)
})
