import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USUAL_CUT } from '../test/cut.ts'
import { passageOf } from '../test/passages.ts'
import { FINE_CUT, openChunks, resealed, sealedChunks } from '../test/sealed.ts'
import { vectorOf } from '../test/vectors.ts'
import { buildSegment } from './build-segment.ts'
import { CHANNELS } from './channels.ts'
import { CHUNK_BYTES_MAX } from './chunks-held.ts'
import { mergeSegments } from './merge-segments.ts'
import { openSegment, type Segment } from './segment.ts'

const word = fc.constantFrom('run', 'running', 'Сергей', '豹队', 'GB/s', 'a', 'POL-358', 'x'.repeat(40))
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const passage = fc
  .record({
    documentId: fc.constantFrom('a', 'b', 'c'),
    text,
    title: text,
    speaker: fc.constantFrom('', 'Ann', 'user', 'assistant'),
    kind: fc.constantFrom('note', 'page'),
    tags: fc.array(word, { maxLength: 3 }),
    createdAt: fc.option(fc.integer({ min: -5, max: 2 ** 41 })),
    vector: vectorOf(5),
    index: fc.nat(3),
  })
  .map((fields) => passageOf(fields))

const cut = fc.record({
  chunkBytes: fc.integer({ min: 3000, max: 9000 }),
  pieceRows: fc.constantFrom(1, 2, 4, 64),
  storedBytes: fc.integer({ min: 1, max: 1200 }),
})

describe('a segment in format 2 or 4', { timeout: 60_000 }, () => {
  it('holds all that the segment it was written from does, however finely it is cut', () => {
    fc.assert(
      fc.property(fc.array(passage), fc.array(passage), cut, (passages, buried, cut) => {
        const fresh = openSegment(buildSegment(passages, buried), 7)
        expect(contentsOf(resealed(fresh, cut))).toEqual(contentsOf(fresh))
      }),
      { numRuns: 150 },
    )
  })

  it('is one chunk while it fits in one, and else has its head alone in chunk 0 and no chunk over 512 KB', () => {
    const passages = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        passageOf({ documentId: `d${n}`, text: `number ${n} ${'and words '.repeat(40)}${n * 7919}` }),
      )
    expect(sealedChunks(openSegment(buildSegment(passages(100), []), 1))).toHaveLength(1)
    const chunks = sealedChunks(openSegment(buildSegment(passages(2000), []), 1))
    expect(chunks.length).toBeGreaterThan(3)
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(CHUNK_BYTES_MAX)
    expect(openChunks(chunks, 1).rows.count).toBe(2000)
  })

  it('finds a term whose lists take several chunks, and those around it', () => {
    const many = Array.from({ length: 5000 }, (_, n) =>
      passageOf({
        documentId: `d${n}`,
        text: `${n % 3 > 0 ? 'fire '.repeat(1 + (n % 9)) : ''}f${n % 5} g`,
      }),
    )
    const fresh = openSegment(buildSegment(many, []), 1)
    const sealed = resealed(fresh, { ...USUAL_CUT, chunkBytes: 1600, pieceRows: 128 })
    expect(contentsOf(sealed)).toEqual(contentsOf(fresh))
    expect(sealed.reads.term('exact', 'fire').length).toBeGreaterThan(1)
    expect(sealed.reads.positions('fire').length).toBeGreaterThan(1)
    expect(sealed.reads.term('exact', 'absent')).toHaveLength(1)
  })

  it('keeps the pointers of a merge', () => {
    const inputs = [1, 2, 9].map((seq) =>
      openSegment(buildSegment([passageOf({ text: `a ${seq}` }), passageOf({ text: `b ${seq}` })], []), seq),
    )
    const merged = openSegment(mergeSegments(inputs, new Set(['2:0'])), 10)
    const sealed = resealed(merged, FINE_CUT)
    expect(contentsOf(sealed)).toEqual(contentsOf(merged))
    expect(sealed.rows.rowOf(9, 1)).toBe(4)
    expect(sealed.rows.rowOf(2, 0)).toBe(-1)
  })
})

/** All that can be read of a segment. */
function contentsOf(segment: Segment) {
  const { passages, lengths, adjustments } = segment.counts
  const rows = Array.from({ length: passages }, (_, row) => row)
  return {
    counts: { passages, lengths, adjustments },
    hasTalk: segment.rows.hasTalk,
    hasCut: segment.rows.hasTalk || segment.rows.hasCut,
    rows: rows.map((row) => ({
      passage: segment.stored(row),
      vector: segment.vectors.at(row),
      lengths: (['stem', 'exact', 'gram'] as const).map((channel) => segment.rows.length(channel, row)),
      link: segment.rows.link(row),
      fingerprint: segment.rows.fingerprint(row),
      pointer: [segment.rows.batchAt(row), segment.rows.ordinalAt(row)],
    })),
    terms: CHANNELS.map((channel) =>
      Array.from(segment.entries(channel), (entry) => {
        const found = segment.find(channel, new TextDecoder().decode(entry.term))!
        return {
          term: entry.term,
          found: found.term,
          count: found.count,
          adjustment: found.adjustment,
          postings: segment.postings(channel, found),
          listed: segment.postings(channel, entry),
          positions: channel === 'exact' && entry.count > 0 ? segment.positions(found, () => true) : null,
        }
      }),
    ),
  }
}
