/**
 * How does a namespace grow? Passages come in over HTTP while searches run, and the machine loses power twice on the way; how fast they
 * are stored, what commits and searches take meanwhile, how much memory the runtime had at most, what the index became and what it weighs;
 * and how a namespace that nobody merges refuses writers and recovers. `pnpm --filter @cairn/bench run ingest [passages]`: 40,000 unless
 * told otherwise, in full 200,000.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DevProcess, startDevProcess } from '@cairn/test-kit/dev-process'
import { askWhile } from './ingest/asking.ts'
import { backlogRecovery } from './ingest/backlog.ts'
import { sendPassages } from './ingest/send-passages.ts'
import { weigh } from './ingest/weigh.ts'
import { printTable } from './table.ts'

const KILLED_AT = [1 / 3, 2 / 3]
const STEPS_MAX = 500

const passages = Number(process.argv[2] ?? 40_000)
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-ingest-'))
let cairn = await startDevProcess(folder)
try {
  await put(cairn)
  const rows: [string, string][] = [['passages', passages.toLocaleString('en')]]
  const peaks: number[] = []
  let [stored, seconds] = [0, 0]
  const asked: number[] = []
  for (const share of [...KILLED_AT, 1]) {
    const end = Math.round(passages * share)
    const asking = askWhile(cairn)
    const sent = await sendPassages(cairn, { from: stored, to: passages, until: end })
    asked.push(...(await asking.stop()))
    stored = sent.stored
    seconds += sent.seconds
    if (share < 1) {
      peaks.push(cairn.peakMemory())
      await cairn.kill()
      cairn = await startDevProcess(folder)
    }
  }
  const settling = performance.now()
  const steps = await settle(cairn)
  rows.push(
    ['passages a second, while searches ran', Math.round(passages / seconds).toLocaleString('en')],
    ['searches meanwhile, ms: median, 95th', `${quantile(asked, 0.5)}, ${quantile(asked, 0.95)}`],
    [
      'killed on the way, acknowledged documents lost',
      `${KILLED_AT.length} times, ${await lost(cairn, passages)}`,
    ],
    [
      'steps until nothing was left to do',
      `${steps} in ${Math.round((performance.now() - settling) / 1000)} s`,
    ],
  )
  peaks.push(cairn.peakMemory())
  rows.push(['most memory of the runtime, MB', peaks.map((bytes) => Math.round(bytes / 1e6)).join(', ')])
  rows.push(['one document, ms: median, 95th', await oneByOne(cairn)])
  await cairn.kill()
  rows.push(...weigh(folder, passages), ...(await backlogRecovery()))
  printTable(['what', 'measured'], rows)
} finally {
  await cairn.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function call({ url, token }: DevProcess, method: string, address: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}${address}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  return (await response.json()) as Record<string, unknown>
}

async function put(process: DevProcess): Promise<void> {
  await call(process, 'PUT', '/v1/sources/passages', {})
}

async function settle(process: DevProcess): Promise<number> {
  for (let steps = 1; steps < STEPS_MAX; steps++)
    if ((await call(process, 'POST', '/v1/maintenance/step')).more === false) return steps
  throw new Error('the steps do not end')
}

/** Documents that were acknowledged and that the namespace does not count. */
async function lost(process: DevProcess, sent: number): Promise<number> {
  const { namespaces } = (await call(process, 'GET', '/v1/namespaces')) as {
    namespaces: { documents: number }[]
  }
  return sent - namespaces[0]!.documents
}

/** Commits of one document each, one after another. */
async function oneByOne(process: DevProcess): Promise<string> {
  const taken: number[] = []
  for (let n = 0; n < 60; n++) {
    const started = performance.now()
    await call(process, 'POST', '/v1/sources/passages/documents', {
      id: `one${n}`,
      text: `A document alone, ${n}.`,
    })
    taken.push(performance.now() - started)
  }
  return `${quantile(taken, 0.5)}, ${quantile(taken, 0.95)}`
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}
