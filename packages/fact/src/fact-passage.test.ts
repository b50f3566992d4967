import { buildSegment } from '@cairn/search-engine/build-segment'
import { termsOf } from '@cairn/search-engine/passage-terms'
import { openSegment } from '@cairn/search-engine/segment'
import { expect, test } from 'vitest'
import { factPassage, type IndexedFact } from './fact-passage.ts'
import { burialSegment, factSegment } from './fact-segment.ts'

const FACT: IndexedFact = {
  entity: 'Ada Lovelace',
  key: 'works_at',
  value: '"Analytical Engines"',
  validFrom: { at: Date.UTC(1843, 0), given: '1843' },
  observedAt: null,
  tokens: 3,
  summaryTokens: 3,
}
const words = (fact: IndexedFact) => [...termsOf(factPassage(fact, '0'.repeat(64))).exact.keys()]

test('a fact is found by its entity, its key and its parts, its value, and its stated date', () => {
  expect(words(FACT)).toEqual(
    expect.arrayContaining(['ada', 'lovelace', 'works', 'analytical', 'engines', '1843']),
  )
})

test('a fact of a reserved entity has no word to be found by, and keeps its place', async () => {
  const reserved = { ...FACT, entity: '__agent::x' }
  expect(words(reserved)).toEqual([])
  const { bytes, passages } = await factSegment([reserved, FACT], 'commit')
  expect(passages).toBe(2)
  expect(openSegment(bytes, 7).stored(1).title).toBe('Ada Lovelace')
})

test('what burying takes from the counts is what indexing added', async () => {
  const added = openSegment((await factSegment([FACT], 'commit')).bytes, 1)
  const taken = openSegment(burialSegment(FACT).bytes, 2)
  expect(taken.counts.adjustments.passages).toBe(-1)
  for (const channel of ['stem', 'exact', 'gram'] as const) {
    const { length, passages } = added.counts.lengths[channel]
    const taken_ = taken.counts.adjustments.lengths[channel]
    expect([length + taken_.length, passages + taken_.passages]).toEqual([0, 0])
  }
  const both = [factPassage(FACT, '1'.repeat(64))]
  expect(openSegment(buildSegment(both, both), 3).counts.adjustments.passages).toBe(-1)
})

test('two facts that say the same are two, and two commits of the same fact too', async () => {
  const hashes = async (commitId: string) => {
    const segment = openSegment((await factSegment([FACT, FACT], commitId)).bytes, 1)
    return [segment.stored(0).hash, segment.stored(1).hash]
  }
  expect(new Set([...(await hashes('a')), ...(await hashes('b'))]).size).toBe(4)
})

test('the day that a fact is found by is that of UTC, wherever the machine is', () => {
  const found = words({ ...FACT, value: '"c"' })
  expect(found).toEqual(expect.arrayContaining(['january', '1', '1843']))
  expect(found).not.toContain('december')
})
