import { CannotExercise } from '../cannot-exercise.ts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, linesOf, member, textsOf } from '../read.ts'
import type { Scenario } from '../scenario.ts'

const NAMESPACE = { namespace: 'conformance-vectors' }
const EMBEDDER = { embedder: 'caller', dimensions: 8, version: 'conformance' }
const SINCE = { contract: '1.3.0', of: ['library', 'search'] } as const

/** Documents whose words say nothing about which is near. */
const TEXTS = ['The first of the lanterns.', 'The second of the lanterns.', 'The third of the lanterns.']
const vectorOf = (place: number) => Array.from({ length: 8 }, (_, at) => (at === place ? 1 : 0.1))

/** A namespace whose callers bring vectors. */
export const VECTOR_SCENARIOS: readonly Scenario[] = [
  {
    id: 'embedder-named',
    title: 'Name the embedder of a namespace, again, and another one',
    callsMax: 6,
    judges: ['embedder-is-kept'],
    since: SINCE,
    run: async (probe) => {
      await store(probe)
      const again = await probe.need('putEmbedder', { query: NAMESPACE, json: EMBEDDER })
      judgeKept(probe, again, member(again.json, 'status') === 'unchanged')
      const other = await probe.send('putEmbedder', { query: NAMESPACE, json: { ...EMBEDDER, version: 'b' } })
      judgeKept(probe, other, other.status === 409 && codeOf(other) === 'embedder_in_use')
      const read = await probe.need('getEmbedder', { query: NAMESPACE })
      const isSame = Object.entries(EMBEDDER).every(([name, value]) => member(read.json, name) === value)
      judgeKept(probe, read, isSame)
    },
  },
  {
    id: 'vectors-searched',
    title: 'Search by a vector for the document that brought one near it',
    callsMax: 3 + TEXTS.length,
    judges: ['near-vectors-are-found'],
    since: SINCE,
    run: async (probe) => {
      await store(probe)
      for (const [place, text] of TEXTS.entries()) {
        const json = { query: 'lanterns', embedding: vectorOf(place), hydrate: 'full' }
        const found = await probe.need('search', { query: NAMESPACE, json })
        const first = textsOf(found)[0]
        const why = first === text ? null : `found "${first ?? 'nothing'}" first, expected "${text}"`
        probe.judge('near-vectors-are-found', found, why)
      }
    },
  },
  {
    id: 'vectors-refused',
    title: 'Send vectors that cannot be compared, with documents and with a question',
    callsMax: 6,
    judges: ['incomparable-vectors-are-refused'],
    since: SINCE,
    run: async (probe) => {
      await store(probe)
      await sendLines(probe)
      for (const embedding of [vectorOf(0).concat(1), Array(8).fill(0)]) {
        const asked = await probe.send('search', { query: NAMESPACE, json: { query: 'lanterns', embedding } })
        const isRefused = asked.status === 400 && codeOf(asked) === 'invalid_body'
        judgeRefused(probe, asked, isRefused, `answered ${asked.status}, expected 400 invalid_body`)
      }
    },
  },
]

/** The namespace with its embedder and documents; what is there already is left as it is. */
async function store(probe: Probe): Promise<void> {
  await probe.need('putEmbedder', { query: NAMESPACE, json: EMBEDDER })
  const json = {
    display_name: 'Conformance',
    kinds: ['doc'],
    capabilities: { search: true, exact_get: true },
  }
  await probe.need('putSource', { query: NAMESPACE, path: { id: SOURCE }, json })
  const documents = TEXTS.map((text, place) => ({ id: `near/${place}`, text, embedding: vectorOf(place) }))
  const lines = await addLines(probe, documents)
  const refused = linesOf(lines).find(({ status }) => status === 'refused')
  if (refused !== undefined) throw new CannotExercise(`a document with an embedding was refused`)
}

async function sendLines(probe: Probe): Promise<void> {
  const answer = await addLines(probe, [
    { id: 'short', text: 'A short one.', embedding: vectorOf(0).slice(1) },
    { id: 'bare', text: 'None at all.' },
    { id: 'zero', text: 'One without direction.', embedding: Array(8).fill(0) },
  ])
  const told = linesOf(answer).map(({ status }) => status)
  const isRight = told.length === 3 && told[0] === 'refused' && told[1] !== 'refused' && told[2] === 'refused'
  judgeRefused(probe, answer, isRight, `lines told [${told}], expected the first and the last refused alone`)
}

function addLines(probe: Probe, documents: readonly object[]): Promise<Exchange> {
  const text = documents.map((document) => `${JSON.stringify(document)}\n`).join('')
  const raw = { type: 'application/x-ndjson', text }
  return probe.need('addDocuments', { query: NAMESPACE, path: { id: SOURCE }, raw })
}

function judgeKept(probe: Probe, exchange: Exchange, isKept: boolean): void {
  const told = exchange.text.slice(0, 120)
  probe.judge('embedder-is-kept', exchange, isKept ? null : `answered ${exchange.status} ${told}`)
}

function judgeRefused(probe: Probe, exchange: Exchange, isRefused: boolean, why: string): void {
  probe.judge('incomparable-vectors-are-refused', exchange, isRefused ? null : why)
}
