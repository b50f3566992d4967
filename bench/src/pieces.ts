/**
 * What does a search of a sealed index read, hold and take? Synthetic passages are sealed into files, and a process with a heap of 64 MB
 * and 48 MB of chunks searches them: keys read cold and warm, the most memory in use with all buffers, and time on the processor.
 * `pnpm --filter @cairn/bench run pieces [passages …]`: 20,000 and 100,000 unless told otherwise, in full 100000 1000000.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildSegment } from '@cairn/search-engine/build-segment'
import { sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { passagesBetween } from './speed/corpus.ts'
import { passageInput } from './speed/passage-input.ts'

const SEGMENT_PASSAGES = 10_000

const asked = process.argv.slice(2).map(Number)
for (const passages of asked.length > 0 ? asked : [20_000, 100_000]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-pieces-'))
  try {
    const { chunks, length } = await seal(folder, passages)
    console.log(
      `${passages.toLocaleString('en')} passages, ${(length / 1e6).toFixed(0)} MB in ${chunks} chunks\n`,
    )
    const script = path.join(import.meta.dirname, 'pieces/searched.ts')
    const flags = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning']
    console.log(execFileSync(process.execPath, [...flags, script, folder], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function seal(folder: string, passages: number) {
  mkdirSync(folder, { recursive: true })
  const segments = []
  for (let from = 0; from < passages; from += SEGMENT_PASSAGES) {
    const to = Math.min(passages, from + SEGMENT_PASSAGES)
    segments.push(buildSegment(Array.from(passagesBetween(from, to), passageInput), []))
  }
  const plan = {
    inputs: segments.map((bytes, n) => wholeInput(bytes, n + 1)),
    inputBytes: segments.reduce((sum, { length }) => sum + length, 0),
    isDead: () => false,
    keepsCounts: true,
  }
  const written = await sealMerge(plan, null, {
    put: async (n, bytes) => writeFileSync(path.join(folder, String(n)), bytes),
    isOver: () => false,
  })
  if (!('sealed' in written)) throw new Error('a merge without bounds is done at once')
  return written.sealed
}
