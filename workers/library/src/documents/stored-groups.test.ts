import { Problem } from '@cairn/http-kernel/problem'
import { expect, test } from 'vitest'
import type { Destination } from './commit-group.ts'
import type { CommitGroup } from './cut-commits.ts'
import { storedGroups } from './stored-groups.ts'

const refusedGroup: CommitGroup = [
  { line: 7, id: null, document: null, problem: new Problem('malformed_json', 'no JSON') },
]

async function answersTo(groups: AsyncIterable<CommitGroup>) {
  const answers: (readonly [number, string | undefined])[] = []
  const many = { groups, to: () => ({}) as Destination, path: '/x', stepSoon: () => undefined }
  for await (const { lines } of storedGroups(many))
    answers.push(...lines.map(({ line, problem }) => [line, problem?.code] as const))
  return answers
}

test('a body cut off after some lines ends with a line that names the first one not stored', async () => {
  async function* groups() {
    yield refusedGroup
    throw new Problem('invalid_body', 'cut off')
  }
  expect(await answersTo(groups())).toEqual([
    [7, 'malformed_json'],
    [8, 'invalid_body'],
  ])
})

test('a body cut off before its first group is refused as a whole', async () => {
  // biome-ignore lint/correctness/useYield: it is cut off before it has anything to give
  async function* groups(): AsyncGenerator<CommitGroup> {
    throw new Problem('invalid_body', 'cut off')
  }
  await expect(answersTo(groups())).rejects.toMatchObject({ code: 'invalid_body' })
})
