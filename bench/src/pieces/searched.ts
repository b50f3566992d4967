/** Searches sealed segments in a folder, in a process whose memory is bounded, and prints what that took: `searched.ts <folder> <seq …>`. */
import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { openSealed } from '@cairn/search-engine/sealed-segment'
import { searching } from '@cairn/search-engine/search'
import { LANE_NAMES } from '@cairn/search-engine/search-request'
import { readHead } from '@cairn/search-engine/segment-head'
import { analyseQuery } from '@cairn/text/query'
import { KINDS, type Kind, questionsOf } from '../speed/corpus.ts'
import { printTable } from '../table.ts'
import { HeldFiles } from './held-files.ts'

const ROUNDS = 10

const [folder, ...seqs] = process.argv.slice(2) as [string, ...string[]]
let files = new HeldFiles(folder)
const opened = seqs.map((seq) => {
  const chunk = files.read(`${seq}/0`)
  return { seq: Number(seq), chunk, head: readHead(chunk) }
})
let most = 0
const rows = KINDS.map(measure)
printTable(['question', 'keys cold, and for the page', 'keys warm', 'ms on the processor'], rows)
console.log(`\nheap and buffers at most ${(most / 1e6).toFixed(0)} MB`)

/** The most keys of any question of a kind, and the mean time of all. */
function measure(kind: Kind): string[] {
  const queries = questionsOf(kind).map((words) =>
    kind === 'phrase' ? `"${words.join(' ')}"` : words.join(' '),
  )
  const cold = queries.map((query) => {
    files = new HeldFiles(folder)
    const waves = search(query)
    return { before: opened.length + waves[0]!, page: waves.slice(1).reduce((sum, keys) => sum + keys, 0) }
  })
  const warm = queries.map((query) => {
    search(query)
    const before = files.reads
    search(query)
    return files.reads - before
  })
  const started = processorMs()
  for (let round = 0; round < ROUNDS; round++) for (const query of queries) search(query)
  const mean = (processorMs() - started) / (ROUNDS * queries.length)
  return [
    kind,
    `${Math.max(...cold.map(({ before }) => before))} + ${Math.max(...cold.map(({ page }) => page))}`,
    String(Math.max(...warm)),
    mean.toFixed(1),
  ]
}

/** One search, its chunks held until it ends; gives how many each of its waves took. */
function search(query: string): number[] {
  const pinned = new Map<string, Uint8Array>()
  const segments = opened.map(({ seq, chunk, head }) => {
    const held = { chunk: (n: number) => pinned.get(`${seq}/${n}`) ?? null }
    return openSealed({ head, chunk, seq, held })
  })
  const request = {
    query: analyseQuery(query),
    vector: null,
    filter: null,
    limit: 10,
    offset: 0,
    lanes: LANE_NAMES,
  }
  const steps = searching({ segments, dead: NO_POINTERS }, request)
  const waves: number[] = []
  for (let step = steps.next(); !step.done; step = steps.next()) {
    const before = files.reads
    for (const { seq, n } of step.value) pinned.set(`${seq}/${n}`, files.read(`${seq}/${n}`))
    waves.push(files.reads - before)
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    most = Math.max(most, heapUsed + arrayBuffers)
  }
  return waves
}

/** Time this thread has been on a processor, whatever else the machine does. */
function processorMs(): number {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage()
  return (user + system) / 1000
}
