import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member, memoriesOf, objects, pointersOf, textsOf } from '../read.ts'
import type { Scenario, Since } from '../scenario.ts'

const OF_FACTS: Since = { contract: '1.2.0', of: ['facts'] }
const OF_ALL: Since = { contract: '1.2.0', of: ['facts', 'search', 'fetch-content'] }

/** How facts stand, what changes that, and where it shows. */
export const FACT_STANDING_SCENARIOS: readonly Scenario[] = [
  {
    id: 'facts-retracted',
    title:
      'Say of the latest fact that it was wrong, twice: the one before holds again, and the history tells',
    callsMax: 6,
    judges: ['retraction-is-told'],
    since: OF_FACTS,
    run: async (probe) => {
      const path = slugOf(probe, 'retracted')
      await probe.need('putFact', { path, json: { value: 'right', valid_from: '2020' } })
      const wrong = idOf(await probe.need('putFact', { path, json: { value: 'wrong', valid_from: '2021' } }))
      const first = await probe.need('retractFact', { path, json: { fact_id: wrong, reason: 'misheard' } })
      const again = await probe.need('retractFact', { path, json: { fact_id: wrong } })
      expect(probe, 'retraction-is-told', [first, again], {
        found: [member(first.json, 'existed'), member(again.json, 'existed'), member(again.json, 'reason')],
        wanted: [false, true, 'misheard'],
      })
      const read = await probe.send('getFact', { path, query: { hydrate: 'full' } })
      expect(probe, 'retraction-is-told', read, { found: textsOf(read), wanted: ['right'] })
      const why = await probe.need('factWhy', { path })
      expect(probe, 'retraction-is-told', why, { found: standings(why), wanted: ['retracted', 'current'] })
    },
  },
  {
    id: 'facts-retracted-remembered',
    title: 'Say of a fact that it was wrong, with a reason, and of another without one; read their histories',
    callsMax: 6,
    judges: ['retraction-is-remembered'],
    since: { contract: '1.3.0', of: ['facts'] },
    run: async (probe) => {
      for (const reason of ['misheard', undefined]) {
        const path = slugOf(probe, `remembered ${reason ?? 'silently'}`)
        const fact_id = idOf(await probe.need('putFact', { path, json: { value: 'wrong' } }))
        const json = { fact_id, ...(reason === undefined ? {} : { reason }) }
        const retracted = await probe.need('retractFact', { path, json })
        const history = await probe.need('factHistory', { path })
        const [memory] = memoriesOf(history)
        expect(probe, 'retraction-is-remembered', [retracted, history], {
          found: [memory?.fact_id, memory?.retracted_at, memory?.retraction_reason],
          wanted: [fact_id, member(retracted.json, 'retracted_at'), reason],
        })
      }
    },
  },
  {
    id: 'facts-batched',
    title: 'State facts in one commit, and a commit of which one is refused',
    callsMax: 4,
    judges: ['batch-is-whole'],
    since: OF_FACTS,
    run: async (probe) => {
      const { entity, key } = slugOf(probe, 'batched')
      const fact = (name: string, more: object = {}) => ({
        entity,
        key: `${key} ${name}`,
        value: name,
        ...more,
      })
      const good = await probe.need('batchFacts', { json: { facts: [fact('a'), fact('b'), fact('a')] } })
      expect(probe, 'batch-is-whole', good, {
        found: objects(member(good.json, 'facts')).map(({ existed }) => existed),
        wanted: [false, false, true],
      })
      const facts = [fact('c'), fact('d', { supersedes: 'f999999999' })]
      const refused = await probe.send('batchFacts', { json: { facts } })
      expect(probe, 'batch-is-whole', refused, {
        found: [refused.status, codeOf(refused)],
        wanted: [409, 'supersedes_conflict'],
      })
      const read = await probe.send('getFact', { path: { entity, key: `${key} c` } })
      expect(probe, 'batch-is-whole', [refused, read], { found: read.status, wanted: 404 })
    },
  },
  {
    id: 'facts-checked',
    title: 'Ask of remembered facts whether they hold, and why',
    callsMax: 5,
    judges: ['standing-is-told'],
    since: OF_FACTS,
    run: async (probe) => {
      const path = slugOf(probe, 'checked')
      const older = idOf(await probe.need('putFact', { path, json: { value: 'old', valid_from: '2020' } }))
      const newer = idOf(await probe.need('putFact', { path, json: { value: 'new', valid_from: '2021' } }))
      const remembered = [
        ...[older, newer, 'f999999999'].map((fact_id) => ({ fact_id })),
        ...['new', 'old'].map((value) => ({ ...path, value })),
      ]
      const checked = await probe.need('checkFacts', { json: { facts: remembered } })
      expect(probe, 'standing-is-told', checked, {
        found: standings(checked),
        wanted: ['superseded', 'current', 'unknown', 'current', 'contradicted'],
      })
      const why = await probe.need('factWhy', { path })
      const successor = member(objects(member(why.json, 'facts'))[1], 'successor')
      expect(probe, 'standing-is-told', why, {
        found: [...standings(why), member(successor, 'fact_id'), member(successor, 'by')],
        wanted: ['current', 'superseded', newer, 'order'],
      })
    },
  },
  {
    id: 'facts-on-condition',
    title: 'State a fact on condition that the slug is as it was read',
    callsMax: 5,
    judges: ['stale-fact-write-is-refused'],
    since: OF_FACTS,
    run: async (probe) => {
      const path = slugOf(probe, 'guarded')
      await probe.need('putFact', { path, json: { value: 'one' } })
      const read = await probe.need('getFact', { path })
      const headers = { 'if-match': read.headers.get('etag') ?? '' }
      const fresh = await probe.send('putFact', { path, json: { value: 'two' }, headers })
      const stale = await probe.send('putFact', { path, json: { value: 'three' }, headers })
      expect(probe, 'stale-fact-write-is-refused', [fresh, stale], {
        found: [fresh.status, stale.status, codeOf(stale)],
        wanted: [200, 412, 'precondition_failed'],
      })
      const kept = await probe.send('getFact', { path, query: { hydrate: 'full' } })
      expect(probe, 'stale-fact-write-is-refused', kept, { found: textsOf(kept), wanted: ['two'] })
    },
  },
  {
    id: 'facts-found',
    title: 'Search and retrieve what facts say: those that hold are found, first where both are asked',
    callsMax: 7,
    judges: ['found-facts-hold'],
    since: OF_ALL,
    run: async (probe) => {
      const path = { entity: `sluicegate ${probe.state.id}`, key: 'keeper' }
      const query = `${path.entity} keeper`
      const [first, second] = ['Marten', 'Heron'].map((name) => `${name} ${probe.state.id.slice(-6)}`)
      const old = idOf(await probe.need('putFact', { path, json: { value: first, valid_from: '2020' } }))
      const before = await probe.need('search', { json: { query } })
      await probe.need('putFact', { path, json: { value: second, valid_from: '2021' } })
      const after = await probe.need('search', { json: { query } })
      const retrieved = await probe.need('retrieve', { json: { query, hydrate: 'full' } })
      expect(probe, 'found-facts-hold', [before, after], {
        found: [before, after].map((page) => keyFacts(page, [first!, second!])),
        wanted: [[first], [second]],
      })
      expect(probe, 'found-facts-hold', retrieved, { found: textsOf(retrieved)[0], wanted: second })
      const pointer = factsOn(before).find(({ epitome }) => epitome?.includes(first!))?.id ?? old
      const read = await probe.send('fetchContent', { json: { refs: [pointer], hydrate: 'full' } })
      expect(probe, 'found-facts-hold', [before, read], { found: textsOf(read), wanted: [first] }, 'search')
    },
  },
]

/** A slug of this run's own: a run that comes again finds none of its facts. */
function slugOf(probe: Probe, entity: string) {
  return { entity, key: probe.state.id }
}

const idOf = (exchange: Exchange) => String(member(exchange.json, 'fact_id'))
const standings = (exchange: Exchange) =>
  objects(member(exchange.json, 'facts')).map(({ standing }) => standing)

const factsOn = (exchange: Exchange) => pointersOf(exchange).filter(({ reason }) => reason === 'KeyFact')

/** Which of some values the facts found say. */
function keyFacts(exchange: Exchange, values: readonly string[]): string[] {
  return values.filter((value) => factsOn(exchange).some(({ epitome }) => epitome?.includes(value)))
}

function expect(
  probe: Probe,
  requirement: Scenario['judges'][number],
  exchanges: Exchange | readonly Exchange[],
  { found, wanted }: { readonly found: unknown; readonly wanted: unknown },
  at?: 'search',
): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  probe.judge(requirement, exchanges, is === should ? null : `found ${is}, expected ${should}`, at)
}
