import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCairn } from '../../test/run-cairn.fixture.ts'
import { EVERY_SCOPE, keptIdentity, signToken } from '../local/identity.ts'
import { type LocalCairn, startLocalCairn } from '../local/local-cairn.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-context-'))
let cairn: LocalCairn

beforeAll(async () => {
  const state = path.join(folder, '.cairn')
  const identity = await keptIdentity(state)
  cairn = await startLocalCairn({ root, identity, port: 0, persistTo: null })
  const token = await signToken(identity, { tenant: 'dev', namespaces: ['*'], scopes: EVERY_SCOPE })
  writeFileSync(path.join(state, 'token'), token)
  writeFileSync(path.join(state, 'url'), `${cairn.url}\n`)
  writeFileSync(path.join(folder, 'keys.md'), 'Rotate the signing key every 90 days.\n')
  await runCairn(['ingest', 'keys.md', '--source', 'handbook'], { cwd: folder })
}, 60_000)
afterAll(async () => {
  await cairn.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCairn(['context', ...args], { cwd: folder })

it('what to read for a task is shown with its cost, and its receipt named', async () => {
  const { out, status } = await run('rotate', 'the', 'signing', 'key')
  expect(status).toBe(0)
  expect(out).toMatch(/handbook · \d+ tokens · full\nRotate the signing key every 90 days\./)
  expect(out).toMatch(/1 of 1 · \d+ of 4000 tokens · covers 100 % · receipt r[0-9a-f]{32}, signed as r\S+/)
})

it('what is amiss is told, and a budget that holds nothing is refused with the one that would', async () => {
  expect((await run('zorblatt')).out).toContain('no_candidates')
  const small = await run('rotate', '--budget', '64')
  expect([small.status, small.err]).toEqual([1, expect.stringContaining('budget_tokens was 64')])
})

it('as JSON it is the answer of the service', async () => {
  const { out } = await run('rotate', '--json', '--strategy', 'minimal', '--task', 'mine')
  expect(JSON.parse(out)).toMatchObject({ bundle: { task_id: 'mine', strategy: 'minimal' } })
})
