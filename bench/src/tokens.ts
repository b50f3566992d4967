/**
 * What does an answer cost, and how much of the evidence does it bring? Ways to read of conversations, through HTTP, in
 * tokens of all that was answered. `pnpm --filter @cairn/bench run tokens [set …]` prints a table a set and draws
 * `docs/tokens-against-recall-<set>.svg`.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasSharedData } from '@cairn/test-kit/shared-data'
import { repositoryRoot } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { lineChart } from './plot/line-chart.ts'
import { type CairnUnderTest, type Filled, startCairnUnderTest } from './quality/cairn.ts'
import { type Question, readRetrievalSet } from './quality/retrieval-set.ts'
import { WAYS, type WayToRead } from './tokens/ways-to-read.ts'

const SETS = ['beam-mini', 'longmemeval-mini']

/** Means over the questions of a set. */
interface Cost {
  readonly tokens: number
  /** Share of the units that answer a question of which a text is in the context. */
  readonly recall: number
}

const cairn = await startCairnUnderTest()
try {
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : SETS) {
    if (hasSharedData(`data/${name}`)) await measure(cairn, name)
    else console.log(`${name}: skipped, ../shared/data/${name} is not there`)
  }
} finally {
  await cairn.stop()
}

async function measure(under: CairnUnderTest, name: string): Promise<void> {
  const set = readRetrievalSet(name)
  const filled = new Map<string, Filled>()
  for (const [group, texts] of set.groups) filled.set(group, await under.fill(`${name}-${group}`, texts))
  const costs: Record<string, Cost> = {}
  for (const [way, read] of Object.entries(WAYS))
    costs[way] = await costOf(read, set.questions, (group) => filled.get(group)!)
  console.log(`${name}, ${set.questions.length} questions`)
  console.table(costs)
  console.log(
    `${name}, pages of ten: ${JSON.stringify(await pageSizes(set.questions, (group) => filled.get(group)!))}`,
  )
  writeFileSync(path.join(repositoryRoot, `docs/tokens-against-recall-${name}.svg`), drawn(name, costs))
}

async function costOf(
  read: WayToRead,
  questions: readonly Question[],
  filledOf: (group: string) => Filled,
): Promise<Cost> {
  let tokens = 0
  let recall = 0
  for (const { text, group, judged } of questions) {
    const evidence = new Set(judged.keys())
    const context = await read(filledOf(group), text, evidence)
    tokens += context.tokens
    recall += evidence.intersection(context.units).size / evidence.size
  }
  return { tokens: Math.round(tokens / questions.length), recall: rounded(recall / questions.length) }
}

/** What a page of ten may cost is its epitomes, 160, and 25 a pointer; how near the pages came to that. */
async function pageSizes(questions: readonly Question[], filledOf: (group: string) => Filled) {
  const shares: number[] = []
  const beyond: number[] = []
  for (const { text, group } of questions) {
    const page = await filledOf(group).search({ query: text, limit: 10 })
    const epitomes = page.pointers.reduce(
      (sum: number, { epitome }: { epitome: string }) => sum + countTokens(epitome),
      0,
    )
    const tokens = countTokens(JSON.stringify(page))
    shares.push(tokens / (epitomes + 160 + 25 * page.pointers.length))
    beyond.push((tokens - epitomes) / page.pointers.length)
  }
  return {
    ofTheAllowed: { mean: rounded(mean(shares)), most: rounded(Math.max(...shares)) },
    beyondEpitomesAPointer: rounded(mean(beyond)),
  }
}

function drawn(name: string, costs: Readonly<Record<string, Cost>>): string {
  const points = (ways: readonly string[]) =>
    ways.map((way) => ({
      x: costs[way]!.tokens,
      y: costs[way]!.recall,
      label: way.replace(/^.*, |packed into /, ''),
    }))
  const names = Object.keys(costs)
  const those = (start: string) => names.filter((way) => way.startsWith(start))
  return lineChart({
    title: `Tokens against recall of evidence, ${name}`,
    x: { label: 'tokens in the context (mean, logarithmic)', scale: 'log', from: 300 },
    y: { label: 'recall of evidence', from: 0, to: 1 },
    series: [
      {
        name: 'a page of pointers, then what is read',
        points: points(those('a page').concat(those('the page'))),
        line: false,
      },
      { name: 'packed into a budget', points: points(those('packed')) },
      { name: 'bodies in rank order', points: points(those('bodies').toReversed()) },
      { name: 'whole documents', points: points(those('whole')), line: false },
    ],
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
