import { analyseQuery } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { digestOf, openChunks, sealedChunks } from '../test/sealed.ts'
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
    vector: i % 5 === 0 ? null : Int8Array.of(127, -(i >> 1), i % 3),
  }),
)
const bare = passages.map((passage) => ({ ...passage, vector: null }))
const fresh = buildSegment(passages.slice(0, 140), passages.slice(140))
const freshBare = buildSegment(bare.slice(0, 140), bare.slice(140))
const merged = mergeSegments(
  [openSegment(fresh, 1), openSegment(buildSegment(passages.slice(140), [passages[3]!]), 2)],
  new Set(['1:3']),
)

const flips = fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), {
  minLength: 1,
  maxLength: 4,
})

/** In formats 2 and 4: one chunk, and many. */
const sealed = [fresh, merged, freshBare]
  .map((bytes) => openSegment(bytes, 1))
  .flatMap((segment) => [
    sealedChunks(segment),
    sealedChunks(segment, { chunkBytes: 4000, pieceRows: 32, storedBytes: 2000 }),
  ])

type Damage =
  | { readonly kind: 'flip' | 'cut'; readonly n: number; readonly at: number; readonly value: number }
  | { readonly kind: 'swap' | 'splice'; readonly n: number; readonly at: number; readonly other: number }
const at = fc.oneof(fc.nat(200), fc.nat())
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constantFrom('flip', 'cut'), n: fc.nat(), at, value: fc.nat(255) }),
  fc.record({ kind: fc.constantFrom('swap', 'splice'), n: fc.nat(), at, other: fc.nat() }),
)

function damagedBy(chunks: readonly Uint8Array[], damage: Damage): Uint8Array[] {
  const n = damage.n % chunks.length
  const chunk = chunks[n]!.slice()
  const at = damage.at % chunk.length
  if (damage.kind === 'flip') chunk[at] = damage.value
  if (damage.kind === 'flip') return chunks.with(n, chunk)
  if (damage.kind === 'cut') return chunks.with(n, chunk.slice(0, at))
  const other = damage.other % chunks.length
  if (damage.kind === 'swap') return chunks.with(n, chunks[other]!).with(other, chunk)
  chunk.set(chunks[other]!.subarray(0, chunk.length - at), at)
  return chunks.with(n, chunk)
}

describe('a damaged segment', { timeout: 120_000 }, () => {
  it.each([
    ['fresh', fresh],
    ['fresh, without vectors', freshBare],
    ['merged', merged],
  ])('%s, bytes overwritten: is refused or read within bounds, and nothing else', (_, bytes) => {
    fc.assert(
      fc.property(flips, fc.boolean(), (changes, inHeader) => {
        const damaged = bytes.slice()
        for (const { at, value } of changes) damaged[at % (inHeader ? 300 : bytes.length)] = value
        expectRefusedOrSound(() => openSegment(damaged, 1))
      }),
      { numRuns: 300 },
    )
  })

  it('overwritten by any bytes in its tables is refused or read within bounds', () => {
    fc.assert(
      fc.property(fc.nat(fresh.length - 1), fc.uint8Array({ minLength: 1, maxLength: 64 }), (at, patch) => {
        const damaged = fresh.slice()
        damaged.set(patch.subarray(0, fresh.length - at), at)
        expectRefusedOrSound(() => openSegment(damaged, 1))
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

  it('in format 2 or 4, its chunks overwritten, cut, spliced or swapped, is refused or read within bounds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sealed),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (chunks, list) => {
          const damaged = list.reduce(damagedBy, chunks)
          expectRefusedOrSound(() => openChunks(damaged, 1))
        },
      ),
      { numRuns: 600 },
    )
  })

  it('in format 2 or 4 shows its damage in the digest of a chunk', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sealed), damage, (chunks, change) => {
        const damaged = damagedBy(chunks, change)
        const isSame = chunks.every((chunk, n) => damaged[n]?.join() === chunk.join())
        expect(chunks.map(digestOf).join() === damaged.map(digestOf).join()).toBe(isSame)
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
function expectRefusedOrSound(open: () => Segment): void {
  try {
    const segment = open()
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
    vector: Int8Array.of(100, 127, -3),
    filter,
    limit: 100,
    offset: 0,
    lanes: ['Bm25', 'Indexing', 'Dense'],
  } as const
  for (const hit of search([segment], NO_POINTERS, request).hits) {
    const row = segment.rows.rowOf(hit.batch, hit.ordinal)
    expect(row).toBeLessThan(segment.counts.passages)
    expect(hit.score).toBeGreaterThan(0)
    expect(hit.score).toBeLessThanOrEqual(1.000001)
  }
}
