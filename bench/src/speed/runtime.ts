import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { bundled } from '../bundled.ts'
import { SEARCH_WORKER } from '../sealed/search-worker.ts'
import type { Kind } from './corpus.ts'
import type { Order } from './subject.ts'
import type { Ask } from './timing.ts'

/** The engines, each with the file of its Worker. */
const FILES = {
  cairn: 'cairn.worker.ts',
  MiniSearch: 'minisearch.worker.ts',
  Orama: 'orama.worker.ts',
  'FTS5 in D1': 'fts5.worker.ts',
} as const
export type SubjectName = keyof typeof FILES
/** Neither has phrases. */
const WITHOUT_PHRASES: readonly SubjectName[] = ['MiniSearch', 'Orama']
export const SUBJECTS = Object.keys(FILES) as readonly SubjectName[]

/** Engines in isolates of their own, in one workerd process. */
export interface Runtime {
  /** Obeys, and gives the hits and the milliseconds it took from outside. */
  order(name: SubjectName, order: Order): Promise<{ readonly hits: number; readonly ms: number }>
  /** Puts a value where the engines' `SEGMENTS` are read from. */
  putSegment(name: SubjectName, key: string, value: Uint8Array | string): Promise<void>
  /** How to ask it questions of a kind; null where it has none of these. */
  ask(name: SubjectName, kind: Kind): Ask | null
  stop(): Promise<void>
}

export async function startRuntime(names: readonly SubjectName[]): Promise<Runtime> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: await Promise.all(
        names.map(async (name, i) =>
          workerOf(i, await bundled(path.join(import.meta.dirname, FILES[name]), SEARCH_WORKER)),
        ),
      ),
    }),
  )
  const workers = await Promise.all(names.map((_, i) => miniflare.getWorker(`subject-${i}`)))
  const obeyed: Runtime['order'] = async (name, order) => {
    const body = JSON.stringify(order)
    const began = performance.now()
    const response = await workers[names.indexOf(name)]!.fetch('http://bench.test/', {
      method: 'POST',
      body,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${name} failed: ${text.slice(0, 500)}`)
    return { hits: Number(text), ms: performance.now() - began }
  }
  return {
    order: obeyed,
    ask: (name, kind) =>
      kind === 'phrase' && WITHOUT_PHRASES.includes(name)
        ? null
        : (ask, rounds) => obeyed(name, { ask, isPhrase: kind === 'phrase', rounds }),
    putSegment: async (name, key, value) => {
      const namespace = await miniflare.getKVNamespace('SEGMENTS', `subject-${names.indexOf(name)}`)
      await namespace.put(key, value)
    },
    stop: () => miniflare.dispose(),
  }
}

function workerOf(number: number, contents: string) {
  return {
    name: `subject-${number}`,
    modules: [{ type: 'ESModule' as const, path: 'worker.js', contents }],
    compatibilityDate: '2026-08-01',
    d1Databases: { DB: `texts-${number}` },
    kvNamespaces: { SEGMENTS: `segments-${number}` },
  }
}
