import type { CallOptions } from '../call.ts'
import { corpusOf, SOURCE, WALK } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { member, memoriesOf, nextOf, objects, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

interface Walk {
  readonly operation: string
  readonly call: CallOptions
  /** What of a page must be met once each. */
  readonly items: (page: Exchange) => string[]
  readonly expected: readonly string[]
}

const SEARCH: Walk = {
  operation: 'search',
  call: { json: { query: 'walkabout', limit: 7, hydrate: 'full' } },
  items: textsOf,
  expected: WALK.map(({ text }) => text),
}
const DOCUMENTS: Walk = {
  operation: 'listDocuments',
  call: { path: { id: SOURCE }, query: { limit: '20' } },
  items: (page) => objects(member(page.json, 'documents')).map(({ id }) => String(id)),
  expected: corpusOf('a').map(({ id }) => id),
}
const PAGED_KEYS = ['k1', 'k2', 'k3', 'k4', 'k5']

/** Following next.cursor to the end. */
export const WALK_SCENARIOS: readonly Scenario[] = [
  walkScenario('walk-search', 'Walk the pages of a search whose hits are alike', 'search', (probe) =>
    walk(probe, SEARCH),
  ),
  walkScenario('walk-documents', 'Walk the documents of a source', 'library', (probe) =>
    walk(probe, DOCUMENTS),
  ),
  walkScenario('walk-facts', 'Walk the facts of an entity', 'facts', async (probe) => {
    const ids: string[] = []
    for (const key of PAGED_KEYS) {
      const stated = await probe.need('putFact', {
        path: { entity: 'pages', key },
        json: { value: key, valid_from: '2024' },
      })
      ids.push(String(member(stated.json, 'fact_id')))
    }
    await walk(probe, {
      operation: 'listFacts',
      call: { query: { entity: 'pages', limit: '2' } },
      items: (page) => memoriesOf(page).map(({ fact_id }) => fact_id),
      expected: ids,
    })
  }),
]

function walkScenario(
  id: string,
  title: string,
  worker: 'search' | 'library' | 'facts',
  run: Scenario['run'],
): Scenario {
  return { id, title, callsMax: 18, judges: ['walk-is-complete', 'walk-repeats-nothing'], at: [worker], run }
}

async function walk(probe: Probe, { operation, call, items, expected }: Walk): Promise<void> {
  const met: string[] = []
  let page = await probe.need(operation, call)
  met.push(...items(page))
  for (let pages = 1; nextOf(page).cursor !== undefined && pages < PAGES_MAX; pages++) {
    page = await probe.need(operation, withCursor(call, String(nextOf(page).cursor)))
    met.push(...items(page))
  }
  const missing = expected.filter((item) => !met.includes(item))
  const twice = met.filter((item, index) => met.indexOf(item) !== index)
  const isOver = nextOf(page).cursor === undefined
  const missed =
    missing.length > 0 ? `${missing.length} of ${expected.length} never came, the first ${missing[0]}` : null
  probe.judge(
    'walk-is-complete',
    page,
    missed ?? (isOver ? null : `the walk does not end after ${PAGES_MAX} pages`),
  )
  probe.judge(
    'walk-repeats-nothing',
    page,
    twice.length > 0 ? `${twice.length} came twice, the first ${twice[0]}` : null,
  )
}

/** Where a walk of these few things is given up as endless. */
const PAGES_MAX = 12

/** The same request with a cursor, in its body or its address. */
export function withCursor(call: CallOptions, cursor: string): CallOptions {
  return call.json === undefined
    ? { ...call, query: { ...call.query, cursor } }
    : { ...call, json: { ...(call.json as object), cursor } }
}
