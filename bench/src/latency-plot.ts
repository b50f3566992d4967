/**
 * Draws `docs/latency.svg`, what a question of five terms takes each engine as the corpus grows, from the JSON lines that `speed` printed:
 * `pnpm --filter @cairn/bench run latency-plot <file …>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'
import { lineChart } from './plot/line-chart.ts'
import { costOf } from './speed/compared.ts'
import type { Kind } from './speed/corpus.ts'
import type { Timing } from './speed/timing.ts'

interface Line {
  readonly title: string
  readonly size: number
  readonly kind: Kind
  readonly engines: Readonly<Record<string, Timing | null>>
}

const KIND: Kind = 'five terms'
const lines = process.argv.slice(2).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"title"'))
    .map((line) => JSON.parse(line) as Line),
)
const engines = lines
  .filter(({ kind, title }) => kind === KIND && title.endsWith('alone'))
  .toSorted((a, b) => a.size - b.size)
const names = [...new Set(engines.flatMap((line) => Object.keys(line.engines)))]
const chart = lineChart({
  title: 'Five terms, any of them: processor time a question as the corpus grows',
  x: { label: 'passages', scale: 'log' },
  y: { label: 'milliseconds', scale: 'log' },
  series: names.map((name) => ({
    name,
    points: engines.flatMap(({ size, engines: { [name]: timing } }) =>
      timing ? [{ x: size, y: costOf(timing) }] : [],
    ),
  })),
})
writeFileSync(path.join(repositoryRoot, 'docs/latency.svg'), chart)
