import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkFacts, type RememberedFact } from '../src/check-facts.ts'
import { commitFacts, type FactsOutcome } from '../src/commit-facts.ts'
import { factId } from '../src/fact-row.ts'
import type { SeenSlug } from '../src/guard-current.ts'
import { factHistory, getFact, readCurrentIds, readSlug, readWritten } from '../src/read-facts.ts'
import { commitRetraction } from '../src/retract-fact.ts'
import type { NewFact } from '../src/stored-fact.ts'
import { FactModel } from './fact-model.ts'
import { fresh, NO_QUOTA, newFact, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const KEYS = ['k1', 'k2'] as const
const instant = (at: number | null) => (at === null ? null : { at, given: `${at}` })

interface Statement {
  readonly fact: Omit<NewFact, 'supersedes'>
  readonly supersedes: number | null
  readonly at: number
}
const at = fc.integer({ min: 0, max: 12 })
const statement: fc.Arbitrary<Statement> = fc.record({
  fact: fc
    .record({
      key: fc.constantFrom(...KEYS),
      value: fc.constantFrom('1', '2', '{"a":[1]}'),
      cardinality: fc.constantFrom('one' as const, 'one' as const, 'many' as const),
      confidence: fc.constantFrom(null, 0.5),
      validFrom: fc.option(at, { freq: 3 }).map(instant),
      validTo: fc.option(fc.integer({ min: 6, max: 14 }), { freq: 2 }).map(instant),
      observedAt: fc.option(at, { freq: 2 }).map(instant),
    })
    .map((fields) => newFact(fields)),
  supersedes: fc.option(fc.nat(12), { freq: 3 }),
  at: fc.integer({ min: -2, max: 10 }),
})
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: statement },
    { weight: 1, arbitrary: fc.record({ retracts: fc.nat(12), at: fc.nat(10) }) },
  ),
  { minLength: 1, maxLength: 16 },
)

function send(ns: number, facts: readonly NewFact[], over: { at?: number; seen?: SeenSlug | null } = {}) {
  return commitFacts(db, {
    ns,
    commitId: fresh('fact'),
    requestHash: 'r',
    at: T0,
    answer: '',
    signer: SIGNER,
    facts,
    segment: segmentOf('fact'),
    seen: null,
    quota: NO_QUOTA,
    ...over,
  })
}

function retract(ns: number, id: string, when = T0) {
  return commitRetraction(db, {
    ns,
    commitId: fresh('retract'),
    requestHash: 'r',
    at: when,
    answer: '',
    signer: SIGNER,
    factId: id,
    reason: null,
    segment: segmentOf('buried', 0),
    seen: null,
  })
}

function told(outcome: FactsOutcome): string {
  if (outcome.kind === 'committed') return 'written'
  if (outcome.kind === 'repeat') return `existed ${outcome.factId}`
  return outcome.kind === 'supersedes' ? outcome.why : outcome.kind
}

test('any history is accepted, refused and answered as an obvious model does, on the whole grid of both times', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { ns } = await newNamespace(env.MEMORY_0)
      const model = new FactModel()
      const ids: string[] = []
      let version = 0
      for (const step of history) {
        if ('retracts' in step) {
          const id = ids[step.retracts] ?? 'f999'
          const isNew = model.retract(id, T0 + step.at)
          expect((await retract(ns, id, T0 + step.at)).kind === 'committed').toBe(isNew)
          if (isNew) version += 1
          continue
        }
        const supersedes = step.supersedes === null ? null : (ids[step.supersedes] ?? 'f999')
        const fact = { ...step.fact, supersedes }
        const expected = model.state(fact, { id: factId(version + 1, 0), at: T0 + step.at })
        expect(told(await send(ns, [fact], { at: T0 + step.at }))).toBe(expected)
        if (expected === 'written') ids.push(factId(++version, 0))
      }
      await expectSameAnswers(ns, model)
    }),
    { numRuns: 40 },
  )
})

async function expectSameAnswers(ns: number, model: FactModel): Promise<void> {
  for (const asOf of [null, 0, 4, 8, 13, T0 + 5]) {
    for (const recordedAsOf of [null, T0 - 1, T0 + 3, T0 + 7]) {
      const instants = { asOf, recordedAsOf, now: T0 + 20 }
      for (const key of KEYS) {
        const slug = { ns, entity: 'ann', key }
        const { facts } = await readSlug(db, { ...slug, ...instants, limit: 99 })
        expect(facts.map((fact) => fact.factId)).toEqual(model.current(slug, instants))
        const kept = await factHistory(db, { ...slug, ...instants, before: null, limit: 99 })
        expect(kept.map((fact) => fact.factId)).toEqual(model.history(slug, instants))
        expect(kept.filter((fact) => fact.current).map((fact) => fact.factId)).toEqual(
          model.current(slug, instants).toReversed(),
        )
        await expectSameChecks(ns, model, { key, instants })
      }
    }
  }
}

async function expectSameChecks(
  ns: number,
  model: FactModel,
  { key, instants }: { readonly key: string; readonly instants: Parameters<FactModel['current']>[1] },
): Promise<void> {
  const current = model.current({ entity: 'ann', key }, instants)
  const byId = new Map(model.facts.map((fact) => [fact.id, fact]))
  const claims: RememberedFact[] = ['1', '2', '3'].map((value) => ({ entity: 'ann', key, value }))
  const named: RememberedFact[] = model.facts.map((fact) => ({ factId: fact.id }))
  const checks = await checkFacts(db, { ns, facts: [...claims, ...named], ...instants })
  for (const [place, value] of ['1', '2', '3'].entries()) {
    const same = current.filter((id) => byId.get(id)!.value === value)
    const kind = same.length > 0 ? 'stored' : current.length > 0 ? 'other' : 'unknown'
    const id = same.at(-1) ?? current.at(-1)
    expect(checks[place]).toMatchObject({ kind, ...(id === undefined ? {} : { fact: { factId: id } }) })
  }
  for (const [place, fact] of model.facts.entries()) {
    const check = checks[place + 3]!
    const read = await getFact(db, { ns, factId: fact.id, ...instants })
    expect(check).toEqual({ kind: 'stored', fact: read })
  }
}

test('from any fact its successors lead to one without, never in a circle', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), async (targets) => {
      const { ns } = await newNamespace(env.MEMORY_0)
      const ids: string[] = []
      for (const [n, target] of targets.entries()) {
        const supersedes = ids[target] ?? null
        const outcome = await send(ns, [newFact({ value: `${n}`, cardinality: 'many', supersedes })])
        if (outcome.kind === 'committed') ids.push(factId(outcome.version, 0))
      }
      for (const start of ids) {
        const passed = new Set<string>()
        for (let at: string | null = start; at !== null; ) {
          expect(passed.has(at)).toBe(false)
          passed.add(at)
          const fact = await getFact(db, { ns, factId: at, asOf: null, recordedAsOf: null, now: T0 })
          at = fact!.supersededBy
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a write that relies on what it saw goes through while that is so, and is refused whole when not', async () => {
  const { ns } = await newNamespace(db)
  const slug = { entity: 'ann', key: 'works_at', now: T0 }
  const seen = async () => ({ ...slug, current: await readCurrentIds(db, { ns, slug, limit: 9 }) })
  const none = await seen()
  expect(none.current).toEqual([])
  expect(await send(ns, [newFact()], { seen: none })).toMatchObject({ kind: 'committed', version: 1 })
  expect(await send(ns, [newFact({ value: '2' })], { seen: none })).toEqual({ kind: 'precondition' })
  const one = await seen()
  expect(one.current).toEqual(['f1'])
  expect(await send(ns, [newFact({ value: '2' })], { seen: one })).toMatchObject({ version: 2 })
  expect(await send(ns, [newFact({ value: '3' })], { seen: one })).toEqual({ kind: 'precondition' })
  expect((await seen()).current).toEqual(['f2'])
  // One that would be a repeat is refused as well: the writer has not seen what it repeats.
  expect(await send(ns, [newFact({ value: '2' })], { seen: one })).toEqual({ kind: 'precondition' })
})

test('a written fact is read with its standing and with what is current at its slug', async () => {
  const { ns } = await newNamespace(db)
  const slug = { entity: 'ann', key: 'works_at', now: T0 }
  const instants = { asOf: null, recordedAsOf: null, now: T0 }
  await send(ns, [newFact({ validFrom: { at: 10, given: '1970' } })])
  await send(ns, [newFact({ value: '"B"', validFrom: { at: 5, given: '1970' } })])
  const read = await readWritten(db, { ns, factId: 'f2', slug, limit: 5, ...instants })
  expect([read.fact?.current, read.fact?.supersededBy, read.current]).toEqual([false, 'f1', ['f1']])
  expect((await readWritten(db, { ns, factId: 'f9', slug, limit: 5, ...instants })).fact).toBeNull()
})

test('five hundred facts are checked in one trip, whatever their histories', async () => {
  const { ns } = await newNamespace(db)
  const facts = Array.from({ length: 100 }, (_, n) => newFact({ key: `k${n}` }))
  await send(ns, facts)
  const before = db.trips.length
  const claims = Array.from({ length: 500 }, (_, n) => ({
    entity: 'ann',
    key: `k${n % 100}`,
    value: n % 2 === 0 ? '"A"' : '"B"',
  }))
  const checks = await checkFacts(db, { ns, facts: claims, asOf: null, recordedAsOf: null, now: T0 })
  expect(db.trips.length - before).toBe(1)
  expect(checks.filter(({ kind }) => kind === 'stored')).toHaveLength(250)
  expect(checks.filter(({ kind }) => kind === 'other')).toHaveLength(250)
})
