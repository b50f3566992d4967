import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { commitFacts } from '../src/commit-facts.ts'
import { commitImport } from '../src/commit-import.ts'
import { factId } from '../src/fact-row.ts'
import type { FactRefusal } from '../src/guard-facts.ts'
import type { FactPast, InsertedFact } from '../src/insert-facts.ts'
import { factHistory } from '../src/read-facts.ts'
import { commitRetraction, commitReverification } from '../src/retract-fact.ts'
import type { Row } from '../src/statement.ts'
import type { NewFact } from '../src/stored-fact.ts'
import { fresh, NO_QUOTA, newFact, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const KEYS = ['k1', 'k2'] as const
const request = (ns: number, at = T0) => ({
  ns,
  at,
  commitId: fresh('commit'),
  requestHash: 'r',
  answer: '',
  signer: SIGNER,
})

/** Writes as a writer does; null where nothing was written. */
async function write(ns: number, facts: readonly NewFact[], at: number): Promise<number | null> {
  const commit = { facts, segment: segmentOf('facts', facts.length), seen: null, quota: NO_QUOTA }
  const outcome = await commitFacts(db, { ...request(ns, at), ...commit })
  return outcome.kind === 'committed' ? outcome.version : null
}

/** Takes facts in as an archive tells them. */
function take(ns: number, facts: readonly InsertedFact[], head = 0) {
  const nothing = { rows: [], segment: null, opening: null, closing: null, embedder: null, quota: NO_QUOTA }
  return commitImport(db, { ...request(ns), ...nothing, facts, head })
}

/** All rows of facts in the order of their keys, but for whose namespace they are. */
async function rowsOf(ns: number): Promise<Row[]> {
  const sql = 'SELECT * FROM fact WHERE ns = ? ORDER BY batch, ordinal'
  const { results } = await env.MEMORY_0.prepare(sql).bind(ns).all<Row>()
  return results.map(({ ns: _, ...row }) => row as Row)
}

function archived(row: Row): InsertedFact {
  const instant = (name: string) =>
    row[name] === null ? null : { at: row[name] as number, given: row[`${name}_given`] as string }
  const fact = newFact({
    ...({
      entity: row.entity,
      key: row.key,
      value: row.value,
      cardinality: row.cardinality,
    } as Partial<NewFact>),
    ...({
      confidence: row.confidence,
      supersedes: row.supersedes,
      provenance: row.provenance,
    } as Partial<NewFact>),
    validFrom: instant('valid_from'),
    validTo: instant('valid_to'),
    observedAt: instant('observed_at'),
  })
  const { batch, ordinal, recorded_at, reverified_at, retracted_at, retraction } = row
  const times = { recordedAt: recorded_at, reverifiedAt: reverified_at, retractedAt: retracted_at }
  const past = { batch, ordinal, retraction, ...times } as FactPast
  return { fact, past, salt: row.salt as string | null, isIndexed: row.indexed === 1 }
}

const at = fc.integer({ min: 0, max: 6 })
const instant = (ms: number | null) => (ms === null ? null : { at: ms, given: `${ms}` })
const stated = fc
  .record({
    key: fc.constantFrom(...KEYS),
    value: fc.constantFrom('1', '2', `"${'x'.repeat(80)}"`),
    cardinality: fc.constantFrom('one' as const, 'many' as const),
    confidence: fc.constantFrom(null, 0.1234567890123456),
    validFrom: fc.option(at, { freq: 3 }).map(instant),
    validTo: fc.option(fc.integer({ min: 7, max: 9 }), { freq: 2 }).map(instant),
    provenance: fc.constantFrom(null, '{"tool":"crm"}'),
  })
  .map((fields) => newFact(fields))
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      facts: fc.array(stated, { minLength: 1, maxLength: 3 }),
      supersedes: fc.option(fc.nat(9)),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ retracts: fc.nat(9), at }) },
  { weight: 1, arbitrary: fc.record({ reverifies: fc.nat(9), at }) },
)

/** What happens to a namespace, often several things in one millisecond. */
async function live(ns: number, history: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
  const ids: string[] = []
  for (const one of history) {
    const named = (place: number) => ids[place % Math.max(1, ids.length)] ?? 'f9'
    if ('facts' in one) {
      const supersedes = one.supersedes === null ? null : named(one.supersedes)
      const facts = one.facts.map((fact, place) => (place === 0 ? { ...fact, supersedes } : fact))
      const version = await write(ns, facts, T0 + one.at)
      if (version !== null) ids.push(...facts.map((_, ordinal) => factId(version, ordinal)))
    } else if ('retracts' in one) {
      const retraction = { factId: named(one.retracts), reason: '"wrong"', segment: null, seen: null }
      await commitRetraction(db, { ...request(ns, T0 + one.at), ...retraction })
    } else
      await commitReverification(db, {
        ...request(ns, T0 + one.at),
        factId: named(one.reverifies),
        seen: null,
      })
  }
}

test('a history that was written is taken in as it was, in commits of any size, and answers as it did at every instant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 1, max: 5 }),
      async (history, size) => {
        const [here, there] = [await newNamespace(env.MEMORY_0), await newNamespace(env.MEMORY_0)]
        await live(here.ns, history)
        const rows = await rowsOf(here.ns)
        for (let start = 0; start < rows.length; start += size) {
          const outcome = await take(there.ns, rows.slice(start, start + size).map(archived), start / size)
          expect(outcome.kind).toBe('committed')
        }
        expect(await rowsOf(there.ns)).toEqual(rows)
        for (const asOf of [null, 0, 4, 8, T0 + 3])
          for (const recordedAsOf of [null, T0 + 1, T0 + 4])
            for (const key of KEYS) {
              const asked = { entity: 'ann', key, asOf, recordedAsOf, now: T0 + 20, before: null, limit: 99 }
              expect(await factHistory(db, { ns: there.ns, ...asked })).toEqual(
                await factHistory(db, { ns: here.ns, ...asked }),
              )
            }
      },
    ),
    { numRuns: 30 },
  )
})

const past = (batch: number, more: Partial<FactPast> = {}): FactPast => ({
  batch,
  ordinal: 0,
  recordedAt: T0 + batch,
  reverifiedAt: null,
  retractedAt: null,
  retraction: null,
  ...more,
})
const told = (batch: number, fields: Partial<NewFact>, more: Partial<FactPast> = {}): InsertedFact => ({
  fact: newFact(fields),
  past: past(batch, more),
  salt: null,
  isIndexed: true,
})

test.each<[string, InsertedFact[], FactRefusal]>([
  ['repeats the one before it', [told(1, {}), told(2, {})], { kind: 'repeat', index: 1, factId: 'f1' }],
  [
    'repeats one that was retracted only later',
    [told(1, {}, { retractedAt: T0 + 9 }), told(2, {})],
    { kind: 'repeat', index: 1, factId: 'f1' },
  ],
  [
    'repeats one of its own commit',
    [told(1, {}), told(1, {}, { ordinal: 1 })],
    { kind: 'repeat_within', index: 1, of: 0 },
  ],
  [
    'supersedes one that came later',
    [told(1, { supersedes: 'f2' }), told(2, { value: '2' })],
    { kind: 'supersedes', index: 0, why: 'unknown' },
  ],
  ['supersedes itself', [told(1, { supersedes: 'f1' })], { kind: 'supersedes', index: 0, why: 'unknown' }],
  [
    'supersedes one of another slug',
    [told(1, { key: 'k1' }), told(2, { supersedes: 'f1' })],
    { kind: 'supersedes', index: 1, why: 'foreign' },
  ],
  [
    'supersedes one that says the same',
    [told(1, { cardinality: 'many' }), told(2, { supersedes: 'f1' })],
    { kind: 'supersedes', index: 1, why: 'itself' },
  ],
  [
    'supersedes one that had been retracted',
    [told(1, {}, { retractedAt: T0 + 2 }), told(3, { value: '2', supersedes: 'f1' })],
    { kind: 'supersedes', index: 1, why: 'retired' },
  ],
  [
    'supersedes one that had been superseded by name',
    [
      told(1, { cardinality: 'many' }),
      told(2, { value: '2', cardinality: 'many', supersedes: 'f1' }, { retractedAt: T0 + 9 }),
      told(3, { value: '3', cardinality: 'many', supersedes: 'f1' }),
    ],
    { kind: 'supersedes', index: 2, why: 'retired' },
  ],
  [
    'supersedes one that had been followed',
    [told(1, {}), told(2, { value: '2' }), told(3, { value: '3', supersedes: 'f1' })],
    { kind: 'supersedes', index: 2, why: 'retired' },
  ],
])(
  'a fact of an archive that %s is refused as no writer could have left it, and nothing is written',
  async (_, facts, refusal) => {
    const { ns } = await newNamespace(db)
    expect(await take(ns, facts)).toEqual(refusal)
    expect(await rowsOf(ns)).toEqual([])
    const [last, before] = [facts.at(-1)!, facts.slice(0, -1)]
    if (before.length === 0 || refusal.index === 0) return
    expect(await take(ns, before)).toMatchObject({ kind: 'committed' })
    expect(await take(ns, [last], 1)).toEqual({ ...refusal, index: 0 })
    expect(await rowsOf(ns)).toHaveLength(before.length)
  },
)

test('what happened in one millisecond is held against nobody', async () => {
  const { ns } = await newNamespace(db)
  const at = { recordedAt: T0 + 1 }
  const facts = [
    told(1, {}, { ...at, retractedAt: T0 + 1 }),
    told(3, {}, at),
    told(4, { value: '2', supersedes: 'f3' }, { ...at, retractedAt: T0 + 1 }),
    told(6, { value: '3', supersedes: 'f3' }, at),
  ]
  expect(await take(ns, facts)).toMatchObject({ kind: 'committed' })
})
