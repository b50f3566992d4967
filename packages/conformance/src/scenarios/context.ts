import { checkContext } from '@cairn/contract/context'
import { checkContextAnswer } from '@cairn/contract/context-answer'
import { CannotExercise } from '../cannot-exercise.ts'
import {
  ANCHORAGE,
  askBundle,
  BERTH,
  bundleOf,
  candidatesOf,
  MANIFESTS,
  SHELF,
  SHELVED,
  SILENT,
} from '../context-corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { member } from '../read.ts'
import type { Scenario, Since } from '../scenario.ts'

/** Bundles are judged from this contract on. */
export const SINCE_BUNDLES: Since = { contract: '1.3.0', of: ['agent'] }

/** What bundles are made of, and whether they add up. */
export const CONTEXT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'context-met',
    title: 'Ask for a bundle, to learn whether somebody makes them and on which contract',
    callsMax: 1,
    judges: [],
    run: async (probe) => {
      await probe.send('contextBundle', { json: bundleOf({}) })
    },
  },
  {
    id: 'seed-shelf',
    title: 'Register the sources that bundles are made from, and fill them',
    callsMax: 8,
    judges: ['source-manifest-is-told'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      await tellSource(probe, SHELF)
      await tellSource(probe, SILENT)
      for (const { entity, key, ...stated } of [ANCHORAGE, BERTH])
        await probe.need('putFact', { path: { entity, key }, json: { ...stated, valid_from: '2024' } })
    },
  },
  {
    id: 'context-bundles',
    title: 'Gather by four strategies, with bodies and without',
    callsMax: 5,
    judges: ['bundle-adds-up', 'bundle-stands-in-order'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      for (const [strategy, member] of Object.entries(ORDERED))
        expectOrder(probe, await askJudged(probe, { strategy, query: UNLIKE }), member)
      await askJudged(probe, { content: false })
      await askJudged(probe, { strategy: 'minimal' })
    },
  },
  {
    id: 'context-budgets',
    title: 'Gather within three budgets, with bodies and without',
    callsMax: 4,
    judges: ['bundle-keeps-its-budget'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      if (probe.target.countTokens === undefined) throw new CannotExercise('no token counter was given')
      const budgets = [1000, 600, 400].map((budget_tokens) => ({ budget_tokens }))
      for (const asked of [...budgets, { budget_tokens: 600, content: false }]) {
        const gathered = await askJudged(probe, asked)
        probe.judge('bundle-keeps-its-budget', gathered, budgetFinding(probe, gathered))
      }
    },
  },
]

/** What texts of different sureness and age hold parts of. */
const UNLIKE = 'careened cutter chart'

/** Strategies that put the largest first, and the largest what. */
const ORDERED = {
  relevance_first: 'relevance_milli',
  confidence_first: 'confidence_milli',
  freshness_first: 'freshness_milli',
} as const

async function tellSource(probe: Probe, id: typeof SHELF | typeof SILENT): Promise<void> {
  await probe.need('putSource', { path: { id }, json: MANIFESTS[id] })
  const told = await probe.need('getSource', { path: { id } })
  const shape = checkContext('KnowledgeSourceManifestV1', told.json)[0]
  const isSame = Object.entries({ source_id: id, ...MANIFESTS[id] }).every(
    ([name, value]) => JSON.stringify(member(told.json, name)) === JSON.stringify(value),
  )
  const why = shape === undefined ? null : `at ${shape.pointer || 'the top'}: ${shape.message}`
  const differing = isSame ? null : 'it is told otherwise than it was registered'
  probe.judge('source-manifest-is-told', told, why ?? differing)
  const lines = SHELVED[id].map((document) => JSON.stringify(document))
  const raw = { type: 'application/x-ndjson', text: `${lines.join('\n')}\n` }
  await probe.need('addDocuments', { path: { id }, raw })
}

async function askJudged(probe: Probe, asked: object): Promise<Exchange> {
  const gathered = await askBundle(probe, asked)
  const [sums] = checkContextAnswer(gathered.json)
  probe.judge(
    'bundle-adds-up',
    gathered,
    sums === undefined ? null : `at ${sums.pointer || 'the top'}: ${sums.message}`,
  )
  return gathered
}

function budgetFinding({ target }: Probe, { text, json, request }: Exchange): string | null {
  const countTokens = target.countTokens!
  const { budget_tokens } = JSON.parse(request.body!) as { budget_tokens: number }
  const tokens = countTokens(text)
  if (tokens > budget_tokens) return `the answer is ${tokens} tokens, the budget was ${budget_tokens}`
  if (member(member(json, 'receipt'), 'budget_tokens') !== budget_tokens)
    return 'the receipt states another budget than was asked for'
  const dear = checkContextAnswer(json, { countTokens }).find(({ rule }) => rule === 'body-cost')
  return dear === undefined ? null : `at ${dear.pointer}: ${dear.message}`
}

function expectOrder(probe: Probe, gathered: Exchange, by: string): void {
  const numbers = candidatesOf(gathered).map((candidate) => Number(candidate[by]))
  const isFalling = numbers.every((number, place) => place === 0 || numbers[place - 1]! >= number)
  const why = isFalling ? null : `${by} of its candidates is ${numbers.join(', ')}`
  const isTelling = new Set(numbers).size > 1
  probe.judge('bundle-stands-in-order', gathered, isTelling ? why : `its candidates are alike in ${by}`)
}
