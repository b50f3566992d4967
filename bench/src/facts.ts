/**
 * What does a call about facts cost, and does that grow with the store? The built Workers, that of facts with its database counted, hold a
 * few facts in one namespace and many in another, a fifth of them superseded; every call is asked of both, about entities all over.
 * `pnpm --filter @cairn/bench run facts [facts]`
 */
import path from 'node:path'
import { readBuiltWorkers } from '@cairn/cli/local/worker-folders'
import { repositoryRoot, type Speaker, startCairn } from '@cairn/test-kit/start-cairn'
import { bundled } from './bundled.ts'
import { FACTS_AN_ENTITY, factsOf, fillFacts } from './facts/filled-facts.ts'
import { printTable } from './table.ts'

const FEW = 2000
const CALLS = 200
const CHECKED = 100
const many = Number(process.argv[2] ?? 200_000)

const bundle = await bundled(path.join(import.meta.dirname, 'facts/counting.worker.ts'), {
  'built-facts-worker': path.join(repositoryRoot, 'workers/facts/dist/facts.worker.js'),
})
const workers = readBuiltWorkers(repositoryRoot).map((worker) =>
  worker.name === 'facts' ? { ...worker, bundle } : worker,
)
const cairn = await startCairn({ workers })

/** One call about an entity: the address, and what is sent. */
interface Asked {
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly address: string
  readonly body?: unknown
}
const CALLED: Readonly<Record<string, (entity: number, n: number, entities: number) => Asked>> = {
  get: (entity) => ({ method: 'GET', address: `/v1/facts/person-${entity}/lives_in?` }),
  'get as of 2021': (entity) => ({
    method: 'GET',
    address: `/v1/facts/person-${entity}/lives_in?as_of=2021&`,
  }),
  'list an entity': (entity) => ({ method: 'GET', address: `/v1/facts?entity=person-${entity}&` }),
  'list a page of all': () => ({ method: 'GET', address: '/v1/facts?' }),
  history: (entity) => ({ method: 'GET', address: `/v1/facts/person-${entity}/lives_in/history?` }),
  'why it is current': (entity) => ({ method: 'GET', address: `/v1/facts/person-${entity}/lives_in/why?` }),
  [`check ${CHECKED} facts`]: (entity, _, entities) => ({
    method: 'POST',
    address: '/v1/facts/check?',
    body: { facts: Array.from({ length: CHECKED }, (_, m) => remembered((entity + m * 7) % entities, m)) },
  }),
  put: (entity, n) => ({
    method: 'PUT',
    address: `/v1/facts/person-${entity}/lives_in?`,
    body: { value: `Place ${n}`, valid_from: '2024' },
  }),
}

function remembered(entity: number, m: number): object {
  const { entity: name, key, value } = factsOf(entity)[m % FACTS_AN_ENTITY]!
  return { entity: name, key, value }
}

try {
  const speaker = await cairn.as('bench')
  const rows: string[][] = []
  for (const facts of [FEW, many]) {
    const entities = facts / FACTS_AN_ENTITY
    const namespace = `facts-${facts}`
    await fillFacts(speaker, namespace, entities)
    for (const [call, ask] of Object.entries(CALLED))
      rows.push([
        String(facts),
        call,
        ...(await measured(speaker, namespace, (n) => ask(spread(n, entities), n, entities))),
      ])
  }
  console.log(`Median of ${CALLS} calls through the gateway; D1 counts are those of workerd's own database\n`)
  printTable(['facts', 'call', 'ms', 'p95 ms', 'D1 trips', 'rows read', 'rows written'], rows)
} finally {
  await cairn.stop()
}

/** Entities all over the store, each another one. */
function spread(n: number, entities: number): number {
  return Math.floor(((n * 0.618_033_988) % 1) * entities)
}

async function measured(
  speaker: Speaker,
  namespace: string,
  ask: (n: number) => Asked,
): Promise<readonly string[]> {
  const times: number[] = []
  const counts: Record<string, number[]> = { trips: [], 'rows-read': [], 'rows-written': [] }
  for (let n = 0; n < CALLS; n++) {
    const { method, address, body } = ask(n)
    const began = performance.now()
    const { status, headers } = await speaker.json(method, `${address}namespace=${namespace}`, { body })
    times.push(performance.now() - began)
    if (status !== 200) throw new Error(`${method} ${address} answered ${status}`)
    for (const [name, all] of Object.entries(counts)) all.push(Number(headers.get(`bench-${name}`)))
  }
  return [
    part(times, 0.5).toFixed(1),
    part(times, 0.95).toFixed(1),
    ...Object.values(counts).map((all) => String(part(all, 0.5))),
  ]
}

/** The value below which such a share of all lies. */
function part(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)]!
}
