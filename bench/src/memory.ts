/**
 * How much does an isolate need? A process whose heap is limited to 128 MB searches a sealed corpus in files; peers fill theirs until it
 * ends; and what the index of a passage weighs in some languages. `pnpm --filter @cairn/bench run memory [passages] [seconds]`; in full
 * `1000000 600`. The corpus is kept beside the machine's temporary files, so that a second run begins at once.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PassageInput } from '@cairn/search-engine/passage'
import { hasSharedData, readJudgedSet } from '@cairn/test-kit/shared-data'
import { splitText } from '@cairn/text/passages'
import { bundledForNode } from './bundled.ts'
import { sealedCorpus, sealedFolder, sealedSize } from './sealed/sealed-corpus.ts'
import { SEARCH_WORKER } from './sealed/search-worker.ts'
import { printTable } from './table.ts'

const HEAP_MB = 128
const LANGUAGES = { English: ['scifact', 'xquad-en'], Chinese: ['xquad-zh'], Russian: ['xquad-ru'] }
const passages = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 30)

const programs = mkdtempSync(path.join(tmpdir(), 'cairn-memory-'))
try {
  await printSearching()
  await printPeers()
} finally {
  rmSync(programs, { recursive: true, force: true })
}
await printBytes()

async function printSearching(): Promise<void> {
  await sealedCorpus(passages)
  const given = [sealedFolder(passages), String(passages), String(seconds)]
  const lines = await limited('searcher.ts', given, SEARCH_WORKER)
  console.log(`Cairn, a heap of ${HEAP_MB} MB, ${seconds} seconds of every kind of question\n`)
  console.log(JSON.stringify(JSON.parse(lines.at(-1)!), null, 2))
}

async function printPeers(): Promise<void> {
  const rows = []
  for (const name of ['MiniSearch', 'Orama']) {
    const counts = await limited('peer-filler.ts', [name])
    rows.push([name, counts.at(-1) ?? '0'])
  }
  console.log(`\nPassages that fit into a heap of ${HEAP_MB} MB\n`)
  printTable(['', 'passages'], rows)
}

/** The lines that a program of the bench prints, in a process with a limited heap, until it ends one way or another. */
async function limited(
  file: string,
  given: readonly string[],
  alias: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const program = path.join(programs, `${path.basename(file, '.ts')}.mjs`)
  writeFileSync(program, await bundledForNode(path.join(import.meta.dirname, 'memory', file), alias))
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, program, ...given],
      (failure, stdout, stderr) => {
        if (failure !== null && stdout === '') throw new Error(stderr)
        resolve(stdout)
      },
    )
  })
  return output.trim().split('\n')
}

async function printBytes(): Promise<void> {
  const rows = []
  for (const [language, sets] of Object.entries(LANGUAGES))
    for (const set of sets.filter((name) => hasSharedData(`data/${name}`)))
      rows.push([language, set, ...(await weigh(set))])
  console.log('\nBytes of a sealed segment, its texts included\n')
  printTable(
    ['', 'set', 'passages', 'text bytes a passage', 'segment bytes a passage', 'without the text'],
    rows,
  )
}

async function weigh(set: string): Promise<string[]> {
  const inputs = readJudgedSet(set).documents.flatMap(({ id, title = '', text }) =>
    splitText(text, 'plain').map((passage, index) => inputOf({ id, title, text: passage.text, index })),
  )
  const { length, passages: count } = await sealedSize(inputs)
  const bytes = inputs.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return [count, bytes / count, length / count, (length - bytes) / count].map((figure) =>
    String(Math.round(figure)),
  )
}

function inputOf(of: {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly index: number
}): PassageInput {
  const { id, title, text, index } = of
  const hash = createHash('sha256').update(text).digest('hex')
  return {
    document: `set/${id}`,
    source: 'set',
    documentId: id,
    title,
    heading: '',
    speaker: '',
    author: '',
    text,
    summaryTokens: 0,
    tokens: 0,
    hash,
    uri: '',
    kind: '',
    tags: [],
    createdAt: null,
    eventAt: null,
    index,
    vector: null,
  }
}
