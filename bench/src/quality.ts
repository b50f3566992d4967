/**
 * How well does Cairn rank? One recipe for every set, through HTTP, beside MiniSearch, SQLite FTS5 and Orama on the
 * same texts and questions. `pnpm --filter @cairn/bench run quality [set …]` prints a JSON line a set, then tables:
 * nDCG@10, and the share of questions with something relevant among the first five. All sets together also draw
 * `docs/ranking-quality.svg`.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasSharedData } from '@cairn/test-kit/shared-data'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'
import { dotChart } from './plot/dot-chart.ts'
import { type CairnUnderTest, startCairnUnderTest } from './quality/cairn.ts'
import { fts5 } from './quality/fts5.ts'
import { miniSearch } from './quality/minisearch.ts'
import { orama } from './quality/orama.ts'
import type { Peer, Rank } from './quality/rank.ts'
import { type Group, type RetrievalSet, readRetrievalSet } from './quality/retrieval-set.ts'
import { type Score, scoreOf } from './quality/score.ts'

const SETS = [
  'scifact',
  'vaswani',
  'xquad-en',
  'xquad-zh',
  'xquad-th',
  'xquad-ru',
  'xquad-ar',
  'xquad-hi',
  'jaquad',
  'beam-mini',
  'longmemeval-mini',
]
const PEERS: Readonly<Record<string, Peer>> = {
  minisearch: miniSearch,
  'fts5 porter': fts5('porter'),
  'fts5 trigram': fts5('trigram'),
  orama,
}

/** What Cairn did on a set. The others come after it: they would keep this process from its connections. */
interface CairnRow {
  readonly set: string
  readonly textsASecond: number
  readonly questionsASecond: number
  readonly score: Score
}

interface Row {
  readonly set: string
  readonly unit: RetrievalSet['unit']
  readonly texts: number
  readonly questions: number
  readonly textsASecond: number
  readonly questionsASecond: number
  readonly engines: Readonly<Record<string, Score>>
}

const rows: Row[] = []
for (const measured of await cairnRows(process.argv.length > 2 ? process.argv.slice(2) : SETS)) {
  const row = await besidePeers(measured)
  console.log(JSON.stringify(row))
  rows.push(row)
}
for (const figure of ['ndcgAt10', 'hitAt5'] as const) {
  console.log(figure)
  console.table(Object.fromEntries(rows.map((row) => [row.set, columnsOf(row, figure)])))
}

if (rows.length === SETS.length)
  writeFileSync(path.join(repositoryRoot, 'docs/ranking-quality.svg'), drawn(rows))

function drawn(measured: readonly Row[]): string {
  return dotChart({
    title: 'Ranking quality beside peers',
    axis: { label: 'nDCG@10, means over the questions of a set', from: 0, to: 1 },
    series: ['Cairn', 'FTS5 porter', 'FTS5 trigram', 'MiniSearch', 'Orama'],
    rows: measured.map(({ set, engines }) => ({
      name: set,
      values: ['cairn', 'fts5 porter', 'fts5 trigram', 'minisearch', 'orama'].map(
        (engine) => engines[engine]?.ndcgAt10 ?? null,
      ),
    })),
  })
}

async function cairnRows(names: readonly string[]): Promise<CairnRow[]> {
  const cairn = await startCairnUnderTest()
  const rows: CairnRow[] = []
  try {
    for (const name of names) {
      if (hasSharedData(`data/${name}`)) rows.push(await measure(cairn, name))
      else console.log(`${name}: skipped, ../shared/data/${name} is not there`)
    }
  } finally {
    await cairn.stop()
  }
  return rows
}

async function measure(cairn: CairnUnderTest, name: string): Promise<CairnRow> {
  const set = readRetrievalSet(name)
  const started = performance.now()
  const ranks = await loaded(
    set,
    async (group, at) => (await cairn.fill(at === '' ? name : `${name}-${at}`, group)).rank,
  )
  const ready = performance.now()
  const score = await scoreOf(set.questions, ranks)
  return {
    set: name,
    textsASecond: Math.round((1000 * textsIn(set)) / (ready - started)),
    questionsASecond: Math.round((1000 * set.questions.length) / (performance.now() - ready)),
    score,
  }
}

async function besidePeers({ score, ...measured }: CairnRow): Promise<Row> {
  const set = readRetrievalSet(measured.set)
  const engines: Record<string, Score> = { cairn: score }
  for (const [peer, load] of Object.entries(PEERS)) {
    const language = measured.set.split('-')[1] ?? 'en'
    engines[peer] = await scoreOf(set.questions, await loaded(set, (group) => load(group, language)))
  }
  return { ...measured, unit: set.unit, texts: textsIn(set), questions: set.questions.length, engines }
}

function textsIn(set: RetrievalSet): number {
  return [...set.groups.values()].reduce((sum, group) => sum + group.texts.length, 0)
}

async function loaded(set: RetrievalSet, load: (group: Group, name: string) => Promise<Rank>) {
  const ranks = new Map<string, Rank>()
  for (const [name, group] of set.groups) ranks.set(name, await load(group, name))
  return (name: string) => ranks.get(name)!
}

function columnsOf(row: Row, figure: keyof Score): Record<string, number> {
  return Object.fromEntries(Object.entries(row.engines).map(([engine, score]) => [engine, score[figure]]))
}
