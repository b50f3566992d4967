/**
 * How much memory does one sealed merge hold? That which makes one segment of what writers leave, and the last one of a rebuild, of parts of
 * 10,000 passages: memory after a collection at every few chunks put, less what was held before, and the time.
 * `pnpm --filter @cairn/bench run sealing [passages …]`: 40,000 and 80,000 unless told otherwise, in full 1000000.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { MergeInput } from '@cairn/search-engine/sealing/merge-input'
import { sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { sealedInput } from '@cairn/search-engine/sealing/sealed-input'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { type Inputs, sealedInputs } from './sealed/sealed-corpus.ts'
import { passagesBetween } from './speed/corpus.ts'
import { passageInput } from './speed/passage-input.ts'
import { printTable } from './table.ts'

const PAGE_PASSAGES = 2500
const PART_PASSAGES = 10_000
/** As `workers/library/src/maintenance/rebuild.ts` cuts parts. */
const PART_CHUNK_BYTES = 128 * 1024
const COLLECTED_EVERY = 5

const collect = (globalThis as { gc?: () => void }).gc
const asked = process.argv.slice(2).map(Number)
const rows: string[][] = []
for (const passages of asked.length > 0 ? asked : [40_000, 80_000]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-sealing-'))
  try {
    rows.push(['as writers leave it', ...(await measure(folder, await sealedInputs(passages)))])
    rows.push(['parts of a rebuild', ...(await measure(folder, await partsOf(folder, passages)))])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
printTable(['of', 'passages', 'inputs', 'MB sealed', 'chunks', 'seconds', 'most memory, MB'], rows)

async function measure(folder: string, inputs: Inputs): Promise<string[]> {
  const before = await settledMemory()
  let most = before
  let puts = 0
  const started = performance.now()
  const written = await sealMerge({ ...inputs, isDead: () => false, keepsCounts: true }, null, {
    put: async (n, bytes) => {
      writeFileSync(path.join(folder, `merged-${n}`), bytes)
      puts += 1
      if (puts % COLLECTED_EVERY === 0) most = Math.max(most, memory())
    },
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a merge without bounds is done at once')
  const seconds = (performance.now() - started) / 1000
  const { length, chunks, passages } = written.sealed
  return [
    passages.toLocaleString('en'),
    String(inputs.inputs.length),
    (length / 1e6).toFixed(0),
    String(chunks),
    seconds.toFixed(1),
    ((most - before) / 1e6).toFixed(1),
  ]
}

/** The same, once what was let go before is swept as well. */
async function settledMemory(): Promise<number> {
  let least = memory()
  for (let n = 0; n < 10; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    least = Math.min(least, memory())
  }
  return least
}

/** Memory in use once what nobody holds is gone. */
function memory(): number {
  collect?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function partsOf(folder: string, passages: number): Promise<Inputs> {
  const inputs: MergeInput[] = []
  let inputBytes = 0
  for (let from = 0; from < passages; from += PART_PASSAGES) {
    const part = await writtenPart(folder, from, Math.min(passages, from + PART_PASSAGES))
    inputs.push(part.input)
    inputBytes += part.length
  }
  return { inputs, inputBytes }
}

async function writtenPart(folder: string, from: number, to: number) {
  const pages: MergeInput[] = []
  for (let at = from; at < to; at += PAGE_PASSAGES) {
    const some = Array.from(passagesBetween(at, Math.min(to, at + PAGE_PASSAGES)), passageInput)
    pages.push(wholeInput(buildSegment(some, []), at / PAGE_PASSAGES + 1))
  }
  const place = path.join(folder, `part-${from}`)
  mkdirSync(place)
  const plan = {
    inputs: pages,
    isDead: () => false,
    keepsCounts: false,
    inputBytes: 0,
    chunkBytes: PART_CHUNK_BYTES,
  }
  const written = await sealMerge(plan, null, {
    put: async (n, bytes) => writeFileSync(path.join(place, String(n)), bytes),
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a merge without bounds is done at once')
  const read = async (n: number) => new Uint8Array(readFileSync(path.join(place, String(n))))
  return { input: sealedInput(await read(0), 0, read), length: written.sealed.length }
}
