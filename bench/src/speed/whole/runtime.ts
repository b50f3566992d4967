import path from 'node:path'
import { type BundledWorker, readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { repositoryRoot, startCairn } from '@cairn/test-kit/start-cairn'
import { bundled } from '../../bundled.ts'
import { fillNamespace, NAMED_AT_ONCE } from '../../filled-namespace.ts'
import type { Kind } from '../corpus.ts'
import type { Ask } from '../timing.ts'
import type { Drive } from './driver.worker.ts'

/** The built search Worker of a running Cairn and a plain one over FTS5, asked by HTTP from inside one runtime. */
export interface WholeRuntime {
  asks(kind: Kind): ReadonlyMap<string, Ask>
  stop(): Promise<void>
}

/** Starts both, filled with the same passages. */
export async function startWhole(passages: number): Promise<WholeRuntime> {
  const cairn = await startCairn({ workers: await workers(), variables: NAMED_AT_ONCE })
  const speaker = await cairn.as('bench')
  await fillNamespace(speaker, 'default', passages)
  const texts = await cairn.miniflare.getWorker('bench-texts')
  await texts.fetch(`http://bench.test/fill?count=${passages}`)
  const driver = await cairn.miniflare.getWorker('bench-driver')
  const send = async (drive: Drive) => {
    const began = performance.now()
    const response = await driver.fetch('http://bench.test/', { method: 'POST', body: JSON.stringify(drive) })
    const answered = Number(await response.text())
    const ms = performance.now() - began
    if (answered !== drive.rounds * drive.bodies.length) throw new Error(`${drive.worker} failed to answer`)
    return { hits: answered, ms }
  }
  const headers = { authorization: `Bearer ${speaker.token}`, 'content-type': 'application/json' }
  const ask =
    (worker: Drive['worker'], kind: Kind): Ask =>
    (questions, rounds) => {
      const bodies = questions.map((words) => JSON.stringify({ query: queryOf(words, kind) }))
      return send({ worker, path: '/v1/query/search', headers, bodies, rounds })
    }
  return {
    asks: (kind) =>
      new Map([
        ['cairn', ask('CAIRN', kind)],
        ['FTS5 in D1', ask('TEXTS', kind)],
      ]),
    stop: () => cairn.stop(),
  }
}

function queryOf(words: readonly string[], kind: Kind): string {
  return kind === 'phrase' ? `"${words.join(' ')}"` : words.join(' ')
}

/** Those of Cairn, and two of the bench. */
async function workers(): Promise<BundledWorker[]> {
  const of = async (name: string, file: string) => ({
    name,
    config: { name, main: file, compatibility_date: '2026-08-01' },
    bundle: await bundled(path.join(import.meta.dirname, file)),
  })
  const texts = await of('bench-texts', 'texts.worker.ts')
  const driver = await of('bench-driver', 'driver.worker.ts')
  const services = [
    { binding: 'CAIRN', service: 'cairn-search' },
    { binding: 'TEXTS', service: 'bench-texts' },
  ]
  const database = { binding: 'DB', database_name: 'bench-texts' }
  return [
    ...readBuiltWorkers(repositoryRoot),
    { ...texts, config: { ...texts.config, d1_databases: [database] } },
    { ...driver, config: { ...driver.config, services } },
  ]
}
