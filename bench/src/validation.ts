/**
 * What does validation cost? The same answers are judged inside workerd by this contract's validators, @cfworker/json-schema and zod,
 * each time beside JSON.parse of the same texts; and each subpath of the contract is bundled alone. Times are ratios to JSON.parse of the
 * same run, since the machine's own speed wanders. `pnpm --filter @cairn/bench run validation`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { printTable } from './table.ts'
import { bytesOf, subpathsOf } from './validation/bundle-bytes.ts'
import { agreementWith, SUBJECTS, type Vector } from './validation/subjects.ts'

const RUNS = 7
const AIM_MS = 200
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../fixtures/vectors/crc-v1.json'), 'utf8'),
)
const answers = vectors
  .filter(({ name }) => name.startsWith('generated answer'))
  .map(({ document }) => document)

await printSpeeds()
await printBytes()

async function printSpeeds(): Promise<void> {
  const miniflare = await started()
  try {
    const parse = await perAnswer(miniflare, 'JSON.parse')
    const rows = []
    for (const { name } of SUBJECTS) {
      const time = name === 'JSON.parse' ? parse : await perAnswer(miniflare, name)
      const { right, of } = agreementWith(name, vectors)
      rows.push([
        name,
        `${(time * 1000).toFixed(2)}`,
        (time / parse).toFixed(2),
        of === 0 ? '' : `${right} of ${of}`,
      ])
    }
    const bytes = answers.reduce<number>((sum, answer) => sum + JSON.stringify(answer).length, 0)
    console.log(
      `${answers.length} answers of ${Math.round(bytes / answers.length)} characters on average, inside workerd\n`,
    )
    printTable(['', 'µs an answer', '÷ JSON.parse', 'right about the schema'], rows)
  } finally {
    await miniflare.dispose()
  }
}

async function printBytes(): Promise<void> {
  const rows = []
  for (const subpath of subpathsOf()) {
    const { minified, compressed } = await bytesOf(subpath)
    rows.push([subpath, String(minified), String(compressed)])
  }
  console.log('\nBytes that everything of a subpath adds to a bundle\n')
  printTable(['subpath', 'minified', 'gzip'], rows)
}

async function started(): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'validation/judge.worker.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
  })
  return new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]!.text }],
      compatibilityDate: '2026-08-01',
    }),
  )
}

/** Milliseconds an answer: the median of several runs of about 200 ms each, less the time of a run without rounds. */
async function perAnswer(miniflare: Miniflare, subject: string): Promise<number> {
  await elapsed(miniflare, subject, 20)
  let rounds = 10
  while ((await elapsed(miniflare, subject, rounds)) < AIM_MS) rounds *= 2
  const times = []
  for (let run = 0; run < RUNS; run++) {
    const [idle, busy] = [await elapsed(miniflare, subject, 0), await elapsed(miniflare, subject, rounds)]
    times.push((busy - idle) / rounds / answers.length)
  }
  return times.sort((one, other) => one - other)[Math.floor(RUNS / 2)]!
}

async function elapsed(miniflare: Miniflare, subject: string, rounds: number): Promise<number> {
  const body = JSON.stringify({ subject, rounds, texts: answers.map((answer) => JSON.stringify(answer)) })
  const began = performance.now()
  const response = await miniflare.dispatchFetch('http://bench.test/', { method: 'POST', body })
  const accepted = Number(await response.text())
  if (accepted !== rounds * answers.length) throw new Error(`${subject} refused some of the answers`)
  return performance.now() - began
}
