import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { repositoryRoot } from './start-cairn.ts'

/** `cairn dev` as a process of its own, with its storage in a folder. */
export interface DevProcess {
  readonly url: string
  readonly token: string
  /** The most memory its workerd has had so far, in bytes, where the system tells (Linux); else 0. */
  peakMemory(): number
  /** Ends the process and its workerd with SIGKILL, as a machine that loses power would. */
  kill(): Promise<void>
}

/** Starts `cairn dev --no-corpus` on a free port, its state in `folder`; throws with what it printed when it ends before it is ready. */
export async function startDevProcess(folder: string): Promise<DevProcess> {
  const port = await freePort()
  const command = path.join(repositoryRoot, 'packages/cli/bin/cairn.js')
  const options = ['--no-corpus', '--root', repositoryRoot, '--state', folder, '--port', String(port)]
  const child = spawn(process.execPath, [command, 'dev', ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  await untilReady(child.stdout, child.stderr, ended)
  return {
    url: `http://127.0.0.1:${port}`,
    token: readFileSync(path.join(folder, 'token'), 'utf8'),
    peakMemory: () => Math.max(0, ...childrenOf(child.pid!).map(peakMemoryOf)),
    kill: async () => {
      const { pid } = child
      if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      for (const one of [...childrenOf(pid), pid]) process.kill(one, 'SIGKILL')
      await ended
    },
  }
}

const READY = 'Ctrl-C stops it'

async function untilReady(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  ended: Promise<unknown>,
): Promise<void> {
  let printed = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [stdout, stderr])
      stream.on('data', (bytes: Buffer) => {
        printed += bytes.toString('utf8')
        if (printed.includes(READY)) resolve()
      })
  })
  const early = ended.then(() => {
    throw new Error(`cairn dev ended before it was ready:\n${printed}`)
  })
  await Promise.race([ready, early])
  early.catch(() => undefined)
}

function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!)
}

function peakMemoryOf(pid: number): number {
  const file = `/proc/${pid}/status`
  const peak = existsSync(file) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8')) : null
  return Number(peak?.[1] ?? 0) * 1024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
