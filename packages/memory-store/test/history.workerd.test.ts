import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, KEPT_MS, WALKED_MS } from '../src/collect.ts'
import { getDocument, listDocuments } from '../src/document.ts'
import { commitMerge } from '../src/merge.ts'
import { findNamespace, type Namespace } from '../src/namespace.ts'
import { readLivePassages } from '../src/passage.ts'
import { type Catalogue, readCatalogue } from '../src/read-catalogue.ts'
import { readPointers } from '../src/read-pointers.ts'
import { committed, fresh, newDocument, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'

const db = env.MEMORY_0

type Step =
  | {
      readonly kind: 'write'
      readonly documents: readonly { readonly id: string; readonly passages: number }[]
    }
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  | { readonly kind: 'merge'; readonly share: number; readonly stale: boolean }
  | { readonly kind: 'collect' }

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        documents: fc.uniqueArray(fc.record({ id, passages: fc.nat(3) }), {
          selector: (one) => one.id,
          minLength: 1,
          maxLength: 3,
        }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('delete' as const),
        ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('merge' as const),
        share: fc.integer({ min: 2, max: 20 }),
        stale: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'collect' as const }) },
  ),
  { minLength: 1, maxLength: 14 },
)

/** What an obvious store would hold: live documents with their pointers, and every pointer ever given. */
interface Model {
  readonly live: Map<string, string[]>
  readonly given: Set<string>
  readonly past: Map<number, string[]>
  version: number
}

/** A segment in these tests is the JSON of the pointers it holds. */
const segmentHolding = (pointers: readonly string[]) => segmentOf(JSON.stringify(pointers), pointers.length)
const held = (bytes: Uint8Array | null): string[] => JSON.parse(new TextDecoder().decode(bytes!))

/** The pointers a search would find: in a segment, and not buried. */
function found({ segments, tombstones }: Catalogue, deadBy = Infinity): string[] {
  const dead = new Set(
    tombstones.filter(({ version }) => version <= deadBy).map(({ batch, ordinal }) => `${batch}:${ordinal}`),
  )
  return segments
    .flatMap(({ bytes }) => held(bytes))
    .filter((pointer) => !dead.has(pointer))
    .sort()
}

const read = ({ tenant, name }: Namespace, atVersion: number | null = null) =>
  readCatalogue(db, { tenant, name, jti: null, known: null, atVersion })

async function apply(space: Namespace, model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'write':
      return write(space, model, step.documents)
    case 'delete':
      return bury(space, model, step.ids)
    case 'merge':
      return merge(space, model, step)
    case 'collect':
      await collect(db, { ns: space.ns, at: T0 + WALKED_MS - 1 })
      return
    default:
      return step satisfies never
  }
}

async function write(
  space: Namespace,
  model: Model,
  written: readonly { id: string; passages: number }[],
): Promise<void> {
  const next = model.version + 1
  const documents = written.map((one) =>
    newDocument(
      one.id,
      Array.from({ length: one.passages }, (_, n) => `${next} ${one.id} ${n}`),
    ),
  )
  const pointers = documents.flatMap(({ passages }) => passages).map((_, ordinal) => `${next}:${ordinal}`)
  model.version = await committed(db, { ns: space.ns, documents, segment: segmentHolding(pointers) })
  expect(model.version).toBe(next)
  let ordinal = 0
  for (const one of written) {
    model.live.set(one.id, pointers.slice(ordinal, ordinal + one.passages))
    ordinal += one.passages
  }
  for (const pointer of pointers) model.given.add(pointer)
}

async function bury(space: Namespace, model: Model, ids: readonly string[]): Promise<void> {
  const deletes = ids.map((one) => ({ source: 'notes', id: one }))
  model.version = await committed(db, { ns: space.ns, deletes, segment: segmentHolding([]) })
  for (const one of ids) model.live.delete(one)
}

/** Merges some live segments, as read now or, when stale, before a deletion that comes between. */
async function merge(
  space: Namespace,
  model: Model,
  { share, stale }: { share: number; stale: boolean },
): Promise<void> {
  const catalogue = await read(space)
  const inputs = catalogue.segments.filter(({ seq }) => seq % share !== 0)
  if (inputs.length < 2) return
  const all = new Set(found(catalogue))
  const kept = inputs.flatMap(({ bytes }) => held(bytes)).filter((pointer) => all.has(pointer))
  if (stale) await bury(space, model, ['a'])
  const request = {
    ns: space.ns,
    commitId: fresh('merge'),
    requestHash: '',
    at: T0,
    answer: '',
    signer: SIGNER,
  }
  const builtAt = catalogue.namespace!.head
  const outcome = await commitMerge(db, {
    ...request,
    inputs: inputs.map(({ seq }) => seq),
    builtAt,
    segment: segmentHolding(kept),
  })
  expect(outcome.kind).toBe('committed')
  model.version += 1
}

async function assertAgrees(space: Namespace, model: Model): Promise<void> {
  const { ns, tenant, name } = space
  const live = [...model.live.values()].flat().sort()
  expect(found(await read(space))).toEqual(live)
  const rows = await readLivePassages(db, { ns, after: null, limit: 999 })
  expect(rows.map(({ batch, ordinal }) => `${batch}:${ordinal}`).sort()).toEqual(live)
  const listed = await listDocuments(db, { ns, source: 'notes', after: null, limit: 99 })
  expect(listed.map((one) => one.id)).toEqual([...model.live.keys()].sort())
  expect(await findNamespace(db, { tenant, name })).toMatchObject({
    head: model.version,
    documents: model.live.size,
    passages: live.length,
  })
  model.past.set(model.version, live)
}

test('after any history of writes, deletions and merges the catalogue, the rows and the counts agree', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const space = await newNamespace()
      const model: Model = { live: new Map(), given: new Set(), past: new Map(), version: 0 }
      for (const step of history) {
        await apply(space, model, step)
        await assertAgrees(space, model)
      }
      for (const [version, live] of model.past)
        expect(found(await read(space, version), version), `as of ${version}`).toEqual(live)
      await assertPointers(space, model)
      await collect(db, { ns: space.ns, at: T0 + 2 * KEPT_MS })
      await assertAgrees(space, model)
    }),
    { numRuns: 30 },
  )
})

/** Every pointer ever given is found or known to be deleted; every name ever used is live or known to be deleted. */
async function assertPointers(space: Namespace, model: Model): Promise<void> {
  const given = [...model.given]
  const live = new Set([...model.live.values()].flat())
  const refs = given.map((pointer) => ({
    batch: Number(pointer.split(':')[0]),
    ordinal: Number(pointer.split(':')[1]),
  }))
  const reads = await readPointers(db, { ns: space.ns, refs, now: T0 })
  expect(reads.map(({ kind }) => kind)).toEqual(
    given.map((pointer) => (live.has(pointer) ? 'passage' : 'deleted')),
  )
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { kind } = await getDocument(db, { ns: space.ns, source: 'notes', id: name })
    expect(kind === 'live').toBe(model.live.has(name))
  }
}
