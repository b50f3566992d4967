import { PENNANTS } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const [RED, BLUE, BOTH] = PENNANTS.map(({ text }) => text) as [string, string, string]

const CASES: readonly { readonly filter: object; readonly expected: readonly string[] }[] = [
  { filter: { tags: 'red' }, expected: [RED, BOTH] },
  { filter: { tags: ['red', 'blue'] }, expected: [RED, BLUE, BOTH] },
  { filter: { not: { tags: 'blue' } }, expected: [RED] },
  { filter: { and: [{ tags: 'red' }, { tags: 'blue' }] }, expected: [BOTH] },
  { filter: { source: 'elsewhere' }, expected: [] },
]

/** Filters inside a search. */
export const FILTER_SCENARIOS: readonly Scenario[] = [
  {
    id: 'filters',
    title: 'Search pennants by their tags, by body and by address',
    callsMax: 2 * CASES.length,
    judges: ['filter-holds'],
    run: async (probe) => {
      for (const { filter, expected } of CASES) {
        const ask = { query: 'tinted pennant', hydrate: 'full' }
        expectPennants(probe, await probe.need('search', { json: { ...ask, filter } }), expected)
        const query = { ...ask, filter: JSON.stringify(filter) }
        expectPennants(probe, await probe.need('searchByQuery', { query }), expected)
      }
    },
  },
]

function expectPennants(probe: Probe, found: Exchange, expected: readonly string[]): void {
  const texts = textsOf(found)
  const isHeld = texts.length === expected.length && expected.every((text) => texts.includes(text))
  const why = isHeld
    ? null
    : `found [${texts.map((text) => text.slice(0, 50)).join(' | ')}], expected ${expected.length} of the pennants`
  probe.judge('filter-holds', found, why)
}
