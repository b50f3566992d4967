/**
 * What does a signed receipt cost a commit? The same commits go to D1 in workerd with their receipts and without, one of each in turn, so
 * that a busy machine slows both alike. Prints a line a kind of commit: median milliseconds, rows written, bytes of the receipt.
 * `pnpm --filter @cairn/bench run receipts [rounds]`.
 */
import path from 'node:path'
import { makeIdentity } from '@cairn/cli/local/identity'
import { migrate } from '@cairn/cli/local/migrate'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { bundled } from './bundled.ts'
import type { Asked, Cost } from './receipts/signed-commits.worker.ts'

const ROUNDS = Number(process.argv[2] ?? 40)
const COMMITS = [
  { kind: 'facts', count: 1 },
  { kind: 'facts', count: 100 },
  { kind: 'documents', count: 1 },
  { kind: 'documents', count: 250 },
] as const

const { receiptKey } = await makeIdentity()
const worker = await bundled(path.join(import.meta.dirname, 'receipts/signed-commits.worker.ts'))
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    name: 'commits',
    modules: [{ type: 'ESModule', path: 'index.js', contents: worker }],
    compatibilityDate: '2026-08-01',
    d1Databases: ['DB'],
    bindings: { KEY: JSON.stringify(receiptKey) },
  }),
)
const migrations = path.join(import.meta.dirname, '../../packages/memory-store/migrations')
await migrate(await miniflare.getD1Database('DB'), migrations)
for (const commit of COMMITS) {
  const [signed, bare] = await alternately(commit)
  const row = {
    commit: `${commit.count} ${commit.kind}`,
    ms: { with: median(signed), without: median(bare) },
    rows: { with: signed.at(-1)!.rows, without: bare.at(-1)!.rows },
    receiptBytes: signed.at(-1)!.receiptBytes,
  }
  console.log(JSON.stringify(row))
}
await miniflare.dispose()

async function alternately(commit: Pick<Asked, 'kind' | 'count'>): Promise<[Cost[], Cost[]]> {
  const costs: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const withReceipt = round % 2 === 0
    const body = JSON.stringify({ ...commit, withReceipt } satisfies Asked)
    const response = await miniflare.dispatchFetch('http://bench', { method: 'POST', body })
    costs[withReceipt ? 0 : 1].push((await response.json()) as Cost)
  }
  return costs
}

function median(costs: readonly Cost[]): number {
  return costs.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]!
}
