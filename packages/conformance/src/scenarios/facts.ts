import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member, memoriesOf, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const SLUG = { entity: 'truth/of the matter', key: 'works_at' }

/** Contradiction, repetition and late arrival at one slug. */
export const FACT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'facts-truth',
    title: 'State contradicting facts, late ones and repeated ones: one holds, all are kept',
    callsMax: 10,
    judges: ['latest-fact-holds', 'history-keeps-both', 'repeat-is-the-same-fact'],
    run: async (probe) => {
      const first = await state(probe, 'Initech', '2020-01')
      const second = await state(probe, 'Initrode', '2021-01')
      await expectHolds(probe, 'Initrode', {})
      await state(probe, 'Chotchkie’s', '2019')
      await expectHolds(probe, 'Initrode', {})
      await expectHolds(probe, 'Initech', { as_of: '2020-06' })
      await expectHolds(probe, 'Initrode', { as_of: '2020-12-31T18:00:00-07:00' })
      await expectHistory(probe, { older: factId(first), newer: factId(second) })
      const again = await state(probe, 'Initrode', '2021-01')
      const isSame = factId(again) === factId(second) && member(again.json, 'existed') === true
      probe.judge(
        'repeat-is-the-same-fact',
        [second, again],
        isSame ? null : `${factId(second)} came back as ${factId(again)}`,
      )
    },
  },
  {
    id: 'facts-parallel',
    title: 'State six facts of one slug at once',
    callsMax: 8,
    judges: ['parallel-writes-are-kept'],
    run: stateAtOnce,
  },
  {
    id: 'facts-written',
    title: 'State a fact and read it at once',
    callsMax: 3,
    judges: ['written-is-found'],
    at: ['facts'],
    run: async (probe) => {
      const path = { entity: 'fresh', key: probe.state.id }
      const written = await probe.need('putFact', { path, json: { value: `run ${probe.state.id}` } })
      const read = await probe.send('getFact', { path, query: { hydrate: 'full' } })
      const isRead = textsOf(read).includes(`run ${probe.state.id}`)
      probe.judge('written-is-found', [written, read], isRead ? null : 'the value is not read back')
    },
  },
  {
    id: 'facts-refused',
    title: 'State facts that cannot be: refused, and not written',
    callsMax: 3,
    judges: ['bad-fact-is-refused'],
    run: async (probe) => {
      const path = { entity: 'refused', key: 'x' }
      const unknown = await probe.send('putFact', { path, json: { value: 1, supersedes: 'f999999999' } })
      expectCode(probe, unknown, 409, 'supersedes_conflict')
      const future = await probe.send('putFact', {
        path,
        json: { value: 1, observed_at: '2999-01-01T00:00:00Z' },
      })
      expectCode(probe, future, 422, 'observed_in_future')
      const read = await probe.send('getFact', { path })
      probe.judge(
        'bad-fact-is-refused',
        [future, read],
        read.status === 404 ? null : `a refused fact reads ${read.status}`,
      )
    },
  },
]

async function stateAtOnce(probe: Probe): Promise<void> {
  const path = { entity: 'parallel', key: 'x' }
  const months = ['01', '02', '03', '04', '05', '06']
  const written = await Promise.all(
    months.map((month) =>
      probe.send('putFact', { path, json: { value: `month ${month}`, valid_from: `2024-${month}` } }),
    ),
  )
  const acknowledged = written.filter(({ status }) => status === 200).map(factId)
  const history = await probe.need('factHistory', { path })
  const kept = memoriesOf(history).map(({ fact_id }) => fact_id)
  const lost = acknowledged.filter((id) => !kept.includes(id))
  probe.judge(
    'parallel-writes-are-kept',
    history,
    lost.length === 0 ? null : `acknowledged and not kept: ${lost}`,
  )
  const standing = memoriesOf(history).filter(({ freshness }) => freshness?.superseded_by === null)
  const why = standing.length === 1 ? null : `${standing.length} facts hold at once`
  probe.judge('parallel-writes-are-kept', history, why)
}

function state(probe: Probe, value: string, validFrom: string): Promise<Exchange> {
  return probe.need('putFact', { path: SLUG, json: { value, valid_from: validFrom } })
}

async function expectHolds(probe: Probe, value: string, query: Record<string, string>): Promise<void> {
  const read = await probe.need('getFact', { path: SLUG, query: { hydrate: 'full', ...query } })
  const found = textsOf(read).join(', ')
  probe.judge('latest-fact-holds', read, found === value ? null : `${found} holds, expected ${value}`)
}

async function expectHistory(
  probe: Probe,
  { older, newer }: { readonly older: string; readonly newer: string },
): Promise<void> {
  const history = await probe.need('factHistory', { path: SLUG })
  const kept = new Map(memoriesOf(history).map((memory) => [memory.fact_id, memory]))
  const successor = kept.get(older)?.freshness?.superseded_by
  const why =
    !kept.has(older) || !kept.has(newer)
      ? `the history has [${[...kept.keys()]}], expected ${older} and ${newer}`
      : null
  probe.judge(
    'history-keeps-both',
    history,
    why ?? (successor === newer ? null : `${older} names ${successor} as successor, expected ${newer}`),
  )
}

function expectCode(probe: Probe, exchange: Exchange, status: number, code: string): void {
  const isRefused = exchange.status === status && codeOf(exchange) === code
  probe.judge(
    'bad-fact-is-refused',
    exchange,
    isRefused ? null : `answered ${exchange.status} ${codeOf(exchange)}, expected ${status} ${code}`,
  )
}

const factId = (exchange: Exchange) => String(member(exchange.json, 'fact_id'))
