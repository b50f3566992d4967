import { Problem } from '@cairn/http-kernel/problem'
import { describe, expect, test } from 'vitest'
import { cutCommits } from './cut-commits.ts'
import type { Entry } from './read-document.ts'

const passage = { text: 'x', start: 0, end: 1, heading: '', speaker: '', at: null }

function stored(line: number, passages: number, { id = `d${line}`, bytes = 10, dimensions = 0 } = {}): Entry {
  const near = dimensions === 0 ? {} : { embedding: Array(dimensions).fill(1) }
  const document = {
    sent: { id, text: 'x', ...near },
    hash: '',
    passages: Array(passages).fill(passage),
    bytes,
  }
  return { line, id, document, problem: null }
}

function bad(line: number): Entry {
  return { line, id: null, document: null, problem: new Problem('malformed_json', 'no') }
}

async function* each(entries: readonly Entry[]) {
  yield* entries
}

async function groups(entries: readonly Entry[]): Promise<number[][]> {
  const cut: number[][] = []
  for await (const group of cutCommits(each(entries))) cut.push(group.map(({ line }) => line))
  return cut
}

describe('cutCommits', () => {
  test('makes no commit of nothing', async () => {
    expect(await groups([])).toEqual([])
  })

  test('fills a commit up to 250 passages and not past it', async () => {
    expect(await groups([stored(1, 100), stored(2, 150), stored(3, 1)])).toEqual([[1, 2], [3]])
    expect(await groups([stored(1, 100), stored(2, 151)])).toEqual([[1], [2]])
  })

  test('keeps a document of 2,000 passages whole, alone in its commit', async () => {
    expect(await groups([stored(1, 1), stored(2, 2000), stored(3, 1)])).toEqual([[1], [2], [3]])
    expect(await groups([bad(1), stored(2, 2000)])).toEqual([[1, 2]])
  })

  test('bounds the text of a commit', async () => {
    const entries = [1, 2, 3].map((line) => stored(line, 1, { bytes: 60_000 }))
    expect(await groups(entries)).toEqual([[1], [2], [3]])
    expect(await groups([1, 2, 3].map((line) => stored(line, 1, { bytes: 50_000 })))).toEqual([[1, 2], [3]])
  })

  test('bounds the vectors of a commit: a byte a number, once a document', async () => {
    const entries = (passages: number) =>
      Array.from({ length: 200 }, (_, n) => stored(n + 1, passages, { bytes: 0, dimensions: 1536 }))
    expect((await groups(entries(1))).map(({ length }) => length)).toEqual([170, 30])
    expect((await groups(entries(2))).map(({ length }) => length)).toEqual([125, 75])
  })

  test('lets refused lines ride along in their place', async () => {
    expect(await groups([bad(1), stored(2, 250), bad(3), stored(4, 1)])).toEqual([[1, 2, 3], [4]])
  })

  test('bounds a run of refused lines', async () => {
    const lines = await groups(Array.from({ length: 2500 }, (_, n) => bad(n + 1)))
    expect(lines.map(({ length }) => length)).toEqual([1000, 1000, 500])
  })

  test('refuses an id that the same commit holds already, naming its line, and no other', async () => {
    const [group] = await Array.fromAsync(
      cutCommits(each([stored(1, 1, { id: 'a' }), stored(2, 1), stored(3, 1, { id: 'a' })])),
    )
    expect(group?.map(({ problem }) => problem?.errors[0]?.message ?? null)).toEqual([
      null,
      null,
      'found the id of line 1 again, expected each id once',
    ])
    expect(group?.[2]?.id).toBe('a')
  })

  test('takes the same id again in a later commit', async () => {
    const cut = await Array.fromAsync(
      cutCommits(each([stored(1, 250, { id: 'a' }), stored(2, 1, { id: 'a' })])),
    )
    expect(cut.map((group) => group.map(({ document }) => document !== null))).toEqual([[true], [true]])
  })
})
