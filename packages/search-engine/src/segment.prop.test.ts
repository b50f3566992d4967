import { analyseQuery } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { buildSegment } from './build-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { NO_POINTERS } from './pointer-set.ts'
import { search } from './search.ts'
import { openSegment, type Segment } from './segment.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

const passages = Array.from({ length: 150 }, (_, i) =>
  passageOf({
    documentId: `d${i % 40}`,
    title: `Title ${i % 7}`,
    text: `common word${i % 11} GB/s Сергей 豹队 and number ${i}`,
    speaker: i % 2 === 0 ? 'Ann' : '',
    tags: ['a', `t${i % 3}`],
    createdAt: i * 1000,
    index: i,
  }),
)
const fresh = buildSegment(passages.slice(0, 140), passages.slice(140))
const merged = mergeSegments(
  [openSegment(fresh, 1), openSegment(buildSegment(passages.slice(140), [passages[3]!]), 2)],
  new Set(['1:3']),
)

const flips = fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), {
  minLength: 1,
  maxLength: 4,
})

describe('a damaged segment', { timeout: 120_000 }, () => {
  it.each([
    ['fresh', fresh],
    ['merged', merged],
  ])('%s, bytes overwritten: is refused or read within bounds, and nothing else', (_, bytes) => {
    fc.assert(
      fc.property(flips, fc.boolean(), (changes, inHeader) => {
        const damaged = bytes.slice()
        for (const { at, value } of changes) damaged[at % (inHeader ? 300 : bytes.length)] = value
        expectRefusedOrSound(damaged)
      }),
      { numRuns: 300 },
    )
  })

  it('overwritten by any bytes in its tables is refused or read within bounds', () => {
    fc.assert(
      fc.property(fc.nat(fresh.length - 1), fc.uint8Array({ minLength: 1, maxLength: 64 }), (at, patch) => {
        const damaged = fresh.slice()
        damaged.set(patch.subarray(0, fresh.length - at), at)
        expectRefusedOrSound(damaged)
      }),
      { numRuns: 200 },
    )
  })

  it('cut short anywhere is refused', () => {
    fc.assert(
      fc.property(fc.nat(fresh.length - 1), (length) => {
        expect(() => openSegment(fresh.slice(0, length), 1)).toThrow(SegmentCorrupt)
      }),
    )
  })

  it('of random bytes behind a true magic is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (tail) => {
        const bytes = Uint8Array.of(...fresh.subarray(0, 12), ...tail)
        expect(() => openSegment(bytes, 1)).toThrow(SegmentCorrupt)
      }),
    )
  })
})

/** Runs everything that reads a segment; only SegmentCorrupt may be thrown. */
function expectRefusedOrSound(bytes: Uint8Array): void {
  try {
    const segment = openSegment(bytes, 1)
    for (const query of ['common number 7', '"number 12" GB/s', 'Title 3', 'Сергей 豹队'])
      expectSound(segment, query)
    mergeSegments([segment], new Set(['1:5']))
  } catch (error) {
    expect(error).toBeInstanceOf(SegmentCorrupt)
  }
}

function expectSound(segment: Segment, query: string): void {
  const filter = { not: { and: [{ tags: 't1' }, { created_at: { gte: 5000 } }] } }
  const request = {
    query: analyseQuery(query),
    filter,
    limit: 100,
    offset: 0,
    lanes: ['Bm25', 'Indexing'],
  } as const
  for (const hit of search([segment], NO_POINTERS, request).hits) {
    const row = segment.rows.rowOf(hit.batch, hit.ordinal)
    expect(row).toBeLessThan(segment.counts.passages)
    expect(hit.score).toBeGreaterThan(0)
    expect(hit.score).toBeLessThanOrEqual(1.000001)
  }
}
