import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@cairn/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVERY_SCOPE, makeIdentity, signToken } from '../local/identity.ts'
import { type LocalCairn, startLocalCairn } from '../local/local-cairn.ts'

const BIN = path.join(import.meta.dirname, '../../bin/cairn.js')
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-watch-'))
const notes = path.join(folder, 'notes')
let cairn: LocalCairn
let token: string

beforeAll(async () => {
  const identity = await makeIdentity()
  const root = path.join(import.meta.dirname, '../../../..')
  cairn = await startLocalCairn({ root, identity, port: 0, persistTo: null })
  token = await signToken(identity, { tenant: 'dev', namespaces: ['*'], scopes: EVERY_SCOPE })
  mkdirSync(notes)
  writeFileSync(path.join(notes, '.gitignore'), 'draft.md\n')
  writeFileSync(path.join(notes, 'keys.md'), 'Rotate the key every 90 days.\n')
}, 60_000)
afterAll(async () => {
  await cairn.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Waits for a line of the command's standard error; every line it printed is kept. */
function linesOf(child: ChildProcess) {
  const printed: string[] = []
  const lines = createInterface({ input: child.stderr! })
  const waiting = new Set<() => void>()
  lines.on('line', (line) => {
    printed.push(line)
    for (const look of waiting) look()
  })
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!printed.includes(wanted)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { printed, until }
}

it('a watch ingests what is added and changed, deletes what is removed, and ends well by Ctrl-C', async () => {
  const args = ['ingest', notes, '--source', 'notes', '--watch', '--url', cairn.url, '--token', token]
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => child.on('close', (status, signal) => resolve([status, signal])))
  const { printed, until } = linesOf(child)
  const client = createClient({ baseUrl: cairn.url, token })
  const stored = async () =>
    (await client.listDocuments({ source: 'notes' })).documents.map(({ id }) => id).sort()

  await until('watching; Ctrl-C stops')
  expect(await stored()).toEqual(['keys.md'])
  writeFileSync(path.join(notes, 'draft.md'), 'An ignored file.\n')
  writeFileSync(path.join(notes, 'tea.md'), 'Tea is at four.\n')
  await until('  created tea.md')
  writeFileSync(path.join(notes, 'keys.md'), 'Rotate the key every 30 days.\n')
  await until('  replaced keys.md')
  expect(await stored()).toEqual(['keys.md', 'tea.md'])
  rmSync(path.join(notes, 'tea.md'))
  await until('  deleted tea.md')
  expect(await stored()).toEqual(['keys.md'])

  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(printed).toEqual([
    'watching; Ctrl-C stops',
    '  created tea.md',
    '  replaced keys.md',
    '  deleted tea.md',
  ])
}, 60_000)
