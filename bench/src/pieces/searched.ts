/** Searches the sealed segment in a folder, in a process whose memory is bounded, and prints what that took. */
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

const folder = process.argv[2]!
let files = new HeldFiles(folder)
const chunk = files.read(0)
const head = readHead(chunk)
let most = 0
const rows = KINDS.map(measure)
printTable(['question', 'keys cold', 'of them for the page', 'keys warm', 'ms on the processor'], rows)
console.log(`\nheap and buffers at most ${(most / 1e6).toFixed(0)} MB`)

/** The most keys of any question of a kind, and the mean time of all. */
function measure(kind: Kind): string[] {
  const queries = questionsOf(kind).map((words) =>
    kind === 'phrase' ? `"${words.join(' ')}"` : words.join(' '),
  )
  const cold = queries.map((query) => {
    files = new HeldFiles(folder)
    const { page } = search(query)
    return { keys: 1 + files.reads, page }
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
    String(Math.max(...cold.map(({ keys }) => keys))),
    String(Math.max(...cold.map(({ page }) => page))),
    String(Math.max(...warm)),
    mean.toFixed(1),
  ]
}

/** One search, its chunks held until it ends; gives how many its last wave, the stored fields of the page, took. */
function search(query: string): { readonly page: number } {
  const pinned = new Map<number, Uint8Array>()
  const held = { chunk: (n: number) => pinned.get(n) ?? null }
  const segment = openSealed({ head, chunk, seq: 1, held })
  const request = {
    query: analyseQuery(query),
    vector: null,
    filter: null,
    limit: 10,
    offset: 0,
    lanes: LANE_NAMES,
  }
  const steps = searching({ segments: [segment], dead: NO_POINTERS }, request)
  let page = 0
  for (let step = steps.next(); !step.done; step = steps.next()) {
    page = step.value.length
    for (const { n } of step.value) pinned.set(n, files.read(n))
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    most = Math.max(most, heapUsed + arrayBuffers)
  }
  return { page }
}

/** Time this thread has been on a processor, whatever else the machine does. */
function processorMs(): number {
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage()
  return (user + system) / 1000
}
