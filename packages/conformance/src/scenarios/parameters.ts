import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf } from '../read.ts'
import { STORE_WORKERS } from '../requirement.ts'
import type { OwnRequirement } from '../requirements.ts'
import type { Scenario } from '../scenario.ts'
import { somePointers } from './reads.ts'
import { withCursor } from './walks.ts'

const BODY_LIMITS = [-1, 0, 1.5, 101, 1e9, '10', null]
const ADDRESS_LIMITS = ['-1', '0', '1.5', '101', 'NaN', '']

/** The smallest read of each Worker that answers at an address. */
const GETS: readonly (readonly [string, CallOptions])[] = [
  ['searchByQuery', { query: { query: 'walkabout' } }],
  ['fetchContentByQuery', { query: { refs: '1:0' } }],
  ['getFact', { path: { entity: 'conformance', key: 'motto' } }],
  ['sessionState', { path: { id: 'conformance' } }],
  ['listDocuments', { path: { id: SOURCE } }],
  ['getTopic', { path: { topic: 'limits' } }],
]

/** Parameters that are unknown, contradictory, out of bounds or forged. */
export const PARAMETER_SCENARIOS: readonly Scenario[] = [
  {
    id: 'parameters-unknown',
    title: 'Send parameters and body members that no operation knows',
    callsMax: 2 * GETS.length + 2,
    judges: ['unknown-parameter-is-refused'],
    at: [...STORE_WORKERS, 'bootstrap'],
    run: async (probe) => {
      for (const [operation, call] of GETS)
        for (const name of ['offset', '__proto__']) {
          const sent = await probe.send(operation, { ...call, query: { ...call.query, [`${name}`]: '3' } })
          expectCode(probe, 'unknown-parameter-is-refused', sent, ['unknown_parameter'])
        }
      const search = await probe.send('search', { json: { query: 'walkabout', offset: 3 } })
      expectCode(probe, 'unknown-parameter-is-refused', search, ['invalid_body'])
      const fetch = await probe.send('fetchContent', { json: { refs: ['1:0'], offset: 3 } })
      expectCode(probe, 'unknown-parameter-is-refused', fetch, ['invalid_body'])
    },
  },
  {
    id: 'parameters-contradictory',
    title: 'Ask for two tiers at once',
    callsMax: 3,
    judges: ['contradiction-is-refused'],
    run: async (probe) => {
      const query = { hydrate: 'full' }
      const search = await probe.send('search', { query, json: { query: 'walkabout', hydrate: 'pointer' } })
      expectCode(probe, 'contradiction-is-refused', search, ['contradictory_parameters'])
      const refs = await somePointers(probe)
      const fetch = await probe.send('fetchContent', { query, json: { refs, hydrate: 'pointer' } })
      expectCode(probe, 'contradiction-is-refused', fetch, ['contradictory_parameters'])
    },
  },
  {
    id: 'limits',
    title: 'Ask for pages of no size',
    callsMax: BODY_LIMITS.length + 2 * ADDRESS_LIMITS.length,
    judges: ['limit-is-bounded'],
    run: async (probe) => {
      for (const limit of BODY_LIMITS) {
        const search = await probe.send('search', { json: { query: 'walkabout', limit } })
        expectCode(probe, 'limit-is-bounded', search, ['invalid_body'])
      }
      for (const limit of ADDRESS_LIMITS) {
        const facts = await probe.send('listFacts', { query: { entity: 'pages', limit } })
        expectCode(probe, 'limit-is-bounded', facts, ['invalid_parameter'])
        const documents = await probe.send('listDocuments', { path: { id: SOURCE }, query: { limit } })
        expectCode(probe, 'limit-is-bounded', documents, ['invalid_parameter'])
      }
    },
  },
  {
    id: 'cursors',
    title: 'Send cursors of another request, and made up ones',
    callsMax: 9,
    judges: ['cursor-is-sealed'],
    run: async (probe) => {
      await forgeCursors(
        probe,
        'search',
        { json: { query: 'walkabout', limit: 5 } },
        { json: { query: 'reservoir', limit: 5 } },
      )
      await forgeCursors(
        probe,
        'listFacts',
        { query: { entity: 'pages', limit: '2' } },
        { query: { entity: 'conformance', limit: '2' } },
      )
      const path = { id: SOURCE }
      await forgeCursors(
        probe,
        'listDocuments',
        { path, query: { limit: '5' } },
        { path, query: { limit: '6' } },
      )
    },
  },
]

async function forgeCursors(
  probe: Probe,
  operation: string,
  call: CallOptions,
  other: CallOptions,
): Promise<void> {
  const page = await probe.need(operation, call)
  const { cursor } = (page.json as { next?: { cursor?: unknown } }).next ?? {}
  if (typeof cursor !== 'string') {
    probe.judge('cursor-is-sealed', page, 'the first of several pages prints no next.cursor')
    return
  }
  const foreign = await probe.send(operation, withCursor(other, cursor))
  expectCode(probe, 'cursor-is-sealed', foreign, ['cursor_mismatch'])
  const last = cursor.at(-5) === 'A' ? 'B' : 'A'
  const forged = await probe.send(
    operation,
    withCursor(call, `${cursor.slice(0, -5)}${last}${cursor.slice(-4)}`),
  )
  expectCode(probe, 'cursor-is-sealed', forged, ['cursor_invalid'])
}

function expectCode(
  probe: Probe,
  requirement: OwnRequirement,
  exchange: Exchange,
  codes: readonly string[],
): void {
  const isRefused = exchange.status === 400 && codes.includes(codeOf(exchange))
  const why = isRefused
    ? null
    : `answered ${exchange.status} ${codeOf(exchange)}, expected 400 ${codes.join(' or ')}`
  probe.judge(requirement, exchange, why)
}
