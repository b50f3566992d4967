/**
 * How fast is a search, beside MiniSearch, Orama and SQLite FTS5 in D1, and how does it grow with the corpus? Every engine holds the same
 * passages in an isolate of one workerd process and is asked the same questions in turn. `pnpm --filter @cairn/bench run speed [passages …]`
 */
import { KINDS, type Kind } from './speed/corpus.ts'
import { type Runtime, SUBJECTS, type SubjectName, startRuntime } from './speed/runtime.ts'
import { inTurn, type Timing } from './speed/timing.ts'
import { printTable } from './table.ts'

const SIZES = [10_000, 100_000]
/** Past this many passages only Cairn and FTS5 are asked: the others would hold gigabytes. */
const PEERS_MAX = 100_000
/** Neither has phrases. */
const WITHOUT_PHRASES: readonly SubjectName[] = ['MiniSearch', 'Orama']
const LOAD = 5000

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : SIZES
for (const size of sizes) await compare(size)

async function compare(size: number): Promise<void> {
  const names = SUBJECTS.filter((name) => size <= PEERS_MAX || !WITHOUT_PHRASES.includes(name))
  const runtime = await startRuntime(names)
  try {
    for (const name of names) await load(runtime, name, size)
    const rows = []
    for (const kind of KINDS) rows.push(rowOf(kind, names, await timed(runtime, names, kind)))
    console.log(
      `\n${size} passages: milliseconds a question, median (least to most), and how many times that of Cairn\n`,
    )
    printTable(['', ...names], rows)
  } finally {
    await runtime.stop()
  }
}

function timed(runtime: Runtime, names: readonly SubjectName[], kind: Kind) {
  const able = names.filter((name) => kind !== 'phrase' || !WITHOUT_PHRASES.includes(name))
  return inTurn(runtime, able, kind)
}

async function load(runtime: Runtime, name: SubjectName, size: number): Promise<void> {
  const began = performance.now()
  for (let from = 0; from < size; from += LOAD)
    await runtime.order(name, { load: [from, Math.min(size, from + LOAD)] })
  await runtime.order(name, { ready: true })
  console.error(`${name}: ${size} passages loaded in ${Math.round((performance.now() - began) / 1000)} s`)
}

function rowOf(
  kind: Kind,
  names: readonly SubjectName[],
  timings: ReadonlyMap<SubjectName, Timing>,
): string[] {
  const own = timings.get('cairn')!.median
  return [kind, ...names.map((name) => cellOf(timings.get(name), own))]
}

function cellOf(timing: Timing | undefined, own: number): string {
  if (timing === undefined) return 'has none'
  const [median, least, most] = [timing.median, timing.least, timing.most].map((ms) => ms.toFixed(2))
  return `${median} (${least} to ${most}) ×${(timing.median / own).toFixed(1)}`
}
