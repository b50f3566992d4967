import { spawn } from 'node:child_process'
import path from 'node:path'

/** What a run of the command printed, and its exit status. */
export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

const BIN = path.join(import.meta.dirname, '../bin/cairn.js')

/** Runs the real command in a process of its own; `input` is its standard input. */
export function runCairn(
  args: readonly string[],
  { input = '', cwd = process.cwd(), env = {} }: { input?: string | Buffer; cwd?: string; env?: object } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...process.env, ...env } })
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text))
  child.stdin.on('error', () => undefined) // a command that reads nothing closes it
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...printed }))
  })
}
