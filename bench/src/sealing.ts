/**
 * How much memory does one sealed merge hold? Synthetic passages are built into segments of 5,000, these sealed in groups of 4 with their
 * chunks in files, and the groups merged into one: memory after a collection at every chunk put, less what was held before, and the time.
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
import { passagesBetween } from './speed/corpus.ts'
import { passageInput } from './speed/passage-input.ts'
import { printTable } from './table.ts'

const SEGMENT_PASSAGES = 5000
const GROUP = 4
const COLLECTED_EVERY = 5

const collect = (globalThis as { gc?: () => void }).gc
const asked = process.argv.slice(2).map(Number)
const rows: string[][] = []
for (const passages of asked.length > 0 ? asked : [40_000, 80_000]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-sealing-'))
  try {
    rows.push(await measure(folder, passages))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
printTable(['passages', 'MB sealed', 'chunks', 'seconds', 'most memory, MB', 'of them a row, bytes'], rows)

interface Sealed {
  readonly input: MergeInput
  readonly length: number
}

async function measure(folder: string, passages: number): Promise<string[]> {
  const groups: Sealed[] = []
  for (let from = 0; from < passages; from += SEGMENT_PASSAGES * GROUP)
    groups.push(await sealedGroup(folder, from, Math.min(passages, from + SEGMENT_PASSAGES * GROUP)))
  await new Promise((resolve) => setTimeout(resolve, 0))
  const before = memory()
  let most = before
  let puts = 0
  const started = performance.now()
  const plan = {
    inputs: groups.map(({ input }) => input),
    inputBytes: groups.reduce((sum, { length }) => sum + length, 0),
  }
  const written = await sealMerge({ ...plan, isDead: () => false, keepsCounts: true }, null, {
    put: async (n, bytes) => {
      writeFileSync(path.join(folder, `merged-${n}`), bytes)
      puts += 1
      if (puts % COLLECTED_EVERY === 0) most = Math.max(most, memory())
    },
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a merge without bounds is done at once')
  const seconds = (performance.now() - started) / 1000
  const { length, chunks } = written.sealed
  const held = most - before
  return [
    passages.toLocaleString('en'),
    (length / 1e6).toFixed(0),
    String(chunks),
    seconds.toFixed(1),
    (held / 1e6).toFixed(1),
    (held / passages).toFixed(0),
  ]
}

/** Memory in use once what nobody holds is gone. */
function memory(): number {
  collect?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function sealedGroup(folder: string, from: number, to: number): Promise<Sealed> {
  const inputs: MergeInput[] = []
  for (let at = from; at < to; at += SEGMENT_PASSAGES) {
    const some = Array.from(passagesBetween(at, Math.min(to, at + SEGMENT_PASSAGES)), passageInput)
    inputs.push(wholeInput(buildSegment(some, []), at / SEGMENT_PASSAGES + 1))
  }
  const place = path.join(folder, `group-${from}`)
  mkdirSync(place)
  const plan = { inputs, isDead: () => false, keepsCounts: true, inputBytes: 0 }
  const written = await sealMerge(plan, null, {
    put: async (n, bytes) => writeFileSync(path.join(place, String(n)), bytes),
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a merge without bounds is done at once')
  const read = async (n: number) => new Uint8Array(readFileSync(path.join(place, String(n))))
  return { input: sealedInput(await read(0), 0, read), length: written.sealed.length }
}
