import { env } from 'cloudflare:workers'
import { burialSegment, factSegment } from '@cairn/fact/fact-segment'
import { commitFacts } from '@cairn/memory-store/commit-facts'
import { readUnindexedFacts } from '@cairn/memory-store/index-facts'
import { commitRetraction } from '@cairn/memory-store/retract-fact'
import { askRebuild } from '@cairn/memory-store/revert-merge'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import { expect, test } from 'vitest'
import { storedIndex } from './index-contents.ts'
import { MINUTE, TendedNamespace } from './tended-namespace.ts'

const fact = (n: number): NewFact => ({
  entity: `lamp ${n}`,
  key: 'oil',
  value: JSON.stringify(`whale ${n} of many`),
  cardinality: 'one',
  confidence: null,
  horizonClass: null,
  validFrom: null,
  validTo: null,
  observedAt: null,
  supersedes: null,
  provenance: null,
  tokens: 4,
  escapedTokens: 4,
  summaryTokens: 4,
})

const request = (space: TendedNamespace) => ({
  ns: space.ns,
  commitId: crypto.randomUUID(),
  requestHash: '',
  at: space.now,
  answer: '{}',
  signer: space.bindings.signerOf(space.space),
})

/** Facts in commits of 60, indexed as they are written or not at all. */
async function stated(count: number, isIndexed: boolean): Promise<TendedNamespace> {
  const space = await new TendedNamespace().open()
  await space.write({ a: ['a lamp with oil'] })
  for (let from = 0; from < count; from += 60) {
    const facts = Array.from({ length: Math.min(60, count - from) }, (_, n) => fact(from + n))
    const one = request(space)
    const segment = isIndexed ? await factSegment(facts, one.commitId) : null
    await commitFacts(env.MEMORY_0, { ...one, facts, segment, seen: null, quota: NO_QUOTA })
  }
  return space
}

const NO_QUOTA = { passagesMax: null, bytesMax: null }

/** Terms and counts; what is stored beside a passage has a digest of its own. */
async function termsOf(space: TendedNamespace) {
  const { totals, found } = (await storedIndex(space)) as Record<'totals' | 'found', Record<string, unknown>>
  return { totals, found: Object.entries(found).filter(([name]) => !name.startsWith('stored ')) }
}

test('facts that no segment holds come into the index in steps, at their pointers, as if they had been indexed at once', async () => {
  const space = await stated(150, false)
  const steps = [(await space.step()).more, (await space.step()).more]
  expect(steps).toEqual([true, false])
  expect(await readUnindexedFacts(env.MEMORY_0, space)).toEqual([])
  expect(await termsOf(space)).toEqual(await termsOf(await stated(150, true)))
})

test('one that came in later is buried without a trace, and one that was retracted before never comes in', async () => {
  const space = await stated(2, false)
  const [first, second] = await readUnindexedFacts(env.MEMORY_0, space)
  const retraction = (segment: ReturnType<typeof burialSegment> | null, factId: string) =>
    commitRetraction(env.MEMORY_0, { ...request(space), factId, reason: null, segment, seen: null })
  expect((await retraction(null, first!.factId)).kind).toBe('committed')
  await space.step()
  expect((await retraction(null, second!.factId)).kind).toBe('indexed')
  expect((await retraction(burialSegment(second!), second!.factId)).kind).toBe('committed')
  expect(await termsOf(space)).toEqual(await termsOf(await stated(0, true)))
})

test('a rebuild that is asked for while facts wait ends with all of them in the index', async () => {
  const space = await stated(150, false)
  await askRebuild(env.MEMORY_0, { ns: space.ns, through: null })
  await space.settle()
  space.now += 11 * MINUTE
  await space.settle()
  expect(await readUnindexedFacts(env.MEMORY_0, space)).toEqual([])
  expect(await termsOf(space)).toEqual(await termsOf(await stated(150, true)))
})
