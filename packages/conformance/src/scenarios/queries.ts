import { HOSTILE, LITERALS } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member, objects, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

/** Syntax of query languages, alone, leading, trailing and doubled. */
const SYNTAX = [
  '"',
  '*',
  'AND',
  'walkabout OR',
  'NOT NOT',
  'NEAR(walkabout)',
  '-walkabout',
  '+',
  '{walkabout}',
  "')) --",
  '%00',
  '🦊',
  '\\',
  'walkabout"',
]

/** Queries that are hostile, empty, too long, or syntax elsewhere. */
export const QUERY_SCENARIOS: readonly Scenario[] = [
  {
    id: 'queries-literal',
    title: 'Search for text that is syntax elsewhere: the document that says it is found',
    callsMax: LITERALS.length,
    judges: ['query-is-no-language'],
    run: async (probe) => {
      for (const { query, text } of LITERALS) {
        const found = await probe.send('search', { json: { query, hydrate: 'full' } })
        const why =
          found.status !== 200
            ? `answered ${found.status}`
            : textsOf(found).includes(text)
              ? null
              : `${query} does not find “${text}”`
        probe.judge('query-is-no-language', found, why)
      }
    },
  },
  {
    id: 'queries-syntax',
    title: 'Search for the syntax of query languages',
    callsMax: SYNTAX.length,
    judges: ['query-is-no-language'],
    run: async (probe) => {
      for (const query of SYNTAX) {
        const found = await probe.send('search', { json: { query } })
        probe.judge(
          'query-is-no-language',
          found,
          found.status === 200 ? null : `${query} answered ${found.status}`,
        )
      }
    },
  },
  {
    id: 'queries-bounds',
    title: 'Search with the longest query, one longer, and none',
    callsMax: 7,
    judges: ['query-is-bounded', 'empty-query-is-refused'],
    run: async (probe) => {
      await expectBound(probe, longestQuery())
      for (const json of [{}, { query: '' }, { query: '   ' }])
        expectNamed(probe, await probe.send('search', { json }))
      for (const query of [{}, { query: '' }] as Record<string, string>[])
        expectNamed(probe, await probe.send('searchByQuery', { query }))
    },
  },
  {
    id: 'hostile-text',
    title: 'Find and fetch hostile text in full detail: it stays in the places of texts',
    callsMax: 2,
    judges: ['hostile-text-stays-text'],
    run: async (probe) => {
      const found = await probe.need('search', {
        json: { query: 'quagmire', detail: 'full', hydrate: 'full' },
      })
      expectContained(probe, found)
      const refs = objects(member(found.json, 'pointers')).map(({ id }) => id)
      expectContained(probe, await probe.need('fetchContent', { json: { refs, hydrate: 'full' } }))
    },
  },
]

async function expectBound(probe: Probe, longest: string): Promise<void> {
  const atBound = await probe.send('search', { json: { query: longest } })
  probe.judge(
    'query-is-bounded',
    atBound,
    atBound.status === 200 ? null : `1,024 code points answered ${atBound.status}`,
  )
  const over = await probe.send('search', { json: { query: `${longest}x` } })
  const isEchoed = over.text.includes([...longest].slice(0, 65).join(''))
  const why = over.status === 400 ? null : `1,025 code points answered ${over.status}`
  probe.judge(
    'query-is-bounded',
    over,
    why ?? (isEchoed ? 'more than 64 code points of the query came back' : null),
  )
}

function expectNamed(probe: Probe, exchange: Exchange): void {
  const isNamed = objects(member(exchange.json, 'errors')).some(
    ({ pointer }) => pointer === '/query' || pointer === 'query',
  )
  const why = exchange.status === 400 ? null : `answered ${exchange.status} ${codeOf(exchange)}, expected 400`
  probe.judge('empty-query-is-refused', exchange, why ?? (isNamed ? null : 'no finding names query'))
}

function expectContained(probe: Probe, exchange: Exchange): void {
  const isThere = textsOf(exchange).includes(HOSTILE.text)
  const rest = JSON.stringify(exchange.json, (name, value) =>
    ['epitome', 'text', 'content'].includes(name) && typeof value === 'string' ? '' : value,
  )
  const leaks = [rest, ...exchange.headers.values()].some(
    (text) => text.includes('zqhostile') || text.includes('previous instructions'),
  )
  const why = isThere ? null : 'the hostile text itself is not read'
  probe.judge(
    'hostile-text-stays-text',
    exchange,
    why ?? (leaks ? 'stored text stands outside the places of texts' : null),
  )
}

/** Exactly 1,024 code points, more UTF-16 units, of words that the corpus holds. */
function longestQuery(): string {
  return [...'🦊 walkabout '.repeat(100)].slice(0, 1023).concat('w').join('')
}
