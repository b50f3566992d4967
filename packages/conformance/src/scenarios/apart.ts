import { MARKERS, SOURCE } from '../corpus.ts'
import type { Exchange, Side } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { member, memoriesOf, objects, pointerIds, pointersOf } from '../read.ts'
import { STORE_WORKERS } from '../requirement.ts'
import type { Scenario } from '../scenario.ts'

type Apartness = 'tenants-are-apart' | 'namespaces-are-apart'
interface Pair {
  readonly asking: Side
  readonly other: Side
  readonly requirement: Apartness
}

const PAIRS: readonly Pair[] = [
  { asking: 'a', other: 'b', requirement: 'tenants-are-apart' },
  { asking: 'b', other: 'a', requirement: 'tenants-are-apart' },
  { asking: 'a', other: 'aside', requirement: 'namespaces-are-apart' },
  { asking: 'aside', other: 'a', requirement: 'namespaces-are-apart' },
]

/** One side asks for what only the other stored, by every read. */
export const APART_SCENARIOS: readonly Scenario[] = PAIRS.map((pair) => ({
  id: `apart-${pair.asking}-${pair.other}`,
  title: `Side ${pair.asking} asks for what only side ${pair.other} stored`,
  callsMax: 16,
  judges: [pair.requirement],
  at: STORE_WORKERS,
  run: async (probe) => {
    await searchMarker(probe, pair)
    await fetchForeign(probe, pair)
    await readForeignNames(probe, pair)
    await readLists(probe, pair)
  },
}))

async function searchMarker(probe: Probe, { asking: side, other, requirement }: Pair): Promise<void> {
  const query = MARKERS[other]
  const searches = [
    await probe.need('search', { side, json: { query, hydrate: 'full', limit: 100 } }),
    await probe.need('search', { side, json: { query, filter: { source: SOURCE } } }),
    await probe.need('searchByQuery', { side, query: { query } }),
  ]
  for (const found of searches) {
    const count = pointersOf(found).length
    probe.judge(requirement, found, count === 0 ? null : `${count} hits for what only side ${other} stored`)
  }
  const legacy = await probe.need('search', { side, json: { query }, query: { contract: 'legacy' } })
  const count = objects(member(legacy.json, 'results')).length
  probe.judge(
    requirement,
    legacy,
    count === 0 ? null : `${count} legacy results for what only side ${other} stored`,
  )
}

/** A pointer of the other side may name something here too, but never the other side's text. */
async function fetchForeign(probe: Probe, { asking: side, other, requirement }: Pair): Promise<void> {
  const found = await probe.need('search', { side: other, json: { query: MARKERS[other] } })
  const refs = pointerIds(found)
  probe.judge(requirement, found, refs.length > 0 ? null : `side ${other} does not find its own marker`)
  const fetched = await probe.send('fetchContent', { side, json: { refs, hydrate: 'full' } })
  probe.judge(requirement, [found, fetched], leakFinding(fetched, other))
}

async function readForeignNames(probe: Probe, { asking: side, other, requirement }: Pair): Promise<void> {
  const name = `only-${other}`
  const answers = [
    await probe.send('getFact', { side, path: { entity: name, key: 'secret' }, query: { hydrate: 'full' } }),
    await probe.send('factHistory', { side, path: { entity: name, key: 'secret' } }),
    await probe.send('sessionState', { side, path: { id: name }, query: { hydrate: 'full' } }),
    await probe.send('getDocument', { side, path: { id: SOURCE, document: name } }),
  ]
  for (const answer of answers)
    probe.judge(
      requirement,
      answer,
      answer.status === 404 ? null : `${name} answered ${answer.status}, expected 404`,
    )
}

async function readLists(probe: Probe, { asking: side, other, requirement }: Pair): Promise<void> {
  const documents = await probe.need('listDocuments', { side, path: { id: SOURCE }, query: { limit: '100' } })
  const isListed = objects(member(documents.json, 'documents')).some(({ id }) => id === `only-${other}`)
  probe.judge(requirement, documents, isListed ? `only-${other} is listed at side ${side}` : null)
  const facts = await probe.need('listFacts', { side, query: { prefix: 'only-', hydrate: 'full' } })
  const foreign = memoriesOf(facts).filter(({ topic }) => String(topic).startsWith(`only-${other}/`)).length
  probe.judge(
    requirement,
    facts,
    foreign === 0 ? leakFinding(facts, other) : `${foreign} facts of side ${other}`,
  )
  const marker = await probe.need('getDocument', { side, path: { id: SOURCE, document: 'marker' } })
  probe.judge(
    requirement,
    marker,
    marker.text.includes(MARKERS[side]) ? leakFinding(marker, other) : 'the side’s own text is not there',
  )
}

function leakFinding({ text }: Exchange, other: Side): string | null {
  return text.includes(MARKERS[other]) ? `the answer shows a text of side ${other}` : null
}
