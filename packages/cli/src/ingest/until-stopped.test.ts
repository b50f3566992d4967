import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const BIN = path.join(import.meta.dirname, '../../bin/cairn.js')

/** A service that has every source and never finishes an ingest; told when one begins. */
async function neverFinishing(onIngest: () => void): Promise<string> {
  const server = createServer((asked, answer) => {
    if (asked.method === 'POST') return onIngest()
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{"source":"notes"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('Ctrl-C in the middle of an ingest says what is stored and how to go on, with status 130', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-stopped-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'keys.md'), 'Rotate the key.\n')
  const begun = Promise.withResolvers<void>()
  const url = await neverFinishing(begun.resolve)
  const args = ['ingest', folder, '--source', 'notes', '--url', url, '--token', 'any']
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (text) => (told += text))
  const ended = new Promise((resolve) => child.on('close', (status) => resolve(status)))
  await begun.promise
  child.kill('SIGINT')
  expect([await ended, told.trim()]).toEqual([
    130,
    'stopped after 0 documents; what is stored stays, and the same command again goes on from there',
  ])
})
