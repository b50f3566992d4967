/**
 * How well does Cairn rank? One recipe for every set, through HTTP, beside MiniSearch, SQLite FTS5 and Orama on the
 * same texts and questions. `pnpm --filter @cairn/bench run quality [set …]` prints a JSON line a set, then tables:
 * nDCG@10, and the share of questions with something relevant among the first five.
 */
import { hasSharedData } from '@cairn/test-kit/shared-data'
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

const cairn = await startCairnUnderTest()
try {
  const rows: Row[] = []
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : SETS) {
    if (!hasSharedData(`data/${name}`)) {
      console.log(`${name}: skipped, ../shared/data/${name} is not there`)
      continue
    }
    const row = await measure(cairn, name)
    console.log(JSON.stringify(row))
    rows.push(row)
  }
  for (const figure of ['ndcgAt10', 'hitAt5'] as const) {
    console.log(figure)
    console.table(Object.fromEntries(rows.map((row) => [row.set, columnsOf(row, figure)])))
  }
} finally {
  await cairn.stop()
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

async function measure(cairn: CairnUnderTest, name: string): Promise<Row> {
  const set = readRetrievalSet(name)
  const texts = [...set.groups.values()].reduce((sum, group) => sum + group.texts.length, 0)
  const started = performance.now()
  const ranks = await loaded(set, (group, at) => cairn.load(at === '' ? name : `${name}-${at}`, group))
  const ready = performance.now()
  const engines: Record<string, Score> = { cairn: await scoreOf(set.questions, ranks) }
  const asked = performance.now()
  for (const [peer, load] of Object.entries(PEERS)) {
    const language = name.split('-')[1] ?? 'en'
    engines[peer] = await scoreOf(set.questions, await loaded(set, (group) => load(group, language)))
  }
  return {
    set: name,
    unit: set.unit,
    texts,
    questions: set.questions.length,
    textsASecond: Math.round((1000 * texts) / (ready - started)),
    questionsASecond: Math.round((1000 * set.questions.length) / (asked - ready)),
    engines,
  }
}

async function loaded(set: RetrievalSet, load: (group: Group, name: string) => Promise<Rank>) {
  const ranks = new Map<string, Rank>()
  for (const [name, group] of set.groups) ranks.set(name, await load(group, name))
  return (name: string) => ranks.get(name)!
}

function columnsOf(row: Row, figure: keyof Score): Record<string, number> {
  return Object.fromEntries(Object.entries(row.engines).map(([engine, score]) => [engine, score[figure]]))
}
