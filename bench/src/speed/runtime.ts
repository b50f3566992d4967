import path from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Order } from './subject.ts'

/** The engines, each with the file of its Worker. */
const FILES = {
  cairn: 'cairn.worker.ts',
  MiniSearch: 'minisearch.worker.ts',
  Orama: 'orama.worker.ts',
  'FTS5 in D1': 'fts5.worker.ts',
} as const
export type SubjectName = keyof typeof FILES
export const SUBJECTS = Object.keys(FILES) as readonly SubjectName[]

/** Engines in isolates of their own, in one workerd process. */
export interface Runtime {
  /** Obeys, and gives the hits and the milliseconds it took from outside. */
  order(name: SubjectName, order: Order): Promise<{ readonly hits: number; readonly ms: number }>
  stop(): Promise<void>
}

export async function startRuntime(names: readonly SubjectName[]): Promise<Runtime> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: await Promise.all(names.map(async (name, i) => workerOf(i, await bundled(FILES[name])))),
    }),
  )
  const workers = await Promise.all(names.map((_, i) => miniflare.getWorker(`subject-${i}`)))
  return {
    order: async (name, order) => {
      const body = JSON.stringify(order)
      const began = performance.now()
      const response = await workers[names.indexOf(name)]!.fetch('http://bench.test/', {
        method: 'POST',
        body,
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${name} failed: ${text.slice(0, 500)}`)
      return { hits: Number(text), ms: performance.now() - began }
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
  }
}

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, file)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
  })
  return outputFiles[0]!.text
}
