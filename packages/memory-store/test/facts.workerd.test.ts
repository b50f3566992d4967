import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { commitFacts, type FactsCommit } from '../src/commit-facts.ts'
import { factId, factRef } from '../src/fact-row.ts'
import { type FactsListRequest, type ListPlace, listFacts } from '../src/list-facts.ts'
import { findNamespace } from '../src/namespace.ts'
import { readCatalogue } from '../src/read-catalogue.ts'
import { type FactPlace, factHistory, getFact, readSlug } from '../src/read-facts.ts'
import { readPointers } from '../src/read-pointers.ts'
import { commitRetraction, commitReverification } from '../src/retract-fact.ts'
import type { GivenInstant, NewFact, StoredFact } from '../src/stored-fact.ts'
import { fresh, NO_QUOTA, newFact, newNamespace, SIGNER, segmentOf, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const NOW = T0 + 1_000_000
const HOLDS_NOW = { asOf: null, recordedAsOf: null, now: NOW }
const SLUG = { entity: 'ann', key: 'works_at' }

function send(ns: number, facts: readonly NewFact[], fields: Partial<FactsCommit> = {}) {
  const request = { ns, commitId: fresh('fact'), requestHash: 'r', at: T0, answer: 'answer', signer: SIGNER }
  return commitFacts(db, {
    ...request,
    facts,
    segment: segmentOf('fact'),
    seen: null,
    quota: NO_QUOTA,
    ...fields,
  })
}

/** The id of a fact that must be new. */
async function put(ns: number, fact: Partial<NewFact>, at = T0): Promise<string> {
  const outcome = await send(ns, [newFact(fact)], { at })
  if (outcome.kind !== 'committed') throw new Error(JSON.stringify(outcome))
  return factId(outcome.version, 0)
}

function retract(ns: number, id: string, at = T0) {
  const request = { ns, commitId: fresh('retract'), requestHash: 'r', at, answer: '', signer: SIGNER }
  const segment = segmentOf('buried', 0)
  return commitRetraction(db, { ...request, factId: id, reason: '"wrong"', segment, seen: null })
}

const year = (n: number): GivenInstant => ({ at: Date.UTC(n, 0, 1), given: String(n) })
const values = (facts: readonly StoredFact[]) => facts.map(({ value }) => JSON.parse(value))
const current = async (ns: number, instants = {}) =>
  values((await readSlug(db, { ns, ...SLUG, ...HOLDS_NOW, ...instants, limit: 100 })).facts)
const history = (ns: number) => factHistory(db, { ns, ...SLUG, ...HOLDS_NOW, before: null, limit: 1_000 })

test('a fact comes back as it was written', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  const fact = newFact({
    value: '{"a":"é👍"}',
    confidence: 0.25,
    horizonClass: 'volatile',
    validFrom: { at: 5, given: '1970' },
    validTo: { at: NOW * 2, given: '2090-01' },
    observedAt: { at: 7, given: '1970-01-01T00:00:00.007Z' },
    provenance: '{"by":"ann"}',
    tokens: 9,
    escapedTokens: 11,
    summaryTokens: 8,
  })
  const id = await put(ns, fact)
  const standing = {
    current: true,
    supersededBy: null,
    retractedAt: null,
    retraction: null,
    reverifiedAt: null,
    indexed: true,
  }
  expect(await getFact(db, { ns, factId: id, ...HOLDS_NOW })).toEqual({
    ...fact,
    ...standing,
    factId: 'f1',
    batch: 1,
    ordinal: 0,
    effectiveAt: 5,
    recordedAt: T0,
  })
  expect(await findNamespace(db, { tenant, name })).toMatchObject({ facts: 1, bytes: 14 })
  expect((await readPointers(db, { ns, refs: [{ batch: 1, ordinal: 0 }], now: NOW }))[0]).toMatchObject({
    kind: 'fact',
    fact: { factId: 'f1', current: true },
  })
})

test('a fact takes effect when valid, else when observed, else when recorded', async () => {
  const { ns } = await newNamespace(db)
  const ids = [
    await put(ns, { value: '1', validFrom: year(2001), observedAt: year(2002) }),
    await put(ns, { value: '2', observedAt: year(2002) }),
    await put(ns, { value: '3' }),
  ]
  const facts = await Promise.all(ids.map((id) => getFact(db, { ns, factId: id, ...HOLDS_NOW })))
  expect(facts.map((fact) => fact!.effectiveAt)).toEqual([year(2001).at, year(2002).at, T0])
})

test('the id of a fact names its commit and its place in it', () => {
  expect([factId(12, 0), factId(12, 3)]).toEqual(['f12', 'f12.3'])
  expect([factRef('f12'), factRef('f12.3')]).toEqual([
    { batch: 12, ordinal: 0 },
    { batch: 12, ordinal: 3 },
  ])
  for (const id of ['', 'f', 'f0', 'f12.0', 'f12.', 'F12', 'f-1', 'f1e3', 'f9999999999999999', ' f1'])
    expect(factRef(id), id).toBe(null)
})

test('a later value retires the earlier one, which names its successor', async () => {
  const { ns } = await newNamespace(db)
  const first = await put(ns, { value: '"A"' })
  const second = await put(ns, { value: '"B"' }, T0 + 1)
  expect(await current(ns)).toEqual(['B'])
  expect(await getFact(db, { ns, factId: first, ...HOLDS_NOW })).toMatchObject({
    current: false,
    supersededBy: second,
  })
  expect(await getFact(db, { ns, factId: second, ...HOLDS_NOW })).toMatchObject({
    current: true,
    supersededBy: null,
  })
})

test('a repeat is the same fact: nothing is written, its id is told', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  const id = await put(ns, {})
  const before = await findNamespace(db, { tenant, name })
  expect(await send(ns, [newFact()], { at: T0 + 50 })).toEqual({ kind: 'repeat', index: 0, factId: id })
  expect(await findNamespace(db, { tenant, name })).toEqual(before)
})

test('a fact that says anything else is no repeat', async () => {
  const others: Partial<NewFact>[] = [
    { value: '"B"' },
    { confidence: 0.5 },
    { horizonClass: 'stable' },
    { validFrom: { at: T0, given: 'x' } },
    { validTo: year(2090) },
    { observedAt: year(2001) },
    { cardinality: 'many' },
    { key: 'other' },
    { entity: 'bob' },
  ]
  for (const other of others) {
    const { ns } = await newNamespace(db)
    await put(ns, {})
    expect(await send(ns, [newFact(other)]), JSON.stringify(other)).toMatchObject({ kind: 'committed' })
  }
})

test('returning to an earlier value is a new fact', async () => {
  const { ns } = await newNamespace(db)
  for (const value of ['"A"', '"B"', '"A"']) await put(ns, { value })
  expect(await current(ns)).toEqual(['A'])
  expect(values(await history(ns))).toEqual(['A', 'B', 'A'])
})

test('after a retraction the fact before it is the one a repeat repeats', async () => {
  const { ns } = await newNamespace(db)
  const first = await put(ns, { value: '"A"' })
  await retract(ns, await put(ns, { value: '"B"' }))
  expect(await send(ns, [newFact({ value: '"A"' })])).toEqual({ kind: 'repeat', index: 0, factId: first })
  expect(await send(ns, [newFact({ value: '"B"' })])).toMatchObject({ kind: 'committed' })
})

test('of cardinality many all hold, each once', async () => {
  const { ns } = await newNamespace(db)
  const bob = await put(ns, { cardinality: 'many', value: '"Bob"' })
  await put(ns, { cardinality: 'many', value: '"Alice"' })
  expect(await send(ns, [newFact({ cardinality: 'many', value: '"Bob"' })])).toEqual({
    kind: 'repeat',
    index: 0,
    factId: bob,
  })
  expect(await current(ns)).toEqual(['Bob', 'Alice'])
  const eve = await put(ns, { cardinality: 'many', value: '"Eve"', supersedes: bob })
  expect(await current(ns)).toEqual(['Alice', 'Eve'])
  expect(await getFact(db, { ns, factId: bob, ...HOLDS_NOW })).toMatchObject({
    current: false,
    supersededBy: eve,
  })
  await put(ns, { value: '"none"' })
  expect(await current(ns)).toEqual(['none'])
})

test('of cardinality many a value is new again after a fact of cardinality one, or after it was superseded', async () => {
  const { ns } = await newNamespace(db)
  const many = (value: string, supersedes: string | null = null) =>
    newFact({ cardinality: 'many', value: JSON.stringify(value), supersedes })
  const first = await put(ns, many('Bob'))
  await put(ns, { value: '"Alice"' })
  const second = await put(ns, many('Bob'))
  expect(await current(ns)).toEqual(['Alice', 'Bob'])
  await put(ns, many('Eve', second))
  await put(ns, many('Bob'))
  expect(await current(ns)).toEqual(['Alice', 'Eve', 'Bob'])
  expect(first).not.toBe(second)
})

test('values that share their first 64 characters are different values', async () => {
  const { ns } = await newNamespace(db)
  const long = (end: string) => newFact({ cardinality: 'many', value: JSON.stringify('x'.repeat(80) + end) })
  await put(ns, long('a'))
  await put(ns, long('b'))
  expect(await send(ns, [long('a')])).toEqual({ kind: 'repeat', index: 0, factId: 'f1' })
})

test('six dated writes give the same answers in all 720 orders of arrival', async () => {
  const { ns } = await newNamespace(db)
  const written = ['A', 'B', 'A', 'C', 'C', 'A']
  const orders = permutations([0, 1, 2, 3, 4, 5])
  expect(orders).toHaveLength(720)
  for (let arrival = 0; arrival < 6; arrival += 1) {
    const facts = orders.map((order, n) => datedWrite(n, order[arrival]!))
    for (let from = 0; from < 720; from += 90) await send(ns, facts.slice(from, from + 90))
  }
  const request = { ns, range: { kind: 'all' }, ...HOLDS_NOW, limit: 500 } as const
  const now = await walk({ ...request, includeSuperseded: false })
  expect(values(now)).toEqual(Array(720).fill('A'))
  const in2004 = await walk({ ...request, includeSuperseded: false, asOf: year(2004).at })
  expect(values(in2004)).toEqual(Array(720).fill('C'))
  const all = Map.groupBy(await walk({ ...request, includeSuperseded: true }), ({ key }) => key)
  expect(all.size).toBe(720)
  for (const facts of all.values()) {
    expect(values(facts)).toEqual(written)
    expect(facts.map(({ supersededBy }) => supersededBy)).toEqual([
      ...facts.slice(1).map(({ factId: id }) => id),
      null,
    ])
  }

  function datedWrite(slug: number, write: number): NewFact {
    return newFact({ key: `${slug}`, value: JSON.stringify(written[write]), validFrom: year(2001 + write) })
  }
})

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

test('100 parallel writes of one slug are 100 facts, one of them current', async () => {
  const { ns } = await newNamespace(db)
  const before = db.trips.length
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, n) => send(ns, [newFact({ value: `${n}` })])),
  )
  expect(outcomes.every(({ kind }) => kind === 'committed')).toBe(true)
  expect(db.trips.length - before).toBe(100)
  const facts = await history(ns)
  expect(new Set(values(facts)).size).toBe(100)
  expect(facts.filter((fact) => fact.current)).toHaveLength(1)
  expect(facts.filter(({ supersededBy }) => supersededBy === null)).toHaveLength(1)
  expect(await current(ns)).toEqual([values(facts)[0]])
})

test('100 parallel writes of one and the same fact are one fact', async () => {
  const { ns } = await newNamespace(db)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => send(ns, [newFact()])))
  expect(outcomes.filter(({ kind }) => kind === 'committed')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'repeat')).toHaveLength(99)
  expect(await history(ns)).toHaveLength(1)
})

test('intervals are half-open, and a fact true in two periods answers for both', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, { value: '"A"', validFrom: year(2001), validTo: year(2003) })
  await put(ns, { value: '"A"', validFrom: year(2005), validTo: year(2007) })
  const at = (asOf: number) => current(ns, { asOf })
  expect(await at(year(2001).at - 1)).toEqual([])
  expect(await at(year(2001).at)).toEqual(['A'])
  expect(await at(year(2003).at - 1)).toEqual(['A'])
  expect(await at(year(2003).at)).toEqual([])
  expect(await at(year(2006).at)).toEqual(['A'])
  expect(await current(ns)).toEqual([])
  expect((await readSlug(db, { ns, ...SLUG, ...HOLDS_NOW, limit: 9 })).known).toBe(true)
  expect((await readSlug(db, { ns, entity: 'ann', key: 'none', ...HOLDS_NOW, limit: 9 })).known).toBe(false)
})

test('when a later fact has ended, the one before it holds again', async () => {
  const { ns } = await newNamespace(db)
  const base = await put(ns, { value: '"base"', validFrom: year(2001) })
  await put(ns, { value: '"acting"', validFrom: year(2005), validTo: year(2006) })
  expect(await current(ns, { asOf: year(2005).at })).toEqual(['acting'])
  expect(await current(ns)).toEqual(['base'])
  expect(await getFact(db, { ns, factId: base, ...HOLDS_NOW })).toMatchObject({
    current: true,
    supersededBy: null,
  })
})

test('a fact that will take effect does not hold yet', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, { value: '"now"' })
  await put(ns, { value: '"later"', validFrom: { at: NOW + 1, given: 'later' } })
  expect(await current(ns)).toEqual(['now'])
  expect(await current(ns, { now: NOW + 1 })).toEqual(['later'])
})

test('a reader with a slow clock sees what was just recorded', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, { value: '"A"' }, T0 + 500)
  await put(ns, { value: '"B"' }, T0)
  expect(await current(ns, { now: T0 - 5 })).toEqual(['B'])
  expect(await current(ns, { now: T0 - 5, asOf: T0 - 5 })).toEqual([])
})

test('what was recorded later is not known as of earlier', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, { value: '"A"', validFrom: year(2001) }, T0)
  const wrong = await put(ns, { value: '"B"', validFrom: year(2002) }, T0 + 10)
  await retract(ns, wrong, T0 + 20)
  const known = (recordedAsOf: number) => current(ns, { recordedAsOf })
  expect(await known(T0 - 1)).toEqual([])
  expect(await known(T0 + 9)).toEqual(['A'])
  expect(await known(T0 + 10)).toEqual(['B'])
  expect(await known(T0 + 19)).toEqual(['B'])
  expect(await known(T0 + 20)).toEqual(['A'])
  expect(await current(ns)).toEqual(['A'])
})

test('a retracted fact stays in the history, leaves the index, and is retracted once', async () => {
  const space = await newNamespace(db)
  const { ns } = space
  await put(ns, { value: '"A"' })
  const id = await put(ns, { value: '"B"' }, T0 + 1)
  expect(await retract(ns, id, T0 + 5)).toMatchObject({ kind: 'committed' })
  expect(await getFact(db, { ns, factId: id, ...HOLDS_NOW })).toMatchObject({
    current: false,
    supersededBy: null,
    retractedAt: T0 + 5,
    retraction: '"wrong"',
  })
  expect(values(await history(ns))).toEqual(['B', 'A'])
  const catalogue = await readCatalogue(db, { ...space, jti: null, known: null, atVersion: null })
  expect(catalogue.tombstones).toEqual([{ batch: 2, ordinal: 0, version: 3 }])
  expect(await retract(ns, id)).toEqual({ kind: 'retracted' })
  expect(await retract(ns, 'f99')).toEqual({ kind: 'unknown' })
  expect(await retract(ns, 'nonsense')).toEqual({ kind: 'unknown' })
})

test('a wrong target of supersedes is refused by name, and nothing is written', async () => {
  const [{ ns, tenant, name }, other] = [await newNamespace(db), await newNamespace(db)]
  for (let n = 0; n < 9; n += 1) await put(other.ns, { value: `${n}` })
  const old = await put(ns, { value: '"A"' })
  const live = await put(ns, { value: '"B"' })
  const foreign = await put(ns, { value: '"C"', key: 'lives_in' })
  const gone = await put(ns, { value: '"D"', key: 'gone' })
  await retract(ns, gone)
  const before = await findNamespace(db, { tenant, name })
  const why = async (supersedes: string, fields: Partial<NewFact> = {}) => {
    const outcome = await send(ns, [newFact({ value: '"new"', supersedes, ...fields })])
    return outcome.kind === 'supersedes' ? outcome.why : outcome.kind
  }
  expect(await why('f99')).toBe('unknown')
  expect(await why('f9')).toBe('unknown')
  expect(await why('nonsense')).toBe('unknown')
  expect(await why(foreign)).toBe('foreign')
  expect(await why(live, { value: '"B"' })).toBe('itself')
  expect(await why(old)).toBe('retired')
  expect(await why(gone, { key: 'gone' })).toBe('retired')
  expect(await findNamespace(db, { tenant, name })).toEqual(before)
  expect(await why(live)).toBe('committed')
  expect(await why(live, { value: '"newer"' })).toBe('retired')
})

test('sending a superseding write again is a repeat, not a fault', async () => {
  const { ns } = await newNamespace(db)
  const old = await put(ns, { cardinality: 'many', value: '"A"' })
  const write = newFact({ cardinality: 'many', value: '"B"', supersedes: old })
  const id = await put(ns, write)
  expect(await send(ns, [write])).toEqual({ kind: 'repeat', index: 0, factId: id })
})

test('an edge counts from when its fact takes effect, and no longer once that is retracted', async () => {
  const { ns } = await newNamespace(db)
  const first = await put(ns, { cardinality: 'many', value: '"A"', validFrom: year(2001) })
  const second = await put(ns, {
    cardinality: 'many',
    value: '"B"',
    validFrom: year(2005),
    supersedes: first,
  })
  expect(await current(ns, { asOf: year(2004).at })).toEqual(['A'])
  expect(await current(ns, { asOf: year(2005).at })).toEqual(['B'])
  await retract(ns, second, T0 + 9)
  expect(await current(ns)).toEqual(['A'])
  expect(await current(ns, { recordedAsOf: T0 + 8 })).toEqual(['B'])
})

test('a batch is one commit; a repeat in it refuses it all and says which', async () => {
  const { ns } = await newNamespace(db)
  const id = await put(ns, { key: 'k1' })
  const facts = Array.from({ length: 100 }, (_, n) => newFact({ key: `k${n}` }))
  expect(await send(ns, facts)).toEqual({ kind: 'repeat', index: 1, factId: id })
  const rest = facts.filter((_, n) => n !== 1)
  expect(await send(ns, [...rest, rest[7]!])).toEqual({ kind: 'repeat_within', index: 99, of: 7 })
  expect(await send(ns, rest)).toMatchObject({ kind: 'committed', version: 2 })
  expect(await getFact(db, { ns, factId: 'f2.98', ...HOLDS_NOW })).toMatchObject({
    key: 'k99',
    current: true,
  })
})

test('a fact commit is idempotent by its commit id', async () => {
  const { ns } = await newNamespace(db)
  const again = { commitId: 'key', answer: 'kept', signer: SIGNER }
  expect(await send(ns, [newFact()], again)).toMatchObject({ kind: 'committed', version: 1 })
  await put(ns, { value: '"B"' })
  expect(await send(ns, [newFact()], again)).toEqual({
    kind: 'repeated',
    version: 1,
    at: T0,
    answer: 'kept',
    receipt: expect.any(String),
  })
  expect(await send(ns, [newFact()], { ...again, requestHash: 'other' })).toEqual({ kind: 'conflict_id' })
  expect(await current(ns)).toEqual(['B'])
})

test('facts count against the bytes of a namespace', async () => {
  const { ns } = await newNamespace(db)
  const quota = { passagesMax: null, bytesMax: 3 }
  expect(await send(ns, [newFact({ value: '"A"' })], { quota })).toMatchObject({ kind: 'committed' })
  expect(await send(ns, [newFact({ value: '1' })], { quota })).toEqual({ kind: 'over_quota' })
})

test('a reverified fact says when, and a retracted one cannot be', async () => {
  const { ns } = await newNamespace(db)
  const id = await put(ns, {})
  const reverify = (at: number, target = id) =>
    commitReverification(db, {
      ns,
      commitId: fresh('v'),
      requestHash: 'r',
      at,
      answer: '',
      signer: SIGNER,
      factId: target,
      seen: null,
    })
  expect(await reverify(T0 + 5)).toMatchObject({ kind: 'committed', at: T0 + 5 })
  expect(await getFact(db, { ns, factId: id, ...HOLDS_NOW })).toMatchObject({
    reverifiedAt: T0 + 5,
    current: true,
  })
  expect(await reverify(T0, 'f77')).toEqual({ kind: 'unknown' })
  await retract(ns, id)
  expect(await reverify(T0 + 6)).toEqual({ kind: 'retracted' })
})

test('history is walked newest first without a gap', async () => {
  const { ns } = await newNamespace(db)
  await send(
    ns,
    Array.from({ length: 100 }, (_, n) => newFact({ value: `${n}` })),
  )
  const walked: unknown[] = []
  for (let before: FactPlace | null = null; ; ) {
    const page: StoredFact[] = await factHistory(db, { ns, ...SLUG, ...HOLDS_NOW, before, limit: 33 })
    walked.push(...values(page))
    if (page.length < 33) break
    before = page.at(-1)!
  }
  expect(walked).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n))
})

async function walk(request: Omit<FactsListRequest, 'after'>): Promise<StoredFact[]> {
  const walked: StoredFact[] = []
  let after: ListPlace | null = null
  do {
    const page = await listFacts(db, { ...request, after })
    expect(page.facts.length).toBeLessThanOrEqual(request.limit)
    walked.push(...page.facts)
    after = page.next
  } while (after !== null)
  return walked
}

test('257 facts of one entity are all reached by walking', async () => {
  const { ns } = await newNamespace(db)
  const keys = Array.from({ length: 257 }, (_, n) => `k${n}`)
  for (let n = 0; n < 257; n += 100)
    await send(
      ns,
      keys.slice(n, n + 100).map((key) => newFact({ key })),
    )
  const range = { kind: 'entity', entity: 'ann', keyPrefix: '' } as const
  const walked = await walk({ ns, range, includeSuperseded: false, limit: 10, ...HOLDS_NOW })
  expect(walked.map(({ key }) => key)).toEqual(keys.sort())
})

test('a list is of one entity, or of a prefix, and of nothing else', async () => {
  const { ns } = await newNamespace(db)
  const slugs = [
    ['ann', 'a'],
    ['ann', 'ab'],
    ['anna', 'a'],
    ['bob', 'a'],
    ['\u{10FFFD}', 'z'],
    ['__ops::x', 'y'],
  ]
  await send(
    ns,
    slugs.map(([entity, key]) => newFact({ entity: entity!, key: key! })),
  )
  const list = async (range: FactsListRequest['range']) =>
    (await walk({ ns, range, includeSuperseded: false, limit: 2, ...HOLDS_NOW })).map(
      ({ entity, key }) => `${entity}/${key}`,
    )
  expect(await list({ kind: 'all' })).toEqual([
    '__ops::x/y',
    'ann/a',
    'ann/ab',
    'anna/a',
    'bob/a',
    '\u{10FFFD}/z',
  ])
  expect(await list({ kind: 'slug', entity: 'ann', key: 'a' })).toEqual(['ann/a'])
  expect(await list({ kind: 'entity', entity: 'ann', keyPrefix: '' })).toEqual(['ann/a', 'ann/ab'])
  expect(await list({ kind: 'entity', entity: 'ann', keyPrefix: 'ab' })).toEqual(['ann/ab'])
  expect(await list({ kind: 'prefix', entityPrefix: 'ann' })).toEqual(['ann/a', 'ann/ab', 'anna/a'])
  expect(await list({ kind: 'prefix', entityPrefix: 'none' })).toEqual([])
})

test('facts of one namespace are not seen in another', async () => {
  const [one, two] = [await newNamespace(db), await newNamespace(db)]
  await put(one.ns, {})
  expect(await current(two.ns)).toEqual([])
  expect(await getFact(db, { ns: two.ns, factId: 'f1', ...HOLDS_NOW })).toBe(null)
  expect(await send(two.ns, [newFact()])).toMatchObject({ kind: 'committed', version: 1 })
})

interface Write {
  readonly key: string
  readonly value: string
  readonly many: boolean
  readonly from: number | null
  readonly to: number | null
  readonly supersedes: number | null
  readonly retracts: number | null
}

const writes = fc.array(
  fc.record<Write>({
    key: fc.constantFrom('k1', 'k2', 'k3'),
    value: fc.constantFrom('1', '2', '3'),
    many: fc.boolean(),
    from: fc.option(fc.integer({ min: 1, max: 8 })),
    to: fc.option(fc.integer({ min: 5, max: 12 })),
    supersedes: fc.option(fc.nat(9), { freq: 3 }),
    retracts: fc.option(fc.nat(9), { freq: 3 }),
  }),
  { minLength: 1, maxLength: 14 },
)

test('any history answers as the rules of fact time say, at every instant, whole and by pages', async () => {
  await fc.assert(
    fc.asyncProperty(writes, fc.integer({ min: 1, max: 3 }), async (history, limit) => {
      const { ns } = await newNamespace(env.MEMORY_0)
      const ids: string[] = []
      for (const [n, write] of history.entries()) {
        const target = write.retracts === null ? undefined : ids[write.retracts]
        if (target !== undefined) await retract(ns, target, 100 + n)
        const outcome = await send(ns, [factOfWrite(write, ids)], { at: 100 + n })
        if (outcome.kind === 'committed') ids.push(factId(outcome.version, 0))
      }
      const facts = await readAll(ns)
      for (const asOf of [null, 3, 6, 9, 105]) {
        for (const recordedAsOf of [null, 104, 108]) {
          const instants = { asOf, recordedAsOf, now: 200 }
          const expected = facts
            .filter((fact) => isCurrentByRule(fact, facts, instants))
            .map((fact) => fact.factId)
          const range = { kind: 'all' } as const
          const listed = await walk({ ns, range, includeSuperseded: false, limit, ...instants })
          expect(listed.map((fact) => fact.factId)).toEqual(expected)
          const read = await Promise.all(
            ['k1', 'k2', 'k3'].map((key) => readSlug(db, { ns, entity: 'ann', key, ...instants, limit: 99 })),
          )
          expect(read.flatMap((slug) => slug.facts.map((fact) => fact.factId))).toEqual(expected)
          const all = await walk({ ns, range, includeSuperseded: true, limit, ...instants })
          expect(all.filter((fact) => fact.current).map((fact) => fact.factId)).toEqual(expected)
          for (const fact of all) expect(fact.supersededBy === null || !fact.current).toBe(true)
        }
      }
    }),
    { numRuns: 15 },
  )
})

function factOfWrite({ key, value, many, from, to, supersedes }: Write, ids: readonly string[]): NewFact {
  const instant = (at: number | null) => (at === null ? null : { at, given: `${at}` })
  const target = supersedes === null ? null : (ids[supersedes] ?? null)
  return newFact({
    key,
    value,
    cardinality: many ? 'many' : 'one',
    validFrom: instant(from),
    validTo: instant(to),
    supersedes: target,
  })
}

/** All facts in the order of lists, from bare rows. */
async function readAll(ns: number): Promise<StoredFact[]> {
  const ids = await env.MEMORY_0.prepare('SELECT fact_id FROM fact WHERE ns = ?')
    .bind(ns)
    .all<{ fact_id: string }>()
  const facts = await Promise.all(
    ids.results.map(({ fact_id }) => getFact(db, { ns, factId: fact_id, ...HOLDS_NOW })),
  )
  return facts.map((fact) => fact!).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : compare(a, b)))
}

function compare(a: StoredFact, b: StoredFact): number {
  return (
    a.effectiveAt - b.effectiveAt || a.recordedAt - b.recordedAt || a.batch - b.batch || a.ordinal - b.ordinal
  )
}

type Instants = Parameters<typeof getFact>[1]

/** The rule of the current fact, one clause a line. */
function isCurrentByRule(
  fact: StoredFact,
  all: readonly StoredFact[],
  at: Pick<Instants, 'asOf' | 'recordedAsOf' | 'now'>,
): boolean {
  const recorded = at.recordedAsOf ?? Infinity
  const known = (one: StoredFact) =>
    one.recordedAt <= recorded && !(one.retractedAt !== null && one.retractedAt <= recorded)
  const begun = (one: StoredFact) => one.effectiveAt <= (at.asOf ?? at.now)
  const replaced = (one: StoredFact) =>
    all.some((other) => other.supersedes === one.factId && known(other) && begun(other))
  const ended = (one: StoredFact) => one.validTo !== null && one.validTo.at <= (at.asOf ?? at.now)
  const holds = (one: StoredFact) => known(one) && begun(one) && !ended(one) && !replaced(one)
  const later = all.filter((other) => other.key === fact.key && compare(other, fact) > 0)
  return holds(fact) && !later.some((other) => other.cardinality === 'one' && holds(other))
}
