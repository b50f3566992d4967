/**
 * How fast is a search, beside MiniSearch, Orama and SQLite FTS5 in D1, and how does it grow with the corpus? Every engine holds the same
 * passages in an isolate of one workerd process and is asked the same questions in turn; then the built search Worker as a whole, by HTTP, beside
 * a plain Worker over FTS5. `pnpm --filter @cairn/bench run speed [engine|whole] [passages …]`
 */
import { compared } from './speed/compared.ts'
import { KINDS } from './speed/corpus.ts'
import { type Runtime, SUBJECTS, type SubjectName, startRuntime } from './speed/runtime.ts'
import { startWhole } from './speed/whole/runtime.ts'
import { printTable } from './table.ts'

const SIZES = [10_000, 100_000]
/** Past this many passages these are not asked: they would hold gigabytes. */
const PEERS_MAX = 100_000
const LARGE: readonly SubjectName[] = ['MiniSearch', 'Orama']
const LOAD = 5000
const TOLD = 'milliseconds a question, median (least to most), and how many times that of Cairn'

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
    const rows = []
    for (const kind of KINDS)
      rows.push(await compared(kind, new Map(names.map((name) => [name, runtime.ask(name, kind)]))))
    console.log(`\n${size} passages, the engines alone: ${TOLD}\n`)
    printTable(['', ...names], rows)
  } finally {
    await runtime.stop()
  }
}

async function compareWhole(size: number): Promise<void> {
  const runtime = await startWhole(size)
  try {
    const rows = []
    for (const kind of KINDS) rows.push(await compared(kind, runtime.asks(kind)))
    console.log(`\n${size} passages, the whole operation through its Worker: ${TOLD}\n`)
    printTable(['', ...runtime.asks('rare').keys()], rows)
  } finally {
    await runtime.stop()
  }
}

async function load(runtime: Runtime, name: SubjectName, size: number): Promise<void> {
  const began = performance.now()
  for (let from = 0; from < size; from += LOAD)
    await runtime.order(name, { load: [from, Math.min(size, from + LOAD)] })
  await runtime.order(name, { ready: true })
  console.error(`${name}: ${size} passages loaded in ${Math.round((performance.now() - began) / 1000)} s`)
}
