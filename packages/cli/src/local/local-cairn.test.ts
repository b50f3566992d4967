import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WORKERS } from '@cairn/contract/operation'
import { expect, it } from 'vitest'

const COMMAND = path.resolve(import.meta.dirname, '../../bin/cairn.js')

/** A checkout whose built Workers throw as they are loaded. */
function brokenCheckout(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'cairn-broken-'))
  for (const name of WORKERS) {
    const folder = path.join(root, 'workers', name)
    mkdirSync(path.join(folder, 'dist'), { recursive: true })
    const config = { name: `cairn-${name}`, main: `src/${name}.worker.ts`, compatibility_date: '2026-08-01' }
    writeFileSync(path.join(folder, 'wrangler.jsonc'), JSON.stringify(config))
    writeFileSync(path.join(folder, 'dist', `${name}.worker.js`), 'throw new Error("broken")')
  }
  return root
}

it('cairn dev ends, with a status, where the Workers do not start', () => {
  const root = brokenCheckout()
  const options = ['--no-corpus', '--root', root, '--state', path.join(root, 'state'), '--port', '38917']
  const { status, signal, stderr } = spawnSync(process.execPath, [COMMAND, 'dev', ...options], {
    encoding: 'utf8',
    timeout: 50_000,
    killSignal: 'SIGKILL',
  })
  rmSync(root, { recursive: true, force: true })
  expect([status, signal]).toEqual([1, null])
  expect(stderr).toContain('cairn: ')
})
