import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validateCrcV1 } from '@cairn/contract/validate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot, startCairn, type TestCairn } from '../src/start-cairn.ts'

let cairn: TestCairn
beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn.stop())

/** The first block of a page as a shell would run it, spoken to this Cairn instead of one on the usual port. */
async function firstLines(page: string): Promise<string> {
  const readme = readFileSync(path.join(repositoryRoot, page), 'utf8')
  const block = /```sh\n([\s\S]*?)```/.exec(readme)![1]!
  return block
    .replace(/^npm start.*\n/, '')
    .replace('$(cat .cairn/token)', await cairn.token('reader'))
    .replace('http://127.0.0.1:8787', cairn.url)
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/^(curl [^\n]*?)(?:\s+# [^\n]*)?$/gm, '$1; echo')
}

/** What its lines are answered. */
async function answersTo(page: string) {
  const printed = execFileSync('sh', ['-c', await firstLines(page)], { encoding: 'utf8' })
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it.skipIf(!hasCurl())(
  'the lines that the README invites to run answer without a problem (skipped without curl)',
  async () => {
    const answers = await answersTo('README.md')
    expect(answers).toHaveLength(6)
    expect(answers.filter((answer) => 'code' in answer)).toEqual([])
    const crc = answers.filter((answer) => answer.contract === 'crc-v1')
    expect(crc.map(({ kind, hydrate_tier }) => [kind, hydrate_tier])).toEqual([
      ['search', 'pointer'],
      ['search', 'full'],
      ['fact', 'full'],
    ])
    for (const answer of crc) expect(validateCrcV1(answer).findings).toEqual([])
    expect(crc[0].pointers[0].epitome).toContain('Rotate the signing key')
    expect(crc[1].content[0].text).toContain('every 90 days')
  },
)

it.skipIf(!hasCurl())(
  'the lines that bring embeddings find the near document (skipped without curl)',
  async () => {
    const answers = await answersTo('docs/embeddings.md')
    expect(answers).toHaveLength(5)
    expect(answers.filter((answer) => 'code' in answer)).toEqual([])
    const found = answers.at(-1)
    expect(validateCrcV1(found).findings).toEqual([])
    expect(found.pointers).toMatchObject([{ epitome: 'The car is in the garage.' }])
    expect(found.agent_decision.load_bearing_lane).toBe('Dense')
  },
)
