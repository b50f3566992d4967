/**
 * How fast is a search, beside MiniSearch, Orama and SQLite FTS5 in D1, and how does it grow with the corpus? Every engine holds the same
 * passages in an isolate of one workerd process and is asked the same questions in turn; then the built search Worker as a whole, by HTTP, beside
 * a plain Worker over FTS5. `pnpm --filter @cairn/bench run speed [engine|whole] [passages …]`
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sealedCorpus, sealedFolder } from './sealed/sealed-corpus.ts'
import { compared, rowOf } from './speed/compared.ts'
import { KINDS, type Kind } from './speed/corpus.ts'
import { type Runtime, SUBJECTS, type SubjectName, startRuntime } from './speed/runtime.ts'
import type { Ask } from './speed/timing.ts'
import { startWhole } from './speed/whole/runtime.ts'
import { printTable } from './table.ts'

const SIZES = [10_000, 100_000]
/** Past this many passages these are not asked: they would hold gigabytes. */
const PEERS_MAX = 100_000
const LARGE: readonly SubjectName[] = ['MiniSearch', 'Orama']
const LOAD = 5000
const TOLD =
  'milliseconds a question, median (least to most; of processor), and how many times the processor that Cairn takes'

const parts = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument))
const given = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number)
for (const size of given.length > 0 ? given : SIZES) {
  if (parts.length === 0 || parts.includes('engine')) await compareEngines(size)
  if (parts.length === 0 || parts.includes('whole')) await compareWhole(size)
}

async function compareEngines(size: number): Promise<void> {
  const names = SUBJECTS.filter((name) => size <= PEERS_MAX || !LARGE.includes(name))
  const runtime = await startRuntime(names)
  try {
    for (const name of names) await load(runtime, name, size)
    const asks = (kind: Kind) => new Map(names.map((name) => [name, runtime.ask(name, kind)]))
    await compareKinds(`${size} passages, the engines alone`, size, asks)
  } finally {
    await runtime.stop()
  }
}

async function compareWhole(size: number): Promise<void> {
  const runtime = await startWhole(size)
  try {
    await compareKinds(`${size} passages, the whole operation through its Worker`, size, runtime.asks)
  } finally {
    await runtime.stop()
  }
}

/** Prints a JSON line a kind, which `latency-plot.ts` reads, and a table. */
async function compareKinds(
  title: string,
  size: number,
  asks: (kind: Kind) => ReadonlyMap<string, Ask | null>,
): Promise<void> {
  const rows = []
  for (const kind of KINDS) {
    const row = await compared(kind, asks(kind))
    console.log(JSON.stringify({ title, size, kind, engines: Object.fromEntries(row.engines) }))
    rows.push(rowOf(row))
  }
  console.log(`\n${title}: ${TOLD}\n`)
  printTable(['', ...asks('rare').keys()], rows)
}

async function load(runtime: Runtime, name: SubjectName, size: number): Promise<void> {
  const began = performance.now()
  if (name === 'cairn') await putSealed(runtime, size)
  else
    for (let from = 0; from < size; from += LOAD)
      await runtime.order(name, { load: [from, Math.min(size, from + LOAD)] })
  await runtime.order(name, { ready: true })
  console.error(`${name}: ${size} passages loaded in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** What sealing wrote to files is put where the Worker reads its chunks. */
async function putSealed(runtime: Runtime, size: number): Promise<void> {
  const files = await sealedCorpus(size)
  for (const { seq, chunks } of files)
    for (let n = 0; n < chunks; n++)
      await runtime.putSegment(
        'cairn',
        `${seq}/${n}`,
        readFileSync(path.join(sealedFolder(size), `${seq}/${n}`)),
      )
  await runtime.putSegment('cairn', 'manifest', JSON.stringify(files))
}
