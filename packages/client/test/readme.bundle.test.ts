import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startCairn } from '../../test-kit/src/start-cairn.ts'

const folder = path.join(import.meta.dirname, '..')
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block!)

/** What the blocks say that they print, line by line. */
const promised = blocks.flatMap((block) => [...block.matchAll(/\/\/=> (.*)$/gm)].map(([, line]) => line!))

test('the code of the README runs, one block after the other, and prints what it says', async () => {
  expect(promised.length).toBeGreaterThan(blocks.length)
  const cairn = await startCairn()
  try {
    const env = { ...process.env, CAIRN_URL: cairn.url, CAIRN_TOKEN: await cairn.token('acme') }
    const run = ['--no-warnings', '--input-type=module-typescript', '--eval', blocks.join('\n')]
    const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: folder, env })
    expect(stdout.trimEnd().split('\n')).toEqual(promised)
  } finally {
    await cairn.stop()
  }
})

test('the first block is ten lines', () => {
  expect(
    blocks[0]!
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(10)
})
