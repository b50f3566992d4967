/**
 * What does a search by a vector cost? Synthetic passages with vectors of 384 components in one sealed segment that is held: keys and
 * bytes of its vectors, and time on the processor of a search by the lane Dense alone, beside a plain loop over the same vectors as
 * Float32, which finds the best ten; how many of those ten are among the search's. `pnpm --filter @cairn/bench run dense [passages …]`:
 * 10,000 and 80,000 unless told otherwise.
 */
import { buildSegment } from '@cairn/search-engine/build-segment'
import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { openSealed } from '@cairn/search-engine/sealed-segment'
import { sealMerge } from '@cairn/search-engine/sealing/seal-merge'
import { wholeInput } from '@cairn/search-engine/sealing/whole-input'
import { search } from '@cairn/search-engine/search'
import type { Segment } from '@cairn/search-engine/segment'
import { readHead } from '@cairn/search-engine/segment-head'
import { quantize } from '@cairn/search-engine/vector'
import { analyseQuery } from '@cairn/text/query'
import { bestTen, Embeddings } from './dense/embeddings.ts'
import { passageInput } from './speed/passage-input.ts'
import { printTable } from './table.ts'

const DIMENSIONS = 384
const QUESTIONS = 20
const SEGMENT_PASSAGES = 10_000

const asked = process.argv.slice(2).map(Number)
const rows: string[][] = []
for (const passages of asked.length > 0 ? asked : [10_000, 80_000]) rows.push(await measure(passages))
printTable(
  ['passages', 'keys of vectors', 'MB of vectors', 'search, ms', 'Float32 loop, ms', 'ratio', 'of its ten'],
  rows,
)

async function measure(passages: number): Promise<string[]> {
  const embeddings = new Embeddings(passages, DIMENSIONS)
  const chunks = await seal(embeddings, passages)
  const questions = Array.from({ length: QUESTIONS }, (_, n) => embeddings.question(n))
  const segment = opened(chunks)
  const keys = segment.reads.vectors()
  const both = questions.map((question) => {
    const [ours, theirs] = [tenBySearch(opened(chunks), question), bestTen(embeddings.all, question)]
    return theirs.filter((n) => ours.includes(n)).length
  })
  const [ours, loop] = timed([
    () => questions.map((question) => tenBySearch(opened(chunks), question)),
    () => questions.map((question) => bestTen(embeddings.all, question)),
  ])
  return [
    passages.toLocaleString('en'),
    String(keys.length),
    (keys.reduce((sum, n) => sum + chunks.get(n)!.length, 0) / 1e6).toFixed(1),
    ours!.toFixed(1),
    loop!.toFixed(1),
    (ours! / loop!).toFixed(2),
    (both.reduce((a, b) => a + b, 0) / QUESTIONS).toFixed(1),
  ]
}

/** Median time a question of each, taken in turn. */
function timed(ways: readonly (() => unknown)[]): number[] {
  const times: number[][] = ways.map(() => [])
  for (let round = 0; round < 7; round++)
    for (const [n, way] of ways.entries()) {
      const started = process.cpuUsage()
      way()
      const { user, system } = process.cpuUsage(started)
      times[n]!.push((user + system) / 1000 / QUESTIONS)
    }
  return times.map((each) => each.sort((a, b) => a - b)[3]!)
}

function tenBySearch(segment: Segment, question: Float32Array): number[] {
  const request = {
    query: analyseQuery('none'),
    vector: quantize([...question]),
    filter: null,
    limit: 10,
    offset: 0,
    lanes: ['Dense'],
  } as const
  return search([segment], NO_POINTERS, request).hits.map(
    ({ batch, ordinal }) => batch * SEGMENT_PASSAGES + ordinal,
  )
}

/** As each search opens it. */
function opened(chunks: ReadonlyMap<number, Uint8Array>): Segment {
  const chunk = chunks.get(0)!
  return openSealed({ head: readHead(chunk), chunk, seq: 1, held: { chunk: (n) => chunks.get(n) ?? null } })
}

async function seal(embeddings: Embeddings, passages: number): Promise<Map<number, Uint8Array>> {
  const chunks = new Map<number, Uint8Array>()
  const inputs = []
  for (let from = 0; from < passages; from += SEGMENT_PASSAGES) {
    const some = Array.from({ length: Math.min(SEGMENT_PASSAGES, passages - from) }, (_, n) => ({
      ...passageInput({
        number: from + n,
        document: from + n,
        index: 0,
        title: '',
        text: `passage ${from + n}`,
      }),
      vector: quantize([...embeddings.of(from + n)]),
    }))
    inputs.push(wholeInput(buildSegment(some, []), from / SEGMENT_PASSAGES))
  }
  const plan = { inputs, isDead: () => false, keepsCounts: true, inputBytes: passages * 500 }
  await sealMerge(plan, null, { put: async (n, bytes) => void chunks.set(n, bytes), isOver: () => false })
  return chunks
}
