import { CannotExercise } from '../cannot-exercise.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { contentOf, costOf, pointerIds } from '../read.ts'
import type { Scenario } from '../scenario.ts'
import { READS } from './reads.ts'

/** What cost_estimate promises, held against what reading then costs. */
export const COST_SCENARIOS: readonly Scenario[] = [
  {
    id: 'costs-search',
    title: 'Search, then read the page at each tier: the estimate is what it costs',
    callsMax: 16,
    judges: ['cost-summary-is-kept', 'cost-full-is-kept'],
    at: ['search', 'fetch-content'],
    run: async (probe) => {
      for (const query of ['walkabout', 'reservoir gauge', 'quagmire', 'tinted pennant'])
        await readPage(probe, query)
    },
  },
  {
    id: 'costs-facts',
    title: 'Read facts and a session at each tier: the estimate is what it costs',
    callsMax: 12,
    judges: ['cost-summary-is-kept', 'cost-full-is-kept'],
    at: ['facts'],
    run: async (probe) => {
      for (const { operation, options } of READS.filter(({ worker }) => worker === 'facts')) {
        const call = await options(probe)
        const [page, summary, full] = [
          await probe.need(operation, call),
          await probe.need(operation, { ...call, query: { ...call.query, hydrate: 'summary' } }),
          await probe.need(operation, { ...call, query: { ...call.query, hydrate: 'full' } }),
        ]
        judgeSums(probe, page, { summary, full })
      }
    },
  },
]

async function readPage(probe: Probe, query: string): Promise<void> {
  const page = await probe.need('search', { json: { query } })
  const refs = pointerIds(page)
  if (refs.length === 0) throw new CannotExercise(`a search for ${query} found no seeded document`)
  const summary = await probe.need('fetchContent', { json: { refs, hydrate: 'summary' } })
  const full = await probe.need('fetchContent', { json: { refs, hydrate: 'full' } })
  judgeSums(probe, page, { summary, full })
  judgeSums(probe, await probe.need('fetchContent', { json: { refs } }), { summary, full })
}

function judgeSums(
  probe: Probe,
  page: Exchange,
  read: { readonly summary: Exchange; readonly full: Exchange },
): void {
  for (const tier of ['summary', 'full'] as const) {
    const [estimate, sum] = [costOf(page)[tier], sumOf(read[tier])]
    const why = estimate === sum ? null : `the estimate says ${estimate}, the token_counts sum to ${sum}`
    probe.judge(`cost-${tier}-is-kept`, [page, read[tier]], why, page.worker)
  }
}

function sumOf(exchange: Exchange): number {
  return contentOf(exchange).reduce((sum, item) => sum + (item.token_count ?? Number.NaN), 0)
}
